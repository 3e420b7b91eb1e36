// The rows of parameters, from which parser, API description, docs and flags are made.
import { describe, expect, it } from 'vitest';
import { canonicalQuery } from '../../src/query/canonical-query.ts';
import { FILTER_PARAMETERS, getParameter, PARAMETERS } from '../../src/query/parameters.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import {
  COUNTED_VALUES,
  DISTRIBUTION_FIELDS,
  FACET_FIELDS,
  filtersOf,
  MATCHING_FIELDS,
  PER_PAGE,
} from '../../src/query/search-query.ts';
import { Problem } from '../../src/problem.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

const parse = (...pairs: (readonly [string, string])[]) => parseQuery(pairs, SMALL_GAZETTEER).query;

describe('parameters', () => {
  it('are of these kinds, in the order of the specification', () => {
    expect(PARAMETERS.map(({ name, kind, isList }) => `${name}: ${kind}${isList ? ', a list' : ''}`)).toEqual(
      [
        'q: text',
        'make: text, a list',
        'model: text, a list',
        'fuel_type: enumeration, a list',
        'transmission: enumeration, a list',
        'dealer: domains, a list',
        'price_min: integer',
        'price_max: integer',
        'miles_min: integer',
        'miles_max: integer',
        'year_min: integer',
        'year_max: integer',
        'engine_min: number',
        'engine_max: number',
        'location: postcode',
        'distance: integer',
        'sort: enumeration',
        'page: integer',
      ],
    );
  });

  it('that choose listings are all but the order and the page', () => {
    expect(FILTER_PARAMETERS).toEqual(PARAMETERS.slice(0, -2));
  });

  it('have limits', () => {
    const limits = PARAMETERS.map(({ name, min, max, maxLength }) => ({ name, min, max, maxLength }));
    expect(limits.filter(({ min, max, maxLength }) => (min ?? max ?? maxLength) !== undefined)).toEqual([
      { name: 'q', maxLength: 512 },
      { name: 'distance', min: 0, max: 6 },
      { name: 'page', min: 1 },
    ]);
    expect(getParameter('page').default).toBe(1);
  });

  it('are described in whole sentences', () => {
    for (const { name, description, brief } of PARAMETERS)
      for (const text of [description, brief])
        expect(`${name}: ${text}`).toMatch(/^\w+: (?!.*(?:NaN|undefined))[A-Z].*\.$/);
  });

  it('for limits name what they limit, its unit and what becomes of unknown values', () => {
    expect(getParameter('engine_min').description).toMatch(
      /^Minimum engine size in litres, inclusive\. Listings whose engine size is unknown are left out\. .* A plain decimal, without an exponent\.$/,
    );
    expect(getParameter('year_max').description).toMatch(
      /^Maximum (?!.* in ).*, inclusive\. Listings whose .* is unknown are left out\. (?!.*decimal)/,
    );
    expect(getParameter('engine_max').brief).toMatch(/^Maximum engine size in litres\. /);
    expect(getParameter('price_min').field).toBe('price');
  });

  it('have their bands and orders in their descriptions', () => {
    expect(getParameter('distance').meanings).toBe(
      '0: 1 km, 1: 5 km, 2: 10 km, 3: 25 km, 4: 50 km, 5: 100 km, 6: unlimited',
    );
    expect(getParameter('sort').description).toContain(
      'relevance: best match, needs q. price_asc: cheapest first ("cheap"). price_desc: most expensive first.',
    );
  });
});

describe('cells of the map', () => {
  it('are united, each once, in one order', () => {
    const { cells } = parse(['cell', '7/63/41, 7/62/40'], ['cell', '7/62/40,,7/062/40']);
    expect(cells).toEqual([
      { zoom: 7, x: 62, y: 40 },
      { zoom: 7, x: 63, y: 41 },
    ]);
    expect(canonicalQuery(parse(['cell', '7/63/41,7/62/40']))).toBe('cell=7%2F62%2F40%2C7%2F63%2F41&page=1');
  });

  it('are not sent if all are blank', () => {
    expect(parse(['cell', ' , '])).toEqual({ page: 1 });
  });

  it.each([
    [
      '7/62',
      'not_a_number',
      'cell must be zoom/column/row of a cell of the map, such as 7/250/162, with a zoom up to',
    ],
    [
      Array.from({ length: 201 }, (_, i) => `9/${i}/1`).join(),
      'too_long',
      'cell must have at most 200 values (got 201).',
    ],
    ['7/62/4\0', 'invalid_character', 'cell must not hold a NUL'],
  ])('are refused: %.20s', (text, code, message) => {
    const refused = (() => {
      try {
        return parse(['cell', text]);
      } catch (error) {
        return error;
      }
    })();
    if (!(refused instanceof Problem)) throw new Error('was accepted');
    expect(refused.issues).toMatchObject([{ parameter: 'cell', code }]);
    expect(refused.message).toContain(message);
  });

  it('may be 200', () => {
    const text = Array.from({ length: 200 }, (_, i) => `9/${i}/1`).join();
    expect(parse(['cell', text]).cells).toHaveLength(200);
  });
});

it.each([
  ['distance=3', []],
  ['location=LS1', []],
  ['location=LS1&distance=6', []],
  ['location=LS1&distance=5', ['distanceBand']],
  ['sort=year_desc&page=2&cell=7/62/40', []],
  ['q=red&price_min=5&make=Ford&distance=2&location=LS1', ['q', 'make', 'priceGbp', 'distanceBand']],
])('the filters of %s are %j', (text, filters) => {
  expect(filtersOf(parse(...new URLSearchParams(text)))).toEqual(filters);
});

it('summaries count values of six fields, models by their base, and give the limits of three and the distribution of two', () => {
  const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
  expect(namesOf(FACET_FIELDS)).toEqual(['make', 'model', 'fuel_type', 'transmission', 'dealer', 'year']);
  expect(COUNTED_VALUES.map(({ column }) => column)).toEqual(['baseModel']);
  expect(namesOf(MATCHING_FIELDS)).toEqual(['price', 'mileage', 'year']);
  expect(namesOf(DISTRIBUTION_FIELDS)).toEqual(['price', 'mileage']);
});

it('a page has 20 listings', () => {
  expect(PER_PAGE).toBe(20);
});
