// What the lines above a list of vehicles say of all of them, and cards of labels and numbered sentences that rely on it.
import { describe, expect, it } from 'vitest';
import { noticeOf } from '../../../../src/ingest/read/feed-record.ts';
import {
  factsIn,
  unsaid,
  withFacts,
  type Stated,
} from '../../../../src/ingest/read/beside/stated-for-all.ts';
import { resultsOf } from '../../collect.ts';
import { fieldOf } from '../field-of.ts';

const dealer = 'kyoto.example';

function statedIn(text: string): Stated {
  return withFacts({}, factsIn(noticeOf('outside_records', 1, text), dealer, {}));
}

async function read(lines: readonly string[]): Promise<unknown[]> {
  const results = await resultsOf(lines.join('\n'), { dealer });
  return results.map((result) => {
    if (result.kind !== 'listing') return { left: result.reason };
    const { advertUrl, make, model, year, mileageMiles: miles, priceGbp: price } = result.listing;
    const { fuelType: fuel, transmission: gearbox, images } = result.listing;
    return {
      page: advertUrl.slice(22),
      make,
      model,
      year,
      miles,
      price,
      fuel,
      gearbox,
      images: images.length,
    };
  });
}

describe('the lines above a list', () => {
  it.each([
    ['Everything manual and diesel unless it says.', { transmission: 'Manual', fuel_type: 'Diesel' }],
    ['All our vans are diesel with manual gearboxes', { transmission: 'Manual', fuel_type: 'Diesel' }],
    [
      'No VAT. All petrol, automatic, except where I put it. Ring Jo',
      { transmission: 'Automatic', fuel_type: 'Petrol' },
    ],
    ['All diesel unless stated', { fuel_type: 'Diesel' }],
    ['Each is electric', { fuel_type: 'Electric' }],
    ['all odometers are in KM unless I say miles', { mileage_unit: 'km' }],
    ['Mileages all kilometres', { mileage_unit: 'km' }],
    ['All cars at Mill Yard, Bodmin PL31 2QT', { postcode: 'PL31 2QT' }],
  ])('say of all vehicles: %s', (line, said) => {
    expect(statedIn(line)).toEqual(said);
  });

  it.each([
    'All diesel vans are automatic',
    'All our diesel cars are serviced',
    'Everything petrol and diesel serviced here',
    'All petrol and diesel',
    'All automatic',
    'Most are manual',
    'Diesel and manual',
    'All prices are in pounds, 12 km from Bodmin',
    'The imports are in km',
  ])('say nothing of all vehicles: %s', (line) => {
    expect(statedIn(line)).toEqual({});
  });
});

it('what a vehicle says itself, in a column or a word, counts before what is said of all', () => {
  const said = { fuel_type: 'Diesel', transmission: 'Manual', mileage_unit: 'km', postcode: 'PL31 2QT' };
  const added = (value: object): string[] => {
    const names = Object.keys(value);
    const columns = names.map((name) => ({ field: fieldOf(name) ?? '' }));
    return unsaid(said, names, columns, Object.values(value)).map(([field]) => field);
  };
  expect(added({ title: 'Kia Rio', url: 'https://diesel-auto.example/1' })).toEqual(Object.keys(said));
  expect(added({ title: 'Kia Rio petrol' })).toEqual(['transmission', 'mileage_unit', 'postcode']);
  expect(added({ title: 'Kia Rio', description: ['DSG auto', 'petrol, not diesel'] })).toEqual([
    'mileage_unit',
    'postcode',
  ]);
  expect(added({ title: 'Kia Rio', Miles: '61,000', Fuel: 'P', town: 'Truro' })).toEqual(['transmission']);
  expect(added({ title: 'Kia Rio', Miles: '61,000', Fuel: '', town: 'Truro' })).toEqual([
    'fuel_type',
    'transmission',
  ]);
});

it.each([
  ['Everything manual and diesel unless it says', ['Diesel', 'Petrol']],
  ['Everything diesel. All our cars are petrol', [null, 'Petrol']],
])('what a line above a table says counts in the same way: %s', async (line, fuels) => {
  const rows = ['Make,Model,Notes,Link', 'Kia,Rio,,/rio', 'Seat,Ibiza,petrol,/ibiza'];
  const results = await resultsOf([`${line},,,`, ...rows].join('\n'), { dealer });
  expect(results.map((one) => (one.kind === 'listing' ? one.listing.fuelType : one.reason))).toEqual(fuels);
});

