import { describe, expect, test } from 'vitest';
import { codeSamples } from '../../../src/pages/search/view/page-layout.ts';
import {
  searchPageUrl,
  withChange,
  toQueryString,
  toSearchState,
  phraseOf,
  phraseUrl,
  isEditOf,
  searchBefore,
  toInterpretedSearch,
  phraseWithPlace,
} from '../../../src/pages/view/search-state.ts';
import { activeFilters, DISTANCE_BANDS } from '../../../src/pages/search/view/labels.ts';
import { formatMiles } from '../../../src/pages/view/vehicle-words.ts';

describe('a search in the address bar', () => {
  test('has the parameters of the API, without blanks, strangers and page 1', () => {
    const pairs = new URLSearchParams(
      '?page=1&make=+Ford&utm=x&q=&price_max=9000&dealer=a.example&dealer=b.example',
    );
    expect(toSearchState(pairs)).toEqual({ make: 'Ford', price_max: '9000', dealer: 'a.example,b.example' });
  });

  test('is written in one order, whatever came first', () => {
    expect(toQueryString({ page: '2', sort: 'price_asc', make: 'Land Rover' })).toBe(
      'make=Land+Rover&sort=price_asc&page=2',
    );
    expect(searchPageUrl('/cars/', {})).toBe('/cars/');
    expect(searchPageUrl('/cars/', { q: 'a&b' })).toBe('/cars/?q=a%26b');
  });

  test('goes back to its first page when it changes, unless the page is what changes', () => {
    const search = { make: 'Ford', model: 'Focus', page: '7' };
    expect(withChange(search, { model: null })).toEqual({ make: 'Ford' });
    expect(withChange(search, { page: '8' })).toEqual({ make: 'Ford', model: 'Focus', page: '8' });
  });
});

describe('a phrase', () => {
  const read = (parameters: Record<string, string>) => ({ parameters });

  test('stays in the box, and beside it are the parameters that it stands for', () => {
    const search = toInterpretedSearch({}, 'leather under 5k', read({ q: 'leather', price_max: '5000' }));
    expect(search).toEqual({ phrase: 'leather under 5k', q: 'leather', price_max: '5000' });
    expect(toQueryString(search)).toBe('q=leather&price_max=5000');
    expect(searchPageUrl('/', search)).toBe('/?phrase=leather+under+5k&q=leather&price_max=5000');
    expect(toSearchState(new URLSearchParams('phrase=leather+under+5k&q=leather&price_max=5000'))).toEqual(
      search,
    );
    expect(phraseUrl('/', 'leather under 5k')).toBe('/?text=leather+under+5k');
    expect(phraseUrl('/cars/', '')).toBe('/cars/');
  });

  test('has its page and order beside it in the URL, and what it does not say itself', () => {
    const others = {
      q: 'estate',
      price_max: '9000',
      make: 'Ford',
      model: 'Focus',
      page: '3',
      sort: 'price_asc',
    };
    expect(toInterpretedSearch(others, 'audi, leather', read({ make: 'Audi', q: 'leather' }))).toEqual({
      phrase: 'audi, leather',
      q: 'estate leather',
      price_max: '9000',
      make: 'Audi',
      page: '3',
      sort: 'price_asc',
    });
  });

  test('stays while filters change the search, until none is left', () => {
    const search = { phrase: 'diesel ford', make: 'Ford', fuel_type: 'Diesel' };
    const petrol = withChange(search, { fuel_type: 'Petrol' });
    expect(petrol).toEqual({ phrase: 'diesel ford', make: 'Ford', fuel_type: 'Petrol' });
    expect(withChange(petrol, { fuel_type: null, make: null })).toEqual({});
    expect(withChange({ phrase: 'anything nice' }, { page: '2' })).toEqual({
      phrase: 'anything nice',
      page: '2',
    });
  });

  test('is a text that is all of the search, until the text changes', () => {
    expect(phraseOf({ q: 'tow bar', sort: 'price_asc' })).toBe('tow bar');
    expect(phraseOf({ q: 'tow bar', make: 'Ford' })).toBeUndefined();
    const ford = withChange({ q: 'tow bar' }, { make: 'Ford' });
    expect(ford).toEqual({ phrase: 'tow bar', q: 'tow bar', make: 'Ford' });
    expect(withChange(ford, { make: null })).toEqual({ q: 'tow bar' });
    expect(withChange(ford, { q: null })).toEqual({ make: 'Ford' });
  });
});

describe('a phrase with words that need a place', () => {
  const words = { words: 'near me', start: 5, end: 12, why: 'Tell us a town or postcode.' };
  const asked = { text: 'golf near me', not_understood: [{ ...words, needs: 'location' as const }] };

  test('ends with the place that is entered', () => {
    expect(phraseWithPlace({ make: 'Volkswagen', location: 'LS1' }, asked)).toBe('golf near me, LS1');
  });

  test('stays as it is without a place, and as long as its words need none', () => {
    expect(phraseWithPlace({ make: 'Ford' }, asked)).toBeUndefined();
    expect(phraseWithPlace({ location: 'LS1' }, { ...asked, not_understood: [words] })).toBeUndefined();
    expect(phraseWithPlace({ location: 'LS1' }, null)).toBeUndefined();
  });
});

