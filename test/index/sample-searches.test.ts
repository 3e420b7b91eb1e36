// Searches made from the stock.
import { expect, it } from 'vitest';
import { sampleSearches } from '../../src/index/sample-searches.ts';
import { unknownListing } from '../support/listings.ts';

const textOf = (search: readonly (readonly [string, string])[]): string =>
  search.map((pair) => pair.join('=')).join('&');

it('a listing gives a search of every shape, with its own values and words', () => {
  const listing = unknownListing({
    dealer: 'north.example',
    make: 'Ford',
    model: 'Focus',
    year: 2019,
    priceGbp: 9999.5,
    mileageMiles: 30_001,
    fuelType: 'Petrol',
    transmission: 'Manual',
    engineLitres: 1.6,
    postcode: 'SW1A 1AA',
    fullDescription: 'Heated seats, parking sensors, leather, parking, 4motion.',
  });
  expect([...sampleSearches([listing])].map(textOf)).toEqual([
    'sort=year_desc',
    'make=Ford&model=Focus&sort=price_asc',
    'fuel_type=Petrol&transmission=Manual&location=SW1A 1AA&distance=3&sort=distance',
    'q=Heated seats&sort=relevance',
    'q=Haeted seats&sort=relevance',
    'make=Ford&model=Focus&year_max=2019&price_max=10000&sort=price_asc',
    'price_min=8000&price_max=12000&miles_max=33002&year_min=2019&sort=miles_asc',
    'price_max=15000&location=SW1A 1AA&distance=5&sort=distance',
    'make=Ford&engine_min=1.6&engine_max=1.6&transmission=Manual&sort=year_desc&page=20',
    'dealer=north.example&sort=price_desc',
    'q=Ford parking&location=SW1A 1AA&distance=4',
    'q=parking sensors leather',
  ]);
});

it('what a listing does not say is not searched for', () => {
  const searches = sampleSearches([
    unknownListing({ dealer: 'north.example', fullDescription: 'Heated seats' }),
  ]);
  expect([...searches].map(textOf)).toEqual([
    'sort=year_desc',
    'q=Heated seats&sort=relevance',
    'q=Haeted seats&sort=relevance',
    'dealer=north.example&sort=price_desc',
  ]);
});
