// How listings are written down.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecord, writeRecord } from '../../src/store/listing-record.ts';
import { aListing } from './a-listing.ts';

test('a record holds the fields in a fixed order, the arrival first', () => {
  expect(writeRecord(aListing({ images: [], fullDescription: null }), undefined, 1)).toBe(
    '[1700000000000,"https://north.example/used/a1",2019,"Volkswagen","Golf",31250,"Hybrid","Automatic",1.4,' +
      '17995.5,"Leeds","LS1 4AP",[53.7965,-1.5478],"https://img.north.example/a1.jpg",[],null,"VW Plug-in Hybrid DSG"]',
  );
});

test('the order in which a listing names its fields makes no difference', () => {
  const turned = Object.fromEntries(Object.entries(aListing()).reverse()) as ReturnType<typeof aListing>;
  expect(writeRecord(turned, undefined, 1)).toBe(writeRecord(aListing(), undefined, 1));
});

test('an arrival is the one given, else the earlier one, else now', () => {
  const earlier = writeRecord(aListing({ arrivedAt: 42 }), undefined, 1);
  const arrivalIn = (record: string): number | undefined => readRecord('a/b', record)?.arrivedAt;
  expect(arrivalIn(writeRecord(aListing({ arrivedAt: 7 }), earlier, 99))).toBe(7);
  expect(arrivalIn(writeRecord(aListing({ arrivedAt: null }), earlier, 99))).toBe(42);
  expect(arrivalIn(writeRecord(aListing({ arrivedAt: null }), undefined, 99))).toBe(99);
});

test.each(['', 'null', '{}', '[]', '[1,2', '[1,2,3]'])('the text %j is no record', (text) => {
  expect(readRecord('a/b', text)).toBeUndefined();
});

test('any listing is read as it was written', () => {
  const text = fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme' }));
  const number = fc.oneof(fc.constant(null), fc.integer(), fc.constantFrom(0.1, 1e21, 1e-7));
  const listings = fc.record({
    id: fc.string({ unit: 'grapheme', minLength: 1 }),
    dealer: fc.domain(),
    advertUrl: fc.webUrl(),
    year: number,
    make: text,
    model: text,
    mileageMiles: number,
    fuelType: text,
    transmission: text,
    engineLitres: number,
    priceGbp: number,
    loc: text,
    postcode: text,
    point: fc.oneof(fc.constant(null), fc.record({ lat: fc.integer(), lng: fc.integer() })),
    thumbnail: text,
    images: fc.array(fc.string({ unit: 'binary' })),
    fullDescription: text,
    arrivedAt: fc.nat(),
    wording: text,
  });
  fc.assert(
    fc.property(listings, (listing) => {
      const record = writeRecord(listing, undefined, 0);
      expect(readRecord(`${listing.dealer}/${listing.id}`, record)).toEqual(listing);
    }),
    { seed: 20240607, numRuns: 200 },
  );
});
