// Listings that travel to the thread that indexes them.
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { demoStock } from '../../../src/demo/generate.ts';
import type { Row } from '../../../src/engine/schema.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { toRow } from '../../../src/index/shared/listing-schema.ts';
import { columnsOf, listingsFromColumns } from '../../../src/index/build/first-import-index.ts';
import { decodeIndexedRecord, encodeRecord } from '../../../src/listing/codec.ts';
import { listingKey, type IndexedFields, type Listing } from '../../../src/listing/listing.ts';

const gazetteer = loadGazetteer();

/** The listings as they arrive. */
function sent(listings: readonly Listing[]): IndexedFields[] {
  return [...listingsFromColumns(structuredClone(columnsOf(listings)))];
}

/** The rows that an index makes of the listings as they arrive. */
function sentRows(listings: readonly Listing[]): Row[] {
  return sent(listings).map((listing) => toRow(listing, gazetteer));
}

/** The row that an index makes of the stored record. */
function storedRow(listing: Listing): Row | undefined {
  const stored = decodeIndexedRecord(listingKey(listing), encodeRecord(listing, undefined, 0));
  return stored && toRow(stored, gazetteer);
}

it('arrive with all values that indexes read', () => {
  const [demo] = demoStock({ count: 1 });
  const listing = {
    ...demo,
    thumbnail: null,
    images: ['https://img.example/1.jpg'],
    sourceTerms: 'VW',
  } as Listing;
  const { images, ...others } = listing;
  expect(sent([listing])).toEqual([{ ...others, images: { length: 1 } }]);
  expect(images).toHaveLength(1);
});

it('give the rows of their stored records', () => {
  const listings = [...demoStock({ count: 300 })];
  expect(sentRows(listings)).toStrictEqual(listings.map(storedRow));
});

it('give them for any values', () => {
  const [demo] = demoStock({ count: 1 });
  const text = fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }));
  const number = fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0)));
  const degrees = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constant(-0));
  const change = fc.record({
    make: text,
    model: text,
    loc: text,
    fuelType: text,
    fullDescription: text,
    sourceTerms: text,
    postcode: fc.option(fc.constantFrom('M1 1AE', 'no postcode')),
    point: fc.option(fc.record({ lat: degrees, lng: degrees })),
    mileageMiles: number,
    priceGbp: number,
    engineLitres: number,
    year: fc.option(fc.integer({ min: 1900, max: 2030 })),
    thumbnail: fc.option(fc.constant('/1.jpg')),
    images: fc.constantFrom<string[]>([], ['https://img.example/1.jpg']),
    arrivedAt: fc.integer({ min: -1e14, max: 1e14 }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
      const listings = changes.map((one, i) => ({ ...demo, ...one, id: String(i) }));
      expect(sentRows(listings)).toStrictEqual(listings.map(storedRow));
    }),
    { numRuns: 100 },
  );
});
