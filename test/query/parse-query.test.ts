import { describe, expect, it } from 'vitest';
import { parseQuery, type ParsedQuery } from '../../src/query/parse-query.ts';
import { Problem, type ParameterIssue } from '../../src/problem.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

type Pair = readonly [string, string];

function parsed(...pairs: Pair[]): ParsedQuery {
  return parseQuery(pairs, SMALL_GAZETTEER);
}

function query(...pairs: Pair[]): SearchQuery {
  return parsed(...pairs).query;
}

function problem(pairs: readonly Pair[], options?: { readonly strict?: boolean }): Problem {
  try {
    parseQuery(pairs, SMALL_GAZETTEER, options);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(pairs)}`);
}

function issue(...pairs: Pair[]): ParameterIssue {
  const [first, ...more] = problem(pairs).issues;
  if (first === undefined || more.length > 0) throw new Error('there is not exactly one issue');
  return first;
}

describe('a search', () => {
  it('without parameters is the first page of everything', () => {
    expect(parsed()).toStrictEqual({ query: { page: 1 }, own: {}, ignored: [], warnings: [] });
  });

  it('may have all parameters', () => {
    expect(
      parsed(
        ['q', 'panoramic roof'],
        ['make', 'BMW'],
        ['model', '3 Series'],
        ['fuel_type', 'Diesel'],
        ['transmission', 'Automatic'],
        ['dealer', 'b.example,a.example'],
        ['price_min', '5000'],
        ['price_max', '15000'],
        ['miles_min', '0'],
        ['miles_max', '60000'],
        ['year_min', '2015'],
        ['year_max', '2020'],
        ['engine_min', '1.6'],
        ['engine_max', '3'],
        ['location', 'sw1a1aa'],
        ['distance', '3'],
        ['sort', 'price_asc'],
        ['page', '2'],
      ),
    ).toStrictEqual({
      query: {
        q: 'panoramic roof',
        make: { any: ['BMW'] },
        model: { any: ['3 Series'] },
        fuelType: { any: ['Diesel'] },
        transmission: { any: ['Automatic'] },
        dealer: { any: ['a.example', 'b.example'] },
        priceGbp: { min: 5000, max: 15000 },
        mileageMiles: { min: 0, max: 60000 },
        year: { min: 2015, max: 2020 },
        engineLitres: { min: 1.6, max: 3 },
        center: { postcode: 'SW1A 1AA', point: { lat: 51.501, lng: -0.1416 } },
        distanceBand: 3,
        sort: 'price_asc',
        page: 2,
      },
      own: {},
      ignored: [],
      warnings: [],
    });
  });

  it.each(['', ' ', '\t\r\n', '\u00a0', '\u200b', '\u3000'])(
    'takes the blank value %j as not sent',
    (blank) => {
      const names =
        'q make model fuel_type transmission dealer price_min price_max miles_min miles_max year_min';
      const more = 'year_max engine_min engine_max location distance sort page';
      const pairs = `${names} ${more}`.split(' ').map((name): Pair => [name, blank]);
      expect(parsed(...pairs)).toStrictEqual({ query: { page: 1 }, own: {}, ignored: [], warnings: [] });
    },
  );

  it('trims values', () => {
    expect(query(['price_max', ' 5000\u00a0'], ['q', '\tred  golf '], ['sort', ' price_asc '])).toStrictEqual(
      {
        q: 'red  golf',
        priceGbp: { max: 5000 },
        sort: 'price_asc',
        page: 1,
      },
    );
  });
});

describe('a parameter sent twice', () => {
  it.each<[string, string, string, SearchQuery]>([
    ['q', 'Red Golf', 'red  golf', { q: 'Red Golf', page: 1 }],
    ['make', 'VW', 'volkswagen', { make: { any: ['VW'] }, page: 1 }],
    ['model', '3-series', '3 Series', { model: { any: ['3 Series'] }, page: 1 }],
    ['fuel_type', 'petrol', 'Petrol', { fuelType: { any: ['Petrol'] }, page: 1 }],
    ['price_min', '5000', ' 05000', { priceGbp: { min: 5000 }, page: 1 }],
    ['engine_max', '2.0', '2', { engineLitres: { max: 2 }, page: 1 }],
    ['page', '2', '', { page: 2 }],
    ['page', ' ', '3', { page: 3 }],
  ])('is accepted where %s is the same: %j and %j', (name, one, other, expected) => {
    expect(query([name, one], [name, other])).toStrictEqual(expected);
    expect(query([name, other], [name, one])).toStrictEqual(expected);
  });

  it('is accepted where both postcodes are the same', () => {
    expect(query(['location', 'SW1A 1AA'], ['location', 'sw1a1aa']).center?.postcode).toBe('SW1A 1AA');
  });

  it.each([
    ['q', 'blue', 'red'],
    ['price_min', '5000', '6000'],
    ['location', 'LS1', 'SW1A 1AA'],
    ['page', '1', '2'],
  ])('is a conflict where %s differs: %j and %j', (name, one, other) => {
    expect(issue([name, one], [name, other])).toStrictEqual({
      parameter: name,
      code: 'conflicting_values',
      value: `${one}, ${other}`,
      message: `${name} must have one value (got '${one}' and '${other}').`,
    });
  });

  it('is invalid if one of the values is', () => {
    expect(issue(['fuel_type', 'Petrol'], ['fuel_type', 'Steam']).code).toBe('not_in_enum');
  });

  it('is a union for dealer', () => {
    expect(query(['dealer', 'b.example,a.example'], ['dealer', 'C.example, a.example'])).toStrictEqual({
      dealer: { any: ['a.example', 'b.example', 'c.example'] },
      page: 1,
    });
  });
});

describe('a whole number', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
  ])('may be %s, which is taken literally', (text, value) => {
    expect(query(['price_min', text])).toStrictEqual({ priceGbp: { min: value }, page: 1 });
  });

  it('of 0 is a bound', () => {
    expect(query(['miles_min', '0'])).toStrictEqual({ mileageMiles: { min: 0 }, page: 1 });
  });

  it('may be a minimum above the maximum', () => {
    expect(query(['year_min', '2020'], ['year_max', '2010'])).toStrictEqual({
      year: { min: 2020, max: 2010 },
      page: 1,
    });
  });

  it.each(['12.5', '0x10', 'NaN', 'null', 'Infinity', 'ten', '٣', '--1'])('is not %j', (text) => {
    expect(issue(['price_max', text])).toStrictEqual({
      parameter: 'price_max',
      code: 'not_an_integer',
      value: text,
      message: `price_max must be a whole number (got '${text}').`,
    });
  });

  it.each([
    ['10k', '10000'],
    ['£5000', '5000'],
    ['10,000', '10000'],
    ['5000.00', '5000'],
    ['2015.0', '2015'],
    ['1e3', '1000'],
    ['+5', '5'],
  ])('is not %j, but %s is suggested', (text, suggestion) => {
    expect(issue(['price_max', text])).toStrictEqual({
      parameter: 'price_max',
      code: 'not_an_integer',
      value: text,
      message: `price_max must be a whole number (got '${text}'). Did you mean ${suggestion}?`,
      suggestion,
    });
  });

  it.each(['9007199254740992', '-9007199254740992', '99999999999999999999', '9'.repeat(60)])(
    'is out of range at %s',
    (text) => {
      expect(issue(['price_max', text])).toStrictEqual({
        parameter: 'price_max',
        code: 'out_of_range',
        value: text,
        message: `price_max must be a whole number from -9007199254740991 to 9007199254740991 (got '${text}').`,
      });
    },
  );

  it.each(['price_min', 'price_max', 'miles_min', 'miles_max', 'year_min', 'year_max', 'distance', 'page'])(
    'is asked for by %s',
    (name) => {
      expect(issue([name, '1.5']).code).toBe('not_an_integer');
    },
  );
});

describe('a decimal number', () => {
  it.each([
    ['2', 2],
    ['1.6', 1.6],
    ['.5', 0.5],
    ['-1', -1],
    ['99999999999999999999999', 1e23],
    ['9'.repeat(400), Number.MAX_VALUE],
  ])('may be %s', (text, value) => {
    expect(query(['engine_min', text])).toStrictEqual({ engineLitres: { min: value }, page: 1 });
  });

  it.each(['NaN', 'Infinity', '-Infinity', '0x1', 'big', '1.2.3', '.'])('is not %j', (text) => {
    expect(issue(['engine_min', text])).toStrictEqual({
      parameter: 'engine_min',
      code: 'not_a_number',
      value: text,
      message: `engine_min must be a plain decimal number such as 1.4 (got '${text}').`,
    });
  });

  it.each([
    ['1e3', '1000'],
    ['2.0L', '2'],
    ['1,6', '1.6'],
  ])('is not %j, but %s is suggested', (text, suggestion) => {
    const { code, suggestion: suggested } = issue(['engine_max', text]);
    expect([code, suggested]).toEqual(['not_a_number', suggestion]);
  });
});

describe('page', () => {
  it('has no upper end but that of whole numbers', () => {
    expect(query(['page', '9007199254740991'])).toStrictEqual({ page: 9007199254740991 });
  });

  it.each(['0', '-1', '00'])('is out of range at %s', (text) => {
    expect(issue(['page', text])).toStrictEqual({
      parameter: 'page',
      code: 'out_of_range',
      value: text,
      message: `page must be a whole number of at least 1 (got '${text}').`,
    });
  });

  it('suggests nothing that would be refused', () => {
    expect(issue(['page', '0.0'])).not.toHaveProperty('suggestion');
  });
});

describe('a whole number beyond all bounds', () => {
  it.each([
    ['page', '99999999999999999999999', 'from 1 to 9007199254740991'],
    ['page', '0', 'of at least 1'],
    ['distance', '99999999999999999999999', 'from 0 to 6'],
    ['price_max', '99999999999999999999999', 'from -9007199254740991 to 9007199254740991'],
  ])('has the bound in its message: %s=%s', (name, text, bounds) => {
    const { message } = issue([name, text]);
    expect(message).toContain(`${name} must be a whole number ${bounds} (got '${text}').`);
  });
});

describe('distance', () => {
  it.each([
    ['0', 0],
    ['6', 6],
    ['03', 3],
  ])('may be the band %s', (text, band) => {
    expect(query(['distance', text])).toStrictEqual({ distanceBand: band, page: 1 });
  });

  const bands =
    'It is a band: 0 is 1 km, 1 is 5 km, 2 is 10 km, 3 is 25 km, 4 is 50 km, 5 is 100 km, 6 is unlimited.';

  it.each([
    ['7', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['30', 'out_of_range'],
    ['2.5', 'not_an_integer'],
    ['32.5', 'not_an_integer'],
    ['63 miles', 'not_an_integer'],
    ['near', 'not_an_integer'],
  ])('is not %j', (text, code) => {
    expect(issue(['distance', text])).toStrictEqual({
      parameter: 'distance',
      code,
      value: text,
      message: `distance must be a whole number from 0 to 6 (got '${text}'). ${bands}`,
    });
  });

  it.each([
    ['25', '3'],
    ['25km', '3'],
    ['10 KM', '2'],
    ['5 km', '1'],
    ['5.5 kilometres', '2'],
    ['30km', '4'],
    ['25 miles', '4'],
    ['62 mi', '5'],
    ['1 Mile', '1'],
    ['100', '5'],
    ['2.0', '2'],
  ])('is not %j, but the band %s is suggested', (text, suggestion) => {
    const found = issue(['distance', text]);
    expect(found.suggestion).toBe(suggestion);
    expect(found.message).toBe(
      `distance must be a whole number from 0 to 6 (got '${text}'). Did you mean ${suggestion}? ${bands}`,
    );
  });
});

describe('a closed set of words', () => {
  it.each<[string, string, SearchQuery]>([
    ['fuel_type', 'PETROL', { fuelType: { any: ['Petrol'] }, page: 1 }],
    ['fuel_type', 'electric', { fuelType: { any: ['Electric'] }, page: 1 }],
    ['transmission', 'manual', { transmission: { any: ['Manual'] }, page: 1 }],
    ['sort', 'Price_ASC', { sort: 'price_asc', page: 1 }],
    ['sort', 'relevance', { sort: 'relevance', page: 1 }],
    ['sort', 'distance', { sort: 'distance', page: 1 }],
  ])('takes for %s the word %s in any case', (name, text, expected) => {
    expect(query([name, text])).toStrictEqual(expected);
  });

  it('refuses another word with the allowed ones', () => {
    expect(issue(['fuel_type', 'Steam'])).toStrictEqual({
      parameter: 'fuel_type',
      code: 'not_in_enum',
      value: 'Steam',
      message: "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam').",
      allowed: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
    });
  });

  it('has the issue that the contract shows', () => {
    const { parameter, code, value, allowed, suggestion } = issue(['fuel_type', 'Steam']);
    expect(JSON.stringify({ parameter, code, value, allowed, suggestion })).toBe(
      '{"parameter":"fuel_type","code":"not_in_enum","value":"Steam","allowed":["Petrol","Diesel","Hybrid","Electric"]}',
    );
    expect(problem([['fuel_type', 'Steam']]).message).toBe(
      "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam').",
    );
  });

  it.each([
    ['fuel_type', 'gas', 'Petrol'],
    ['fuel_type', 'unleaded', 'Petrol'],
    ['fuel_type', 'plug-in hybrid', 'Hybrid'],
    ['fuel_type', 'PHEV', 'Hybrid'],
    ['fuel_type', 'EV', 'Electric'],
    ['fuel_type', 'Desel', 'Diesel'],
    ['transmission', 'auto', 'Automatic'],
    ['transmission', 'DSG', 'Automatic'],
    ['sort', 'cheapest', 'price_asc'],
    ['sort', 'newest', 'year_desc'],
    ['sort', 'lowest mileage', 'miles_asc'],
    ['sort', 'nearest', 'distance'],
  ])('refuses for %s the synonym %j and suggests %s', (name, text, suggestion) => {
    const found = issue([name, text]);
    expect([found.code, found.suggestion]).toEqual(['not_in_enum', suggestion]);
    expect(found.message).toMatch(new RegExp(`\\(got '${text}'\\)\\. Did you mean ${suggestion}\\?$`));
  });
});

describe('q', () => {
  it('may be 512 characters long, white space at the ends not counted', () => {
    expect(query(['q', ` ${'é'.repeat(512)} `]).q).toHaveLength(512);
  });

  it('is counted in code points', () => {
    expect(query(['q', '🚗'.repeat(512)]).q).toBe('🚗'.repeat(512));
    expect(issue(['q', '🚗'.repeat(513)]).code).toBe('too_long');
  });

  it('is refused when it is longer', () => {
    expect(issue(['q', 'a'.repeat(513)])).toStrictEqual({
      parameter: 'q',
      code: 'too_long',
      value: 'a'.repeat(513),
      message: `q must be at most 512 characters long (got '${'a'.repeat(64)}…').`,
    });
  });

  it('of punctuation only is still asked', () => {
    expect(query(['q', '!!!'])).toStrictEqual({ q: '!!!', page: 1 });
  });
});

describe('make and model', () => {
  it('are kept as sent, also when they are unknown or only punctuation', () => {
    expect(query(['make', 'Zeppelin'], ['model', '!!!'])).toStrictEqual({
      make: { any: ['Zeppelin'] },
      model: { any: ['!!!'] },
      page: 1,
    });
  });

  it.each([
    ['Range Rover', 'Land Rover', 'Range Rover'],
    ['RANGE-ROVER', 'Land Rover', 'Range Rover'],
    ['Land Rover Range Rover', 'Land Rover', 'Range Rover'],
    ['Ineos Grenadier', 'Ineos', 'Grenadier'],
  ])('are both read from the make %j, if it is sent without a model', (sent, make, model) => {
    expect(query(['make', sent])).toEqual({ make: { any: [make] }, model: { any: [model] }, page: 1 });
    expect(query(['make', sent], ['model', ' '])).toEqual(query(['make', sent]));
    expect(query(['make', sent], ['model', 'Sport'])).toMatchObject({
      make: { any: [sent] },
      model: { any: ['Sport'] },
    });
  });

  it.each([
    'Land Rover',
    'Landy',
    'VW',
    'Mini',
    'BMW Mini',
    'Mercedes AMG',
    '-Range Rover',
    'Ford,Range Rover',
    'Golf',
  ])('are not both read from the make %j', (sent) => {
    expect(query(['make', sent]).model).toBeUndefined();
  });
});

describe('dealer', () => {
  it('is a list of domains in any spelling, blanks dropped', () => {
    expect(query(['dealer', ' https://www.Foo.example/x ,, bar.example:80,'])).toStrictEqual({
      dealer: { any: ['bar.example', 'foo.example'] },
      page: 1,
    });
  });

  it('has one form, whatever the spelling', () => {
    const spellings = [
      'ｗｗｗ.Foo.example',
      'foo。example',
      'FOO.example.',
      'f\u00adoo.example',
      'www.foo.example',
    ];
    expect(query(['dealer', spellings.join(',')])).toStrictEqual({
      dealer: { any: ['foo.example'] },
      page: 1,
    });
    const muller = 'müller.example,xn--mller-kva.example,www.MU\u0308LLER.example';
    expect(query(['dealer', muller])).toStrictEqual({ dealer: { any: ['xn--mller-kva.example'] }, page: 1 });
  });

  it.each([',', ' , ,'])('is as if not sent when %j holds blanks only', (text) => {
    expect(query(['dealer', text])).toStrictEqual({ page: 1 });
  });

  it.each([
    ['!!!', ['!!!']],
    ['https://', ['https://']],
    ['www.,/', ['/', 'www.']],
  ])('is asked when %j is no domain, and matches no dealer', (text, dealers) => {
    expect(query(['dealer', text])).toStrictEqual({ dealer: { any: dealers }, page: 1 });
  });
});

describe('location', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    [' SW1A 1aa ', 'SW1A 1AA'],
    ['ls1', 'LS1'],
  ])('may be %j', (text, postcode) => {
    expect(query(['location', text]).center?.postcode).toBe(postcode);
  });

  it.each([
    [
      'Leeds',
      "location must be a UK postcode or a district, not the name of a place (got 'Leeds'). Did you mean LS1?",
      'LS1',
    ],
    [
      'SW',
      "location must be a UK postcode or a district, not only an area (got 'SW'). Did you mean SW1A?",
      'SW1A',
    ],
    ['ZZ99 1AA', "location must be a UK postcode in a district that exists (got 'ZZ99 1AA').", undefined],
    [
      '90210',
      "location must be a UK postcode such as SW1A 1AA, or a district such as SW1A (got '90210').",
      undefined,
    ],
  ])('is refused at %j with the reason', (text, message, suggestion) => {
    expect(issue(['location', text])).toStrictEqual({
      parameter: 'location',
      code: 'invalid_location',
      value: text,
      message,
      ...(suggestion !== undefined && { suggestion }),
    });
  });
});

describe('an invalid character', () => {
  it.each([
    'q',
    'make',
    'model',
    'fuel_type',
    'dealer',
    'price_min',
    'engine_min',
    'location',
    'sort',
    'page',
  ])('is refused in %s', (name) => {
    expect(issue([name, 'a\0b'])).toStrictEqual({
      parameter: name,
      code: 'invalid_character',
      value: 'a\0b',
      message: `${name} must not hold a NUL or half a character (got 'a\\u0000b').`,
    });
  });

  it('is refused in an unknown parameter and in its name', () => {
    expect(issue(['colour', '\0']).code).toBe('invalid_character');
    expect(issue(['colour', 'red'], ['colour', '\0']).code).toBe('invalid_character');
    expect(issue(['co\0lour', 'red'])).toMatchObject({
      parameter: 'co\\u0000lour',
      code: 'invalid_character',
    });
  });

  it('may be half of a surrogate pair, which has no UTF-8', () => {
    expect(issue(['q', 'a\ud800']).code).toBe('invalid_character');
    expect(query(['q', 'a🚗']).q).toBe('a🚗');
  });
});

describe('several bad parameters', () => {
  it('are all listed, in the order of the specification', () => {
    const { code, message, issues } = problem([
      ['page', '0'],
      ['sort', 'up'],
      ['price_max', '10k'],
      ['make', 'BMW'],
      ['fuel_type', 'Steam'],
    ]);
    expect(code).toBe('invalid_parameters');
    expect(issues.map((found) => found.parameter)).toEqual(['fuel_type', 'price_max', 'sort', 'page']);
    expect(message).toBe(
      "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam'). " +
        "price_max must be a whole number (got '10k'). Did you mean 10000? " +
        "sort must be one of relevance, price_asc, price_desc, year_desc, miles_asc, distance (got 'up'). " +
        "page must be a whole number of at least 1 (got '0').",
    );
  });
});

describe('an unknown parameter', () => {
  it('is ignored and listed, with a suggestion', () => {
    expect(
      parsed(['max_price', '5000'], ['Make', 'BMW'], ['per_page', '50'], ['colour', ''], ['make', 'Ford']),
    ).toStrictEqual({
      query: { make: { any: ['Ford'] }, page: 1 },
      own: {},
      ignored: [
        { name: 'max_price', suggestion: 'price_max' },
        { name: 'Make', suggestion: 'make' },
        { name: 'per_page' },
        { name: 'colour', suggestion: 'q' },
      ],
      warnings: [],
    });
  });

  it('is named once, however often it was sent', () => {
    expect(parsed(['x', '1'], ['x', '2']).ignored).toStrictEqual([{ name: 'x' }]);
  });

  it('is an issue in strict mode', () => {
    const { message, issues } = problem(
      [
        ['max_price', '5000'],
        ['foo', ''],
        ['fuel_type', 'Steam'],
      ],
      { strict: true },
    );
    expect(issues.map((found) => [found.parameter, found.code, found.value, found.suggestion])).toEqual([
      ['fuel_type', 'not_in_enum', 'Steam', undefined],
      ['max_price', 'unknown_parameter', '5000', 'price_max'],
      ['foo', 'unknown_parameter', '', undefined],
    ]);
    expect(message).toBe(
      "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam'). " +
        "'max_price' is not a parameter of this search. Did you mean price_max? " +
        "'foo' is not a parameter of this search.",
    );
  });

  it('that has neither name nor value is nothing', () => {
    expect(parsed(['', '']).ignored).toStrictEqual([]);
  });
});

describe('a hostile request', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'finds nothing behind the name %s',
    (name) => {
      expect(parsed([name, 'x'])).toStrictEqual({
        query: { page: 1 },
        own: {},
        ignored: [{ name }],
        warnings: [],
      });
      expect(issue(['sort', name]).code).toBe('not_in_enum');
      expect(issue(['fuel_type', name]).code).toBe('not_in_enum');
    },
  );

  it('with thousands of unknown parameters gets twenty of them listed', () => {
    const pairs = Array.from({ length: 5000 }, (_, number): Pair => [`x${number}`, '1']);
    expect(parsed(...pairs).ignored).toHaveLength(20);
    const { issues, message } = problem(pairs, { strict: true });
    expect(issues).toHaveLength(20);
    expect(message).toMatch(/'x19' is not a parameter of this search\. And 4980 more\.$/);
  });

  it('with one parameter thousands of times is read once', () => {
    const pairs = Array.from({ length: 100_000 }, (): Pair => ['page', '2']);
    expect(parsed(...pairs).query).toStrictEqual({ page: 2 });
  });

  it('with a very long name gets 64 characters of it back', () => {
    const name = 'n'.repeat(1_000_000);
    expect(parsed([name, '1']).ignored).toStrictEqual([{ name: 'n'.repeat(64) }]);
    expect(problem([[name, '1']], { strict: true }).message).toBe(
      `'${'n'.repeat(64)}…' is not a parameter of this search.`,
    );
  });

  it.each(['price_max', 'engine_max', 'sort', 'fuel_type', 'transmission', 'distance', 'location'])(
    'with a very long %s gets a short sentence',
    (name) => {
      expect(issue([name, '1,'.repeat(500_000)]).message.length).toBeLessThan(400);
    },
  );
});
