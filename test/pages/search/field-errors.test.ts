// Invalid values in words for people, from the API's problems as they are.
import { describe, expect, test } from 'vitest';
import { fieldError, withPlaceFound } from '../../../src/pages/search/view/field-errors.ts';

const problem = (parameter: string, code: string, value: string, suggestion?: string) => ({
  detail: '',
  code: 'invalid_parameters',
  errors: [{ parameter, code, value, ...(suggestion !== undefined && { suggestion }) }],
});

describe('a field says', () => {
  test.each([
    ['location', 'invalid_location', 'ZZ99 9ZZ', "We don't know the postcode ZZ99 9ZZ."],
    [
      'location',
      'invalid_location',
      'Ashford',
      'We can’t tell which place “Ashford” is. Try a postcode, such as LS1.',
    ],
    [
      'price_max',
      'not_an_integer',
      'cheap',
      '“cheap” is not a number that we can read. Type digits only, such as 5000.',
    ],
    [
      'engine_min',
      'not_a_number',
      'big',
      '“big” is not a number that we can read. Type digits only, such as 1.6.',
    ],
    ['fuel_type', 'not_in_enum', 'Steam', 'We don’t know the fuel “Steam”.'],
    [
      'price_min',
      'out_of_range',
      '99999999999999999999',
      'We can’t use “99999999999999999999” for the lowest price.',
    ],
  ])('what is wrong with %s: %s (%s)', (parameter, code, value, sentence) => {
    expect(fieldError(problem(parameter, code, value), parameter)).toBe(sentence.replaceAll('’', "'"));
    expect(fieldError(problem(parameter, code, value), 'model')).toBeUndefined();
  });
});

describe('a town in the field for the postcode', () => {
  const search = { make: 'Ford', location: 'Leeds', distance: '3' };

  test('is its middle', () => {
    expect(withPlaceFound(search, problem('location', 'invalid_location', 'Leeds', 'LS2'))).toEqual({
      search: { make: 'Ford', location: 'LS2', place: 'Leeds', distance: '3' },
      note: 'Distances are from LS2, the middle of Leeds.',
    });
  });

  test.each([
    ['is an error if nobody knows it', 'Xyzzy', problem('location', 'invalid_location', 'Xyzzy')],
    ['is no area', 'SW', problem('location', 'invalid_location', 'SW', 'SW1A')],
    ['is no postcode', 'SW99', problem('location', 'invalid_location', 'SW99', 'SW9')],
    ['is not read while another field is wrong', 'Leeds', problem('price_max', 'not_an_integer', 'x')],
  ])('%s', (_, location, wrong) => {
    expect(withPlaceFound({ location }, wrong)).toBeUndefined();
  });
});
