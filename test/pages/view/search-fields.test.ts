// What the page knows of the tables: scripts/build-page.ts writes it into the scripts as JSON.
import { expect, test } from 'vitest';
import * as fields from '../../../src/pages/view/search-fields.ts';

test('the fields of the page are plain data', () => {
  expect(JSON.parse(JSON.stringify(fields))).toEqual({ ...fields });
});

test('the general term of write-offs is that of the trade', () => {
  expect(fields.WRITE_OFF).toBe('Write-off');
});
