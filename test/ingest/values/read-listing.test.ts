import { describe, expect, it } from 'vitest';
import type { FeedListing } from '../../../src/ingest/values/record-result.ts';
import { FEED_FIELDS } from '../../../src/ingest/tables/feed-fields.ts';
import { readListing } from '../../../src/ingest/values/read-listing.ts';
import { FIELDS } from '../../../src/listing/fields.ts';
import { NOW, resultsOf } from '../collect.ts';

const REQUIRED = { id: '1', dealer: 'a.example', advert_url: 'https://a.example/1' };

function listingOf(values: object): FeedListing {
  const result = readListing({ kind: 'mapped', line: 7, values: { ...REQUIRED, ...values } }, NOW);
  if (result.kind !== 'listing') throw new Error(`Rejected: ${result.message}`);
  return result;
}

describe('a code that no table knows', () => {
  it.each([
    ['fuel_type', '7', 'fuelType'],
    ['fuel_type', 'X', 'fuelType'],
    ['transmission', '02', 'transmission'],
    ['make', '12', 'make'],
  ])('is no value of %s and reported: %s', (field, value, property) => {
    const { listing, valueIssues } = listingOf({ [field]: value });
    expect(listing).toMatchObject({ [property]: null });
    expect(valueIssues).toEqual([{ field, reason: 'unreadable', value: `'${value}'`, count: 1 }]);
  });

  it('may be a model, and a known letter is a fuel', () => {
    const { listing, valueIssues } = listingOf({ make: 'Peugeot', model: '208', fuel_type: 'D' });
    expect(listing).toMatchObject({ model: '208', fuelType: 'Diesel' });
    expect(valueIssues).toEqual([]);
  });
});

describe('a rejection', () => {
  const id = 'id must be a text of at most 200 printable characters';
  const dealer = 'dealer must be a domain name such as northgate-cars.example';
  const advert =
    'advert_url must be an absolute http or https address without a user name, of at most 2000 characters';
  it.each([
    [{ id: undefined }, 'missing_id', 'id is missing'],
    [{ id: null }, 'missing_id', 'id is missing'],
    [{ id: ' ' }, 'missing_id', 'id is blank'],
    [{ id: 'x'.repeat(201) }, 'invalid_id', `${id} (got '${'x'.repeat(64)}…')`],
    [{ id: 'a\nb' }, 'invalid_id', `${id} (got 'a\\u000ab')`],
    [{ id: 'a\u202eb' }, 'invalid_id', `${id} (got 'a\\u202eb')`],
    [{ id: 'a\ud800' }, 'invalid_id', `${id} (got 'a\\ud800')`],
    [{ id: 1.5 }, 'invalid_id', `${id} (got 1.5)`],
    [{ id: true }, 'invalid_id', `${id} (got true)`],
    [{ id: ['1'] }, 'invalid_id', `${id} (got an array)`],
    [{ dealer: undefined }, 'missing_dealer', 'dealer is missing'],
    [{ dealer: '' }, 'missing_dealer', 'dealer is blank'],
    [{ dealer: 'Northgate Cars' }, 'invalid_dealer', `${dealer} (got 'Northgate Cars')`],
    [{ dealer: 'localhost' }, 'invalid_dealer', `${dealer} (got 'localhost')`],
    [{ dealer: '192.0.2.1' }, 'invalid_dealer', `${dealer} (got '192.0.2.1')`],
    [{ dealer: 'a_b.example' }, 'invalid_dealer', `${dealer} (got 'a_b.example')`],
    [{ dealer: '-a.example' }, 'invalid_dealer', `${dealer} (got '-a.example')`],
    [{ dealer: 'https://' }, 'invalid_dealer', `${dealer} (got 'https://')`],
    [{ dealer: `${'a.'.repeat(130)}example` }, 'invalid_dealer', `${dealer} (got '${'a.'.repeat(32)}…')`],
    [{ dealer: 5 }, 'invalid_dealer', `${dealer} (got 5)`],
    [{ advert_url: null }, 'missing_advert_url', 'advert_url is missing'],
    [{ advert_url: ' ' }, 'missing_advert_url', 'advert_url is blank'],
    [{ advert_url: '/stock/1' }, 'invalid_advert_url', `${advert} (got '/stock/1')`],
    [{ advert_url: 'javascript:alert(1)' }, 'invalid_advert_url', `${advert} (got 'javascript:alert(1)')`],
    [{ advert_url: {} }, 'invalid_advert_url', `${advert} (got an object)`],
    [{ advert_url: 'https://me:secret@a.example/' }, 'invalid_advert_url', advert],
  ])('of %j has its line, reason and message', (values, reason, message) => {
    expect(readListing({ kind: 'mapped', line: 7, values: { ...REQUIRED, ...values } }, NOW)).toEqual({
      kind: 'rejection',
      line: 7,
      reason,
      message,
    });
  });

  it.each([
    [null, 'null'],
    [5, '5'],
    ['x', "'x'"],
    [[REQUIRED], 'an array'],
  ])('of a value that is not an object: %j', async (value, got) => {
    const feed = `${JSON.stringify(REQUIRED)}\n${JSON.stringify(value)}\n`;
    expect((await resultsOf(feed))[1]).toEqual({
      kind: 'rejection',
      line: 2,
      reason: 'not_an_object',
      message: `a record must be an object (got ${got})`,
    });
  });
});

