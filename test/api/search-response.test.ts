import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN, type Listing } from '../../src/listing/listing.ts';
import { toSearchResponse } from '../../src/api/vehicle.ts';
import type { Hit } from '../../src/query/search-query.ts';
import { writeSearchResponse } from '../../src/api/search-response.ts';
import { hitOf } from '../support/hit.ts';
import { unknownListing } from '../support/listings.ts';

const BASE_URL = 'https://forecourt.example';

const LISTING: Listing = {
  ...NOTHING_KNOWN,
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
  thumbnail: 'https://northgate-cars.example/8841-small.jpg',
  images: ['https://northgate-cars.example/8841-1.jpg', '/drawings/saloon.svg'],
  fullDescription: 'One owner.',
  arrivedAt: 1_770_000_000_000,
  sourceTerms: 'Jag',
};

const { id, dealer, advertUrl } = LISTING;
const UNKNOWN = unknownListing({ id, dealer, advertUrl });

function jsonOf(hits: readonly Hit[], baseUrl = BASE_URL): string {
  return writeSearchResponse({ page: 1 }, { hits, total: hits.length }, baseUrl).toString();
}

describe('a page of results', () => {
  it('answers a listing with all fifteen keys in their order', () => {
    expect(jsonOf([hitOf(LISTING, 12.3449)])).toBe(
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
    expect(jsonOf([hitOf(UNKNOWN, null)])).toBe(
      '{"results":{"cars":[{"year":null,"make":null,"model":null,"mileage":null,"fuel_type":null,"transmission":null,"engine_size":null,' +
        '"price":null,"dealer":"northgate-cars.example",' +
        '"url":"https://forecourt.example/cars/redirect/?api_target=https%3A%2F%2Fnorthgate-cars.example%2Fstock%3Fid%3D8841%26ref%3Da%20b",' +
        '"loc":null,"thumbnail":null,"images":[],"full_description":null,"distance_km":null}],' +
        '"total_vehicles":1,"current_page":1,"total_pages":1,"per_page":20}}',
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
      { hits: [hitOf(LISTING, distanceKm)], total: 1 },
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
  it.each([
    ['https://foo.example/a?b=c#d', 'https%3A%2F%2Ffoo.example%2Fa%3Fb%3Dc%23d'],
    ["https://foo.example/~a_b-c.d!(e)*'", "https%3A%2F%2Ffoo.example%2F~a_b-c.d!(e)*'"],
    ['https://foo.example/?q=a\\b"c', 'https%3A%2F%2Ffoo.example%2F%3Fq%3Da%5Cb%22c'],
    [
      'https://foo.example/Škoda/€/\u{1f697}',
      'https%3A%2F%2Ffoo.example%2F%C5%A0koda%2F%E2%82%AC%2F%F0%9F%9A%97',
    ],
  ])('encodes the whole of %s', (advertUrl, encoded) => {
    const json = jsonOf([hitOf({ ...LISTING, advertUrl }, null)], 'http://127.0.0.1:8080/cars-for-sale');
    expect(json).toContain(
      `"url":"http://127.0.0.1:8080/cars-for-sale/cars/redirect/?api_target=${encoded}","loc"`,
    );
  });
});

describe('the JSON', () => {
  it('puts the base URL only before pictures that start with a slash', () => {
    const images = ['/a.svg', 'https://foo.example/"/b.svg', '//c', '"/d', '\\"/e', 'f,"/', '/'];
    const [car] = toSearchResponse(
      { page: 1 },
      { hits: [hitOf({ ...LISTING, thumbnail: '/t.svg', images }, null)], total: 1 },
      BASE_URL,
    ).results.cars;
    expect(car.thumbnail).toBe('https://forecourt.example/t.svg');
    expect(car.images).toEqual([
      'https://forecourt.example/a.svg',
      'https://foo.example/"/b.svg',
      'https://forecourt.example//c',
      '"/d',
      '\\"/e',
      'f,"/',
      'https://forecourt.example/',
    ]);
  });

  it.each([
    [7, '"0007"'],
    [999, '"0999"'],
    [12345, '"12345"'],
    [null, 'null'],
  ])('writes the year %s as %s', (year, written) => {
    expect(jsonOf([hitOf({ ...LISTING, year }, null)])).toContain(`{"year":${written},"make"`);
  });

  it('has room for any size of page, and forgets the one before', () => {
    const small = jsonOf([hitOf(LISTING, 1)]);
    const images = Array.from({ length: 20_000 }, () => '/p');
    const large = { ...LISTING, images, fullDescription: '€'.repeat(100_000) };
    const json = jsonOf(Array.from({ length: 20 }, () => hitOf(large, 1)));
    const { cars } = (JSON.parse(json) as { results: { cars: { images: string[] }[] } }).results;
    expect(cars).toHaveLength(20);
    expect(cars[19].images[19_999]).toBe('https://forecourt.example/p');
    expect(jsonOf([hitOf(LISTING, 1)])).toBe(small);
  });

  it.each(['', '[', '[1,null,null,null,\n2019,\n', 'no listing at all'])(
    'of the text %j is refused',
    (text) => {
      const hit = { ...hitOf(LISTING, null), record: Buffer.from(text) };
      expect(() => jsonOf([hit])).toThrow(
        "the text of listing '8841' of northgate-cars.example is not whole",
      );
    },
  );

  it('says of any listing what the listing says', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"/', '\\', '\n'),
    );
    const text = fc.option(word);
    const number = fc.option(fc.oneof(fc.integer(), fc.constantFrom(0.1, 1e21, 1e-7)));
    const known = fc.record({
      id: fc.constant('1'),
      dealer: fc.domain(),
      advertUrl: fc.oneof(fc.webUrl(), fc.string({ unit: 'grapheme' })),
      year: fc.option(fc.integer({ min: 1000, max: 9999 })),
      make: text,
      model: text,
      mileageMiles: number,
      fuelType: text,
      transmission: text,
      engineLitres: number,
      priceGbp: number,
      loc: text,
      postcode: text,
      point: fc.option(
        fc.record({ lat: fc.double({ noNaN: true, noDefaultInfinity: true }), lng: fc.constant(0) }),
      ),
      thumbnail: text,
      images: fc.array(word),
      fullDescription: text,
      arrivedAt: fc.nat(),
      sourceTerms: text,
    });
    const listings = known.map((values) => ({ ...NOTHING_KNOWN, ...values }));
    const base = fc.constantFrom('', 'https://cars.example', 'https://cars.example/"a\\b"');
    const below = (address: string, baseUrl: string): string =>
      address.startsWith('/') ? `${baseUrl}${address}` : address;
    fc.assert(
      fc.property(listings, base, fc.option(fc.nat(20_000)), (listing, baseUrl, km) => {
        const { thumbnail } = listing;
        expect(JSON.parse(jsonOf([hitOf(listing, km)], baseUrl))).toEqual({
          results: {
            cars: [
              {
                year: listing.year === null ? null : String(listing.year),
                make: listing.make,
                model: listing.model,
                mileage: listing.mileageMiles,
                fuel_type: listing.fuelType,
                transmission: listing.transmission,
                engine_size: listing.engineLitres,
                price: listing.priceGbp,
                dealer: listing.dealer,
                url: `${baseUrl}/cars/redirect/?api_target=${encodeURIComponent(listing.advertUrl)}`,
                loc: listing.loc,
                thumbnail: thumbnail === null ? null : below(thumbnail, baseUrl),
                images: listing.images.map((image) => below(image, baseUrl)),
                full_description: listing.fullDescription,
                distance_km: km,
              },
            ],
            total_vehicles: 1,
            current_page: 1,
            total_pages: 1,
            per_page: 20,
          },
        });
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });
});
