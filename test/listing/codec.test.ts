// Stored records are read as they were written.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecord, decodeIndexedRecord, encodeRecord } from '../../src/listing/codec.ts';
import { NOTHING_KNOWN } from '../../src/listing/listing.ts';
import { aListing } from '../support/listings.ts';

test('a record holds what no response shows, then the listing as responses show it, with two gaps', () => {
  const listing = aListing({ images: [], fullDescription: null });
  expect(encodeRecord(listing, undefined, 1)).toBe(
    `0000820000261-[1700000000000,"LS1 4AP",[53.7965,-1.5478],"VW Plug-in Hybrid DSG"]\n` +
      '"year":"2019","make":"Volkswagen","model":"Golf","mileage":31250,"fuel_type":"Hybrid","transmission":"Automatic",' +
      '"engine_size":1.4,"price":17995.5,"dealer":"north.example","url":"https%3A%2F%2Fnorth.example%2Fused%2Fa1",' +
      '"loc":"Leeds","thumbnail":"https://img.north.example/a1.jpg","images":[],"full_description":null,"distance_km":',
  );
});

test.each([
  ['a quotation mark', 'a "new" car', '"a \\"new\\" car"'],
  ['a backslash', 'C:\\cars', '"C:\\\\cars"'],
  ['a line feed', 'one\ntwo', '"one\\ntwo"'],
  ['control characters', '\u0000\u0001\u001f', '"\\u0000\\u0001\\u001f"'],
  ['half of a surrogate pair', 'a\ud83d', '"a\\ud83d"'],
  ['a whole pair', '\u{1f697}', '"\u{1f697}"'],
  ['separators of lines and paragraphs', '\u2028\u2029', '"\u2028\u2029"'],
  ['the end of a value', 'x",\n"y', '"x\\",\\n\\"y"'],
  ['the key of another field', 'x,"model":"y","distance_km":', '"x,\\"model\\":\\"y\\",\\"distance_km\\":"'],
])('%s in a text stays within its value', (_, text, value) => {
  const record = encodeRecord(aListing({ make: text, loc: text, images: [text] }), undefined, 1);
  expect(record.split('\n')).toHaveLength(2);
  expect(record).toContain(`,"make":${value},"model":`);
  expect(record).toContain(`,"loc":${value},"thumbnail":`);
  expect(decodeRecord('a/b', record)).toMatchObject({ make: text, loc: text, images: [text] });
  expect(decodeIndexedRecord('a/b', record)).toMatchObject({ make: text, model: 'Golf', loc: text });
});

test('the order in which a listing names its fields makes no difference', () => {
  const turned = Object.fromEntries(Object.entries(aListing()).reverse()) as ReturnType<typeof aListing>;
  expect(encodeRecord(turned, undefined, 1)).toBe(encodeRecord(aListing(), undefined, 1));
});

test('an arrival is the one given, else the earlier one, else now', () => {
  const earlier = encodeRecord(aListing({ arrivedAt: 42 }), undefined, 1);
  const arrivalIn = (record: string): number | undefined => decodeRecord('a/b', record)?.arrivedAt;
  expect(arrivalIn(encodeRecord(aListing({ arrivedAt: 7 }), earlier, 99))).toBe(7);
  expect(arrivalIn(encodeRecord(aListing({ arrivedAt: null }), earlier, 99))).toBe(42);
  expect(arrivalIn(encodeRecord(aListing({ arrivedAt: null }), undefined, 99))).toBe(99);
});

test.each(['', 'null', '{}', '[]', '[1,2', '[1,2,3]'])('the text %j is no record', (text) => {
  expect(decodeRecord('a/b', text)).toBeUndefined();
  expect(decodeIndexedRecord('a/b', text)).toBeUndefined();
});

test('a record that ends too early is none to a search', () => {
  const record = encodeRecord(aListing({ fullDescription: 'a tidy car' }), undefined, 1);
  expect(decodeIndexedRecord('a/b', record)).toMatchObject({ fullDescription: 'a tidy car' });
  expect(decodeIndexedRecord('a/b', record.slice(0, -1))).toBeUndefined();
  expect(decodeIndexedRecord('a/b', record.replace('a tidy car', 'a \\tidy car \\'))).toBeUndefined();
  expect(decodeIndexedRecord('a/b', record.slice(0, record.lastIndexOf(',"')))).toBeUndefined();
  expect(decodeIndexedRecord('a/b', record.replace(',"loc":', ',"lock":'))).toBeUndefined();
  expect(decodeIndexedRecord('a/b', record.slice(0, record.indexOf('\n') + 1))).toBeUndefined();
});

test('any listing is read as it was written', () => {
  const text = fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  const number = fc.oneof(fc.constant(null), fc.integer(), fc.constantFrom(0.1, 1e21, 1e-7));
  const known = fc.record({
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
    sourceTerms: text,
  });
  const listings = known.map((values) => ({ ...NOTHING_KNOWN, ...values }));
  fc.assert(
    fc.property(listings, (listing) => {
      const record = encodeRecord(listing, undefined, 0);
      expect(decodeRecord(`${listing.dealer}/${listing.id}`, record)).toEqual(listing);
      expect(record.split('\n')).toHaveLength(2);
      const { thumbnail, images } = listing;
      const rest = { ...listing, thumbnail: undefined, images: undefined };
      const searched = decodeIndexedRecord(`${listing.dealer}/${listing.id}`, record);
      expect({ ...searched, thumbnail: undefined, images: undefined }).toEqual(rest);
      expect([searched?.thumbnail === null, searched?.images.length === 0]).toEqual([
        thumbnail === null,
        images.length === 0,
      ]);
    }),
    { seed: 20240607, numRuns: 200 },
  );
});