describe('an id', () => {
  it.each([
    [8841, '8841'],
    [' AU/1 ', 'AU/1'],
    ['é'.repeat(200), 'é'.repeat(200)],
  ])('%j is kept as %j', (id, kept) => {
    expect(listingOf({ id }).listing.id).toBe(kept);
  });
});

describe('a dealer', () => {
  it.each([
    ['a.example', 'a.example'],
    [' HTTPS://www.A.Example:8080/stock?x ', 'a.example'],
    ['sub.a-b.example', 'sub.a-b.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ｗｗｗ。A.example.', 'a.example'],
  ])('%j is kept as %j', (dealer, kept) => {
    expect(listingOf({ dealer }).listing.dealer).toBe(kept);
  });
});

describe('words', () => {
  it.each([
    [{ make: 'volkswagen' }, { make: 'Volkswagen', sourceTerms: null }],
    [{ make: 'VW' }, { make: 'Volkswagen', sourceTerms: 'VW' }],
    [{ make: 'Batmobile' }, { make: 'Batmobile', sourceTerms: null }],
    [{ fuel_type: 'DIESEL' }, { fuelType: 'Diesel', sourceTerms: null }],
    [{ fuel_type: 'Hydrogen' }, { fuelType: 'Hydrogen', sourceTerms: null }],
    [{ transmission: 'Semi-Auto' }, { transmission: 'Automatic', sourceTerms: 'Semi-Auto' }],
    [{ fuel_type: 'P' }, { fuelType: 'Petrol', sourceTerms: 'P' }],
    [{ fuel_type: 'd' }, { fuelType: 'Diesel' }],
    [{ fuel_type: 'HYB' }, { fuelType: 'Hybrid' }],
    [{ fuel_type: 'E' }, { fuelType: 'Electric' }],
    [{ fuel_type: 'GASOLINE' }, { fuelType: 'Petrol' }],
    [{ fuel_type: 'PLUG_IN_HYBRID' }, { fuelType: 'Hybrid' }],
    [{ fuel_type: 'Petrol hybrid' }, { fuelType: 'Hybrid' }],
    [{ fuel_type: 'Diesel/Electric' }, { fuelType: 'Hybrid' }],
    [{ fuel_type: 'BEV' }, { fuelType: 'Electric' }],
    [{ transmission: 'M' }, { transmission: 'Manual' }],
    [{ transmission: 'a' }, { transmission: 'Automatic' }],
    [{ transmission: '6 Speed Manual' }, { transmission: 'Manual' }],
    [{ transmission: 'CVT' }, { transmission: 'Automatic' }],
    [{ transmission: 'Other' }, { transmission: 'Other', sourceTerms: null }],
    [
      { make: 'Merc', fuel_type: 'PHEV', transmission: '9G-Tronic' },
      {
        make: 'Mercedes-Benz',
        fuelType: 'Hybrid',
        transmission: 'Automatic',
        sourceTerms: 'Merc PHEV 9G-Tronic',
      },
    ],
    [
      { model: 500, loc: ' Leeds\u200b ', postcode: ' ls1  4ap' },
      { model: '500', loc: 'Leeds', postcode: 'LS1 4AP' },
    ],
    [{ full_description: ' One\r\nowner. <b>Now</b> ' }, { fullDescription: 'One owner. Now' }],
    [
      { thumbnail: '/t/1.jpg', images: '/m/1_1.jpg /m/1_2.jpg, https://c.example/3.jpg' },
      {
        thumbnail: 'https://a.example/t/1.jpg',
        images: ['https://a.example/m/1_1.jpg', 'https://a.example/m/1_2.jpg', 'https://c.example/3.jpg'],
      },
    ],
  ])('of %j become %j', (values, expected) => {
    const { listing, valueIssues } = listingOf(values);
    expect(listing).toMatchObject(expected);
    expect(valueIssues).toEqual([]);
  });
});

it('addresses have no escapes of HTML', () => {
  const { listing } = listingOf({
    advert_url: 'https://a.example/?type=car&#038;p=7',
    images: ['https://a.example/7.jpg?w=8&amp;h=6'],
  });
  expect(listing).toMatchObject({
    advertUrl: 'https://a.example/?type=car&p=7',
    images: ['https://a.example/7.jpg?w=8&h=6'],
  });
});