describe('the name of a place', () => {
  const understood = [
    {
      parameter: 'location',
      value: 'LS2',
      words: 'near Leeds',
      start: 0,
      end: 10,
      note: 'Measured from central Leeds. Lowest price first, so the first cars may be far away',
      place: 'Leeds',
    },
  ] as const;
  const search = toInterpretedSearch({}, 'near Leeds', { parameters: { location: 'LS2' }, understood });

  test('is in the address beside its postcode, so that it is known after a reload', () => {
    const url = searchPageUrl('/', search);
    expect(url).toBe('/?phrase=near+Leeds&place=Leeds&location=LS2');
    expect(activeFilters(toSearchState(new URLSearchParams(url.slice(2)))).map(({ label }) => label)).toEqual(
      ['Distances from Leeds'],
    );
    expect(phraseUrl('/', 'cheaper', search)).toBe('/?text=cheaper&place=Leeds&location=LS2');
  });

  test('goes with its place', () => {
    expect(withChange(search, { make: 'Ford' })).toMatchObject({ place: 'Leeds', location: 'LS2' });
    expect(withChange(search, { location: 'M1' })).toEqual({ phrase: 'near Leeds', location: 'M1' });
    expect(toSearchState([['place', 'Leeds']])).toEqual({});
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
    expect(activeFilters(search).map(({ label }) => label)).toEqual([
      '“roof”',
      'Ford',
      'Focus',
      '£5,000 or more',
      'At most £12,500',
      '2018 or newer',
      'Within 16 miles (25 km) of LS2',
      'Cheapest first',
    ]);
    expect(activeFilters(search)[1]?.removed).toEqual({ make: null, model: null });
    expect(activeFilters(search)[6]?.removed).toEqual({ location: null, distance: null });
  });

  test('is said of values that are none, too', () => {
    expect(
      activeFilters({ price_max: '<b>', sort: 'odd', distance: '9', location: 'X' }).map(
        ({ label }) => label,
      ),
    ).toEqual(['Price: “<b>”', 'Distances from X', 'odd']);
  });
});

test('distances are in miles', () => {
  expect(DISTANCE_BANDS.map(({ label }) => label)).toEqual([
    '0.6 miles (1 km)',
    '3.1 miles (5 km)',
    '6.2 miles (10 km)',
    '16 miles (25 km)',
    '31 miles (50 km)',
    '62 miles (100 km)',
  ]);
  expect([0, 1.609344, 0.8, 500].map(formatMiles)).toEqual(['0 miles', '1 mile', '0.5 miles', '311 miles']);
});

test('a call cannot end the quotes of a shell or of a string', () => {
  const [curl, typeScript] = codeSamples(
    "https://cars.example/it's",
    toSearchState([['q', `'; rm -rf "$HOME" #`]]),
  );
  const url = 'https://cars.example/it%27s/api/v1/vehicles/?q=%27%3B+rm+-rf+%22%24HOME%22+%23';
  expect(curl).toEqual(['curl', `curl '${url}'`]);
  expect(typeScript?.[1]).toContain(`await fetch('${url}');\n`);
});

test.each([
  ['red golf gti', 'red golf', true],
  ['golf', 'red golf', true],
  ['c', 'red golf', false],
  ['cheaper', 'red golf', false],
  ['cheaper', '', false],
])('%j is an edit of %j: %j', (phrase, earlier, isEdit) => {
  expect(isEditOf(phrase, earlier)).toBe(isEdit);
});

describe('the search that a phrase may refine', () => {
  const interpretation = {
    text: 'cheaper',
    parameters: {},
    q: null,
    understood: [],
    not_understood: [],
    notice: null,
    understood_share: 1,
    questions: [],
    left_out: [],
    refines: true,
    changes: [],
    search_url: '',
  };
  const before = { make: 'Ford' };
  const search = { make: 'Ford', price_max: '5000', phrase: 'cheaper' };
  const ticked = { ...search, fuel_type: 'Diesel' };

  test('is the one on show, or the one before it if the phrase is edited', () => {
    const shown = { search, interpretation, before };
    expect(searchBefore('automatic', search, shown)).toBe(search);
    expect(searchBefore('cheaper please', search, shown)).toBe(before);
  });

  test('keeps filters that have changed since the phrase, also while these are loading', () => {
    expect(searchBefore('cheaper please', ticked, { search: ticked, interpretation: null, before: {} })).toBe(
      ticked,
    );
    expect(searchBefore('cheaper please', ticked, { search, interpretation, before })).toBe(ticked);
  });

  test('is none if the text is the whole search; write-offs stay hidden', () => {
    const text = { q: '-"Write-off" red leather' };
    const shown = { search: text, interpretation: null, before: {} };
    expect(searchBefore('red leather seats', text, shown)).toEqual({ q: '-"Write-off"' });
    expect(searchBefore('red leather seats', { q: 'red leather' }, shown)).toEqual({});
  });
});
