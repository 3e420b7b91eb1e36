import { describe, expect, it } from 'vitest';
import { suggestClass, suggestParameter, suggestSort } from '../../src/query/did-you-mean.ts';
import { FIELDS } from '../../src/listing/fields.ts';

const suggest = (name: string, text: string): string | undefined => {
  const field = FIELDS.find((row) => row.name === name);
  return field && suggestClass(field, text);
};

describe('the suggested parameter', () => {
  it.each([
    ['Make', 'make'],
    ['MODEL', 'model'],
    ['fuelType', 'fuel_type'],
    ['fuel-type', 'fuel_type'],
    ['fuel', 'fuel_type'],
    ['gearbox', 'transmission'],
    ['transmision', 'transmission'],
    ['max_price', 'price_max'],
    ['price_to', 'price_max'],
    ['maxprice', 'price_max'],
    ['maxPrice', 'price_max'],
    ['price_from', 'price_min'],
    ['mileage_max', 'miles_max'],
    ['min_mileage', 'miles_min'],
    ['year_from', 'year_min'],
    ['to_year', 'year_max'],
    ['engine_size_min', 'engine_min'],
    ['price_maxx', 'price_max'],
    ['postcode', 'location'],
    ['locaton', 'location'],
    ['radius', 'distance'],
    ['query', 'q'],
    ['search', 'q'],
    ['keywords', 'q'],
    ['colour', 'q'],
    ['order', 'sort'],
    ['sort_by', 'sort'],
    ['dealers', 'dealer'],
    ['pages', 'page'],
    ['brand', 'make'],
    ['pageNumber', 'page'],
    ['page_no', 'page'],
    ['zip', 'location'],
    ['near', 'location'],
    ['within', 'distance'],
    ['ordering', 'sort'],
    ['price_gte', 'price_min'],
    ['price_lte', 'price_max'],
    ['minimumPrice', 'price_min'],
    ['maximum_year', 'year_max'],
    ['priceUpTo', 'price_max'],
  ])('by %j is %j', (name, parameter) => {
    expect(suggestParameter(name)).toBe(parameter);
  });

  it.each([
    'per_page',
    'limit',
    'offset',
    'utm_source',
    'api_key',
    'x',
    '',
    '!!!',
    '__proto__',
    'constructor',
    'toString',
    'price_mix',
    'price',
    'm'.repeat(10_000),
  ])('is not clear from %j', (name) => {
    expect(suggestParameter(name)).toBeUndefined();
  });
});

describe('the suggested fuel type', () => {
  it.each([
    ['gas', 'Petrol'],
    ['Gasoline', 'Petrol'],
    ['unleaded', 'Petrol'],
    ['Pertol', 'Petrol'],
    ['Deisel', 'Diesel'],
    ['dieesl', 'Diesel'],
    ['plug-in', 'Hybrid'],
    ['Plug-in Hybrid', 'Hybrid'],
    ['PHEV', 'Hybrid'],
    ['MHEV', 'Hybrid'],
    ['EV', 'Electric'],
    ['electirc', 'Electric'],
  ])('by %j is %j', (text, fuelType) => {
    expect(suggest('fuel_type', text)).toBe(fuelType);
  });

  it.each([
    'Steam',
    'Hydrogen',
    'LPG',
    '',
    'any',
    'Petrol,Diesel',
    `Plug-in ${'hybrid '.repeat(9)}`,
    'x'.repeat(10_000),
  ])('is not clear from %j', (text) => {
    expect(suggest('fuel_type', text)).toBeUndefined();
  });
});

describe('the suggested transmission', () => {
  it.each([
    ['auto', 'Automatic'],
    ['DSG', 'Automatic'],
    ['CVT', 'Automatic'],
    ['semi-auto', 'Automatic'],
    ['manuel', 'Manual'],
    ['manaul', 'Manual'],
  ])('by %j is %j', (text, transmission) => {
    expect(suggest('transmission', text)).toBe(transmission);
  });

  it.each(['any', '', 'steam'])('is not clear from %j', (text) => {
    expect(suggest('transmission', text)).toBeUndefined();
  });
});

describe('the suggested sort', () => {
  it.each([
    ['cheapest', 'price_asc'],
    ['cheap', 'price_asc'],
    ['price', 'price_asc'],
    ['price-asc', 'price_asc'],
    ['priceAsc', 'price_asc'],
    ['Price: low to high', undefined],
    ['price low to high', 'price_asc'],
    ['most expensive', 'price_desc'],
    ['price_des', 'price_desc'],
    ['newest', 'year_desc'],
    ['year', 'year_desc'],
    ['lowest mileage', 'miles_asc'],
    ['lowest_mileage', 'miles_asc'],
    ['mileage', 'miles_asc'],
    ['nearest', 'distance'],
    ['distanse', 'distance'],
    ['dstanc', 'distance'],
    ['relevanceee', 'relevance'],
    ['relevence', 'relevance'],
  ])('by %j is %j', (text, sort) => {
    expect(suggestSort(text)).toBe(sort);
  });

  it.each(['year_asc', 'miles_desc', 'price_dsc', '-price', 'random', ''])(
    'is not clear from %j, which is near to its opposite or to nothing',
    (text) => {
      expect(suggestSort(text)).toBeUndefined();
    },
  );
});