describe('invalid values', () => {
  const rejected = (field: string, reason: string, value: string, count = 1): object => ({
    field,
    reason,
    value,
    count,
  });
  it.each([
    [{ postcode: 'Ring us' }, { postcode: null }, [rejected('postcode', 'unreadable', "'Ring us'")]],
    [{ year: '2060' }, { year: null }, [rejected('year', 'out_of_range', "'2060'")]],
    [{ year: 2028 }, { year: null }, [rejected('year', 'out_of_range', '2028')]],
    [{ price: '€5' }, { priceGbp: null }, [rejected('price', 'not_gbp', "'€5'")]],
    [{ price: 'POA' }, { priceGbp: null }, [rejected('price', 'not_given', "'POA'")]],
    [{ mileage: -1 }, { mileageMiles: null }, [rejected('mileage', 'out_of_range', '-1')]],
    [{ engine_size: '99.9' }, { engineLitres: null }, [rejected('engine_size', 'out_of_range', "'99.9'")]],
    [{ make: 'x'.repeat(201) }, { make: null }, [rejected('make', 'too_long', `'${'x'.repeat(64)}…'`)]],
    [{ model: [1] }, { model: null }, [rejected('model', 'unreadable', 'an array')]],
    [{ loc: 'N/A' }, { loc: null }, [rejected('loc', 'not_given', "'N/A'")]],
    [{ thumbnail: 'x.jpg' }, { thumbnail: null }, [rejected('thumbnail', 'unreadable', "'x.jpg'")]],
    [
      { images: ['1.jpg', 'https://a.example/2.jpg', 3] },
      { images: ['https://a.example/2.jpg'] },
      [rejected('images', 'unreadable', "'1.jpg'", 2)],
    ],
    [{ arrived_at: 'today' }, { arrivedAt: null }, [rejected('arrived_at', 'unreadable', "'today'")]],
    [
      { arrived_at: '2026-05-19' },
      { arrivedAt: null },
      [rejected('arrived_at', 'in_future', "'2026-05-19'")],
    ],
    [{ latitude: 91, longitude: 0 }, { point: null }, [rejected('latitude', 'out_of_range', '91')]],
    [{ latitude: 51, longitude: -181 }, { point: null }, [rejected('longitude', 'out_of_range', '-181')]],
    [{ latitude: 51 }, { point: null }, [rejected('latitude', 'incomplete', '51')]],
    [{ longitude: '-1', latitude: '' }, { point: null }, [rejected('longitude', 'incomplete', "'-1'")]],
    [{ latitude: 0, longitude: '0.0' }, { point: null }, [rejected('latitude', 'zero_position', '0')]],
    [
      { year: 'x', price: 0 },
      { year: null, priceGbp: null },
      [rejected('year', 'unreadable', "'x'"), rejected('price', 'out_of_range', '0')],
    ],
  ])('in %j become %j and are reported', (values, expected, valueIssues) => {
    const item = listingOf(values);
    expect(item.listing).toMatchObject(expected);
    expect(item.valueIssues).toEqual(valueIssues);
  });

  it('are truncated if they are long descriptions', () => {
    const { listing, valueIssues } = listingOf({
      full_description: `${'x'.repeat(19_999)}😀${'y'.repeat(9)}`,
    });
    expect(listing.fullDescription).toBe('x'.repeat(19_999));
    expect(valueIssues).toEqual([rejected('full_description', 'cut', `'${'x'.repeat(64)}…'`)]);
    expect(listingOf({ full_description: 'x'.repeat(20_000) }).valueIssues).toEqual([]);
  });

  it('may be nested deeper than the call stack', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(listingOf({ make: deep, price: deep, images: deep }).valueIssues).toEqual([
      rejected('make', 'unreadable', 'an array'),
      rejected('price', 'unreadable', 'an array'),
      rejected('images', 'unreadable', 'an array'),
    ]);
  });
});

describe('a position', () => {
  it.each([
    [
      { latitude: 51.50735091, longitude: '-0.1277583' },
      { lat: 51.507351, lng: -0.127758 },
    ],
    [
      { latitude: 0, longitude: 10 },
      { lat: 0, lng: 10 },
    ],
    [
      { latitude: -90, longitude: 180 },
      { lat: -90, lng: 180 },
    ],
    [{ latitude: null, longitude: '' }, null],
  ])('of %j is %j', (values, point) => {
    const item = listingOf(values);
    expect(item.listing.point).toEqual(point);
    expect(item.valueIssues).toEqual([]);
  });
});

it('knows the fields that the field table says are imported', () => {
  const imported = FIELDS.filter((field) => field.feed !== undefined).map((field) => field.name);
  expect([...FEED_FIELDS].sort()).toEqual(imported.sort());
});
