import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../src/listing/fields.ts';
import { PARAMETER_NAMES, getParameter, PARAMETERS } from '../../src/query/parameters.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { findSort, SORT_ROWS } from '../../src/query/sorts.ts';
import { toSearchResponse } from '../../src/api/vehicle.ts';
import { hitOf } from '../support/hit.ts';
import { unknownListing } from '../support/listings.ts';
import { SMALL_GAZETTEER } from '../query/small-gazetteer.ts';

const VEHICLE =
  'year make model mileage fuel_type transmission engine_size price dealer url loc thumbnail images full_description distance_km';
const FEED_ONLY = 'postcode latitude longitude id advert_url arrived_at';
const PARAMETER_LIST =
  'q make model fuel_type transmission dealer price_min price_max miles_min miles_max year_min year_max engine_min ' +
  'engine_max location distance sort page';

function names(rows: readonly { readonly name: string }[]): string {
  return rows.map((row) => row.name).join(' ');
}

describe('the field table', () => {
  it('holds the fields of a Vehicle in their order', () => {
    expect(names(FIELDS.filter((field) => field.inResponse))).toBe(VEHICLE);
  });

  it('holds the fields that only feeds have', () => {
    expect(names(FIELDS.filter((field) => !field.inResponse))).toBe(FEED_ONLY);
  });

  it('says which fields a feed may carry: all but the two that answers derive', () => {
    expect(names(FIELDS.filter((field) => field.feed === undefined))).toBe('url distance_km');
  });

  it('has the keys of an answered vehicle', () => {
    const { results } = toSearchResponse(
      { page: 1 },
      { hits: [hitOf(unknownListing(), null)], total: 1 },
      'https://forecourt.example',
    );
    expect(Object.keys(results.cars[0] ?? {}).join(' ')).toBe(VEHICLE);
  });

  it('lets every answered field be null but url and images', () => {
    expect(names(FIELDS.filter((field) => field.inResponse && !field.nullable))).toBe('url images');
  });

  it('describes every field in at most 300 characters, as sentences', () => {
    for (const { name, description } of FIELDS) {
      expect(description.length, name).toBeLessThanOrEqual(300);
      expect(description, name).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('the table of sort orders', () => {
  it('holds the orders of the specification', () => {
    expect(names(SORT_ROWS)).toBe('relevance price_asc price_desc year_desc miles_asc distance');
  });

  it.each([
    [{ sort: 'price_asc' }, { property: 'priceGbp', first: 'lowest' }],
    [{ sort: 'price_desc' }, { property: 'priceGbp', first: 'highest' }],
    [{ sort: 'year_desc' }, { property: 'year', first: 'highest' }],
    [{ sort: 'miles_asc' }, { property: 'mileageMiles', first: 'lowest' }],
    [{ sort: 'relevance', q: 'golf' }, 'relevance'],
    [{ sort: 'distance', center: {} }, 'distance'],
    [{ sort: 'relevance' }, undefined],
    [{ sort: 'distance', q: 'golf' }, undefined],
    [{ q: 'golf' }, 'relevance'],
  ] as const)('for %j sorts by %j', (query, by) => {
    expect(findSort(query)?.by).toEqual(by);
  });
});

describe('the parameters', () => {
  it("are the specification's, in its order", () => {
    expect(names(PARAMETERS)).toBe(PARAMETER_LIST);
    expect(PARAMETER_NAMES.join(' ')).toBe(PARAMETER_LIST);
  });

  it.each([
    ['text', 'q make model'],
    ['enumeration', 'fuel_type transmission sort'],
    ['domains', 'dealer'],
    ['integer', 'price_min price_max miles_min miles_max year_min year_max distance page'],
    ['number', 'engine_min engine_max'],
    ['postcode', 'location'],
  ])('of kind %s are %s', (kind, list) => {
    expect(names(PARAMETERS.filter((parameter) => parameter.kind === kind))).toBe(list);
  });

  it('have the allowed values and bounds of the contract', () => {
    expect(getParameter('fuel_type').allowed).toEqual(['Petrol', 'Diesel', 'Hybrid', 'Electric']);
    expect(getParameter('transmission').allowed).toEqual(['Manual', 'Automatic']);
    expect(getParameter('sort').allowed).toEqual([
      'relevance',
      'price_asc',
      'price_desc',
      'year_desc',
      'miles_asc',
      'distance',
    ]);
    expect(getParameter('distance')).toMatchObject({ min: 0, max: 6 });
    expect(getParameter('page')).toMatchObject({ min: 1, default: 1 });
    expect(getParameter('q').maxLength).toBe(512);
  });

  it('name the field that they filter, which is in the field table', () => {
    expect(
      PARAMETERS.flatMap(({ name, field }) => (field === undefined ? [] : [`${name}:${field}`])),
    ).toEqual([
      'make:make',
      'model:model',
      'fuel_type:fuel_type',
      'transmission:transmission',
      'dealer:dealer',
      'price_min:price',
      'price_max:price',
      'miles_min:mileage',
      'miles_max:mileage',
      'year_min:year',
      'year_max:year',
      'engine_min:engine_size',
      'engine_max:engine_size',
    ]);
  });

  it('are described in at most 700 characters, as sentences', () => {
    for (const { name, description } of PARAMETERS) {
      expect(description.length, name).toBeLessThanOrEqual(700);
      expect(description, name).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('say of every range that unknown values are left out', () => {
    expect(getParameter('price_max').description).toBe(
      'Maximum price in GBP, inclusive. Listings whose price is unknown are left out. Use it for "under X". For ' +
        '"cheap" without an amount, send sort=price_asc instead.',
    );
    expect(getParameter('year_min').description).toBe(
      'Minimum year of manufacture, inclusive. Listings whose year of manufacture is unknown are left out. ' +
        'Use it for "X or newer".',
    );
  });

  it('have examples that the parser accepts', () => {
    const pairs = PARAMETERS.map(({ name, example }) => [name, String(example)] as const);
    expect(Object.keys(parseQuery(pairs, SMALL_GAZETTEER, { strict: true }).query)).toHaveLength(14);
  });
});
