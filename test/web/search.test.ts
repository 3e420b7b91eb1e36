import { describe, expect, test } from 'vitest';
import { apiAddress, asCurl } from '../../src/web/view/call.ts';
import { addressOf, changed, queryOf, searchOf, withReading } from '../../src/web/view/search.ts';
import { askedBy, BANDS, milesOfKm } from '../../src/web/view/words.ts';

describe('a search in the address bar', () => {
  test('has the parameters of the API, without blanks, strangers and page 1', () => {
    const pairs = new URLSearchParams(
      '?page=1&make=+Ford&utm=x&q=&price_max=9000&dealer=a.example&dealer=b.example',
    );
    expect(searchOf(pairs)).toEqual({ make: 'Ford', price_max: '9000', dealer: 'a.example,b.example' });
  });

  test('is written in one order, whatever came first', () => {
    expect(queryOf({ page: '2', sort: 'price_asc', make: 'Land Rover' })).toBe(
      'make=Land+Rover&sort=price_asc&page=2',
    );
    expect(addressOf('/cars/', {})).toBe('/cars/');
    expect(addressOf('/cars/', { q: 'a&b' })).toBe('/cars/?q=a%26b');
  });

  test('goes back to its first page when it changes, unless the page is what changes', () => {
    const search = { make: 'Ford', model: 'Focus', page: '7' };
    expect(changed(search, { model: null })).toEqual({ make: 'Ford' });
    expect(changed(search, { page: '8' })).toEqual({ make: 'Ford', model: 'Focus', page: '8' });
  });

  test('takes over what a phrase says, and adds its words to those there are', () => {
    const reading = {
      text: '',
      parameters: { q: 'leather', price_max: '5000' },
      understood: [],
      not_understood: [],
    };
    expect(withReading({ q: 'estate', price_max: '9000', page: '3' }, reading)).toEqual({
      q: 'estate leather',
      price_max: '5000',
    });
  });
});

describe('what was asked, in words', () => {
  test('is one chip for each thing, which takes away all that belongs to it', () => {
    const search = {
      q: 'roof',
      make: 'Ford',
      model: 'Focus',
      price_min: '5000',
      price_max: '12500',
      year_min: '2018',
      location: 'LS2',
      distance: '3',
      sort: 'price_asc',
    };
    expect(askedBy(search).map(({ words }) => words)).toEqual([
      '“roof”',
      'Ford',
      'Focus',
      '£5,000 or more',
      'At most £12,500',
      '2018 or newer',
      'Within 16 miles (25 km) of LS2',
      'Cheapest first',
    ]);
    expect(askedBy(search)[1]?.without).toEqual({ make: null, model: null });
    expect(askedBy(search)[6]?.without).toEqual({ location: null, distance: null });
  });

  test('is said of values that are none, too', () => {
    expect(
      askedBy({ price_max: '<b>', sort: 'odd', distance: '9', location: 'X' }).map(({ words }) => words),
    ).toEqual(['At most £<b>', 'Distances from X', 'odd']);
  });
});

test('distances are in miles', () => {
  expect(BANDS.map(({ words }) => words)).toEqual([
    '0.6 miles (1 km)',
    '3.1 miles (5 km)',
    '6.2 miles (10 km)',
    '16 miles (25 km)',
    '31 miles (50 km)',
    '62 miles (100 km)',
  ]);
  expect([0, 1.609344, 0.8, 500].map(milesOfKm)).toEqual(['0 miles', '1 mile', '0.5 miles', '311 miles']);
});

test('a call cannot end the quotes of a shell', () => {
  const address = apiAddress('https://cars.example', searchOf([['q', `'; rm -rf "$HOME" #`]]));
  expect(address).toBe('https://cars.example/api/v1/vehicles/?q=%27%3B+rm+-rf+%22%24HOME%22+%23');
  expect(asCurl(address)).toBe(`curl '${address}'`);
});
