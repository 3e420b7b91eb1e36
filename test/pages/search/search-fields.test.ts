import { expect, test } from 'vitest';
import { PARAMETER_NAMES } from '../../../src/listing/parameters.ts';
import { PAGE_PARAMETERS as NAMES_OF_THE_PAGE } from '../../../src/pages/search/view/search-fields.ts';

test('the page knows every parameter', () => {
  expect(NAMES_OF_THE_PAGE).toEqual(PARAMETER_NAMES);
});