describe('cards of labels and values', () => {
  const above = [
    'Kyoto Kars, landed',
    'www.kyoto.example  Ipswich, IP3 0AA',
    'Mileages are all km.',
    '',
    '=====',
  ];

  it('have the unit that is stated above them, and pictures in further lines', async () => {
    const feed = [
      ...above,
      ...['Vehicle ..... Subaru Forester 2.0 XT', 'Year ........ 2009', 'Odometer .... 91,000'],
      ...['Fuel ........ petrol', 'Price ....... £5,995', 'Link ........ https://kyoto.example/c/forester'],
      ...['Photos ...... https://kyoto.example/p/1.jpg, https://kyoto.example/p/2.jpg', '====='],
      ...['No:      K7', 'Vehicle: Mitsubishi Pajero 3.2', 'Year:    2005 (imported 2019)'],
      ...['Clock:   77,000 miles', 'Price:   £6,495', 'Page:    https://kyoto.example/c/pajero'],
      ...['Pics:    https://kyoto.example/p/3.jpg', '         https://kyoto.example/p/4.jpg', '====='],
      ...[
        'Vehicle: Nissan Stagea 2.5   ** SOLD - thanks **',
        'Year:    2002',
        'Clock:   135k',
        'Gears:   auto',
      ],
      ...['Page:    https://kyoto.example/c/stagea', '====='],
      ...['Vehicle: Toyota Aqua 1.5 S', 'Year:    2015', 'Clock:   70k', 'Gears:   auto', 'Price:   P.O.A.'],
      ...['Page:    https://kyoto.example/c/aqua'],
    ];
    expect(await read(feed)).toMatchObject([
      { page: 'c/forester', make: 'Subaru', year: 2009, miles: 56_545, price: 5995, images: 2 },
      { page: 'c/pajero', make: 'Mitsubishi', year: 2005, miles: 77_000, price: 6495, images: 2 },
      { left: 'sold' },
      { page: 'c/aqua', model: 'Aqua 1.5 S', year: 2015, miles: 43_496, price: null, gearbox: 'Automatic' },
    ]);
  });

  it('may be followed by rows whose cells are set apart by slashes', async () => {
    const feed = [
      ...above,
      ...[
        'Vehicle: Honda Fit 1.3',
        'Year: 2012',
        'Clock: 61,000',
        'Price: £4,250',
        'kyoto.example/c/fit',
        '=====',
      ],
      ...['from here one line each', 'no / car / year / clock / fuel / price / page', ''],
      'K8 / Suzuki Jimny 0.7 / 2009 / 88,000 / petrol / £6,250 / https://kyoto.example/c/jimny',
      'K9 / Mazda Bongo 2.5 / 2001 / 143,000 / diesel / sold last week / https://kyoto.example/c/bongo',
    ];
    expect(await read(feed)).toMatchObject([
      { page: 'c/fit', miles: 37_904, price: 4250 },
      { page: 'c/jimny', make: 'Suzuki', year: 2009, miles: 54_681, price: 6250, fuel: 'Petrol' },
      { left: 'sold' },
    ]);
  });
});

it('a gearbox stated for all is that of a row whose own cell is blank', async () => {
  const feed = [
    'All manual unless it says auto',
    'no,car,year,fuel,box,price,page',
    'K1,Kia Rio 1.2,2016,petrol,,"£5,995",https://kyoto.example/c/rio',
    'K2,Kia Niro 1.6,2018,hybrid,auto,"£9,995",https://kyoto.example/c/niro',
  ];
  expect(await read(feed)).toMatchObject([
    { page: 'c/rio', gearbox: 'Manual' },
    { page: 'c/niro', gearbox: 'Automatic' },
  ]);
});

describe('numbered sentences in a mail', () => {
  it('have the fuel and the gearbox stated above them unless they say other ones', async () => {
    const item = (name: string, page: string, ...more: string[]): string[] => [
      '',
      name,
      `   https://kyoto.example/${page}`,
      ...more,
    ];
    const feed = [
      "Morning, this week's list. All petrol and manual unless I put otherwise.",
      'We are at Mill Yard, Bodmin PL31 2QT, and the site is https://kyoto.example and so on.',
      ...item(
        '1. Ford Fiesta 1.25 Zetec from 2014. 61,000 miles. £4,250',
        'fiesta',
        '  kyoto.example/p/1.jpg',
      ),
      ...item('2. Vauxhall Corsa 1.3 CDTI DIESEL, 2013, 88k miles, was £3,250 now £2,995', 'corsa'),
      ...item('3. Honda Jazz 1.4, 2012, 54 thousand miles, £4,495, Mrs Hale left a deposit', 'jazz'),
      ...item('4. Kia Picanto 1.0, 2016, 44,000 miles, £4,995 - SOLD to a lady in Truro', 'picanto'),
      ...item(
        "5. Mum's car: Toyota Yaris 1.3, 2011, 47k, price: ask. pics: https://kyoto.example/p/2.jpg",
        'yaris',
      ),
      ...item('6. Fiat 500 1.2, 2015, 39,500 miles, £4,795, Jo says take it off the website', 'fiat'),
      ...item('7. BMW i3 ELECTRIC auto, 2017, 51,000 miles, £10,995', 'i3'),
      ...item('8. Cattle trailer, twin axle, £1,400', 'trailer'),
    ];
    expect(await read(feed)).toMatchObject([
      {
        page: 'fiesta',
        year: 2014,
        miles: 61_000,
        price: 4250,
        fuel: 'Petrol',
        gearbox: 'Manual',
        images: 1,
      },
      { page: 'corsa', year: 2013, miles: 88_000, price: 2995, fuel: 'Diesel', gearbox: 'Manual' },
      { left: 'reserved' },
      { left: 'sold' },
      { page: 'yaris', make: 'Toyota', year: 2011, miles: 47_000, price: null, fuel: 'Petrol', images: 1 },
      { left: 'not_published' },
      { page: 'i3', miles: 51_000, fuel: 'Electric', gearbox: 'Automatic' },
    ]);
  });
});
