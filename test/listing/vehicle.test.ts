import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/listing/listing.ts';
import { redirectUrl, toSearchResponse } from '../../src/listing/vehicle.ts';

const BASE_URL = 'https://forecourt.example';

const LISTING: Listing = {
  id: '8841',
  dealer: 'northgate-cars.example',
  advertUrl: 'https://northgate-cars.example/stock?id=8841&ref=a b',
  year: 2019,
  make: 'Jaguar',
  model: 'XJ',
  mileageMiles: 42150,
  fuelType: 'Diesel',
  transmission: 'Automatic',
  engineLitres: 3,
  priceGbp: 14995.5,
  loc: 'Leeds',
  postcode: 'LS1 4AP',
  point: null,
  thumbnail: 'https://northgate-cars.example/8841-small.jpg',
  images: ['https://northgate-cars.example/8841-1.jpg', '/drawings/saloon.svg'],
  fullDescription: 'One owner.',
  arrivedAt: 1_770_000_000_000,
  wording: 'Jag',
};

const NOTHING_KNOWN: Listing = {
  ...LISTING,
  year: null,
  make: null,
  model: null,
  mileageMiles: null,
  fuelType: null,
  transmission: null,
  engineLitres: null,
  priceGbp: null,
  loc: null,
  thumbnail: null,
  images: [],
  fullDescription: null,
};

describe('a page of results', () => {
  it('answers a listing with all fifteen keys in their order', () => {
    const response = toSearchResponse(
      { page: 1 },
      { hits: [{ listing: LISTING, distanceKm: 12.3449 }], total: 1 },
      BASE_URL,
    );
    expect(JSON.stringify(response)).toBe(
      '{"results":{"cars":[{"year":"2019","make":"Jaguar","model":"XJ","mileage":42150,"fuel_type":"Diesel",' +
        '"transmission":"Automatic","engine_size":3,"price":14995.5,"dealer":"northgate-cars.example",' +
        '"url":"https://forecourt.example/cars/redirect/?api_target=https%3A%2F%2Fnorthgate-cars.example%2Fstock%3Fid%3D8841%26ref%3Da%20b",' +
        '"loc":"Leeds","thumbnail":"https://northgate-cars.example/8841-small.jpg",' +
        '"images":["https://northgate-cars.example/8841-1.jpg","https://forecourt.example/drawings/saloon.svg"],' +
        '"full_description":"One owner.","distance_km":12.34}],' +
        '"total_vehicles":1,"current_page":1,"total_pages":1,"per_page":20}}',
    );
  });

  it('answers null for what is not known, and never for url and images', () => {
    const response = toSearchResponse(
      { page: 1 },
      { hits: [{ listing: NOTHING_KNOWN, distanceKm: null }], total: 1 },
      BASE_URL,
    );
    expect(JSON.stringify(response.results.cars[0])).toBe(
      '{"year":null,"make":null,"model":null,"mileage":null,"fuel_type":null,"transmission":null,"engine_size":null,' +
        '"price":null,"dealer":"northgate-cars.example",' +
        '"url":"https://forecourt.example/cars/redirect/?api_target=https%3A%2F%2Fnorthgate-cars.example%2Fstock%3Fid%3D8841%26ref%3Da%20b",' +
        '"loc":null,"thumbnail":null,"images":[],"full_description":null,"distance_km":null}',
    );
  });

  it.each([
    [0, 0],
    [0.004, 0],
    [0.005, 0.01],
    [4.999, 5],
    [1234.5678, 1234.57],
  ])('rounds a distance of %d km to %d', (distanceKm, rounded) => {
    const { results } = toSearchResponse(
      { page: 1 },
      { hits: [{ listing: LISTING, distanceKm }], total: 1 },
      BASE_URL,
    );
    expect(results.cars[0]?.distance_km).toBe(rounded);
  });

  it.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [99_187, 4960],
  ])('counts for %d listings %d pages', (total, pages) => {
    const { results } = toSearchResponse({ page: 1 }, { hits: [], total }, BASE_URL);
    expect(results.total_pages).toBe(pages);
  });

  it('is empty past the last page, with the page as asked and true totals', () => {
    expect(toSearchResponse({ page: 900 }, { hits: [], total: 21 }, BASE_URL)).toEqual({
      results: { cars: [], total_vehicles: 21, current_page: 900, total_pages: 2, per_page: 20 },
    });
  });
});

describe('the redirect address', () => {
  it('encodes the whole address of the advert', () => {
    expect(redirectUrl('https://foo.example/a?b=c#d', 'http://127.0.0.1:8080/cars-for-sale')).toBe(
      'http://127.0.0.1:8080/cars-for-sale/cars/redirect/?api_target=https%3A%2F%2Ffoo.example%2Fa%3Fb%3Dc%23d',
    );
  });
});
