// Listings that travel to the thread that indexes them.
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { demoStock } from '../../src/demo/generate.ts';
import type { Row } from '../../src/engine/schema.ts';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { toRow } from '../../src/index/listing-schema.ts';
import { ListingBatchReader, ListingBatchWriter } from '../../src/index/listing-batch.ts';
import { decodeIndexedRecord, encodeRecord } from '../../src/listing/codec.ts';
import { listingKey, type IndexedFields, type Listing } from '../../src/listing/listing.ts';

const gazetteer = loadGazetteer();

/** The listings as they arrive, in batches of so many. */
function sent(listings: readonly Listing[], capacity: number): IndexedFields[] {
  const writer = new ListingBatchWriter(capacity);
  const reader = new ListingBatchReader();
  const arrived: IndexedFields[] = [];
  const take = (): void => void arrived.push(...reader.read(structuredClone(writer.take())));
  for (const listing of listings) {
    writer.add(listing);
    if (writer.isFull) take();
  }
  if (writer.size > 0) take();
  return arrived;
}

/** The rows that an index makes of the listings as they arrive. */
function sentRows(...of: Parameters<typeof sent>): Row[] {
  return sent(...of).map((listing) => toRow(listing, gazetteer));
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
  expect(sent([listing], 3)).toEqual([{ ...others, images: { length: 1 } }]);
  expect(images).toHaveLength(1);
});

it('give the rows of their stored records', () => {
  const listings = [...demoStock({ count: 300 })];
  const expected = listings.map(storedRow);
  expect(sentRows(listings, 7)).toStrictEqual(expected);
  expect(sentRows(listings, 1000)).toStrictEqual(expected);
});

it('send a text that several listings share once', () => {
  const [demo] = demoStock({ count: 1 });
  const writer = new ListingBatchWriter(2);
  for (const make of ['Kia', null]) writer.add({ ...demo, make, model: 'Ceed', sourceTerms: 'Ceed' });
  expect(writer.take().shared.filter((text) => text === 'Kia' || text === 'Ceed')).toEqual(['Kia', 'Ceed']);
  writer.add({ ...demo, make: 'Kia', model: 'Rio', sourceTerms: null });
  expect(writer.take().shared).toEqual(['Rio']);
});

it('arrive whole if more texts differ than are shared', () => {
  const [demo] = demoStock({ count: 1 });
  const listings = Array.from({ length: 120_000 }, (_, i) => ({ ...demo, model: `A ${i % 110_000}` }));
  let at = 0;
  const writer = new ListingBatchWriter(listings.length);
  for (const listing of listings) writer.add(listing);
  for (const { model, make } of new ListingBatchReader().read(writer.take())) {
    if (model !== listings[at].model || make !== demo.make) throw new Error(`listing ${at} has another name`);
    at++;
  }
  expect(at).toBe(120_000);
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
      expect(sentRows(listings, 2)).toStrictEqual(listings.map(storedRow));
    }),
    { numRuns: 100 },
  );
});
