// Fields of one value in records that have several, units of no number, and features in columns of their own.
import { describe, expect, it } from 'vitest';
import type { FeedListing } from '../../../src/ingest/values/record-result.ts';
import { resultsOf } from '../collect.ts';

async function listingOf(members: object): Promise<FeedListing> {
  const record = { id: '1', url: 'https://a.example/1', make: 'Ford', model: 'Fiesta', ...members };
  const [result] = await resultsOf(JSON.stringify(record), { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  return result;
}

it('reads several fuels or gearboxes as one text', async () => {
  const { listing, valueIssues } = await listingOf({
    fuel_type: ['Petrol', 'Electric'],
    transmission: ['6 speed', 'Manual'],
  });
  expect(listing.fuelType).toBe('Hybrid');
  expect(listing.transmission).toBe('Manual');
  expect(listing.sourceTerms).toBe('Petrol/Electric 6 speed/Manual');
  expect(valueIssues).toEqual([]);
});

it.each<[object, object]>([
  [
    { Plate: '19', Reg: 'AB19 CDE' },
    { year: 2019, registration: 'AB19CDE' },
  ],
  [
    { Reg: 'AB68 CDE', 'Number Plate': '68 plate' },
    { year: 2018, registration: 'AB68CDE' },
  ],
  [{ Plate: '66', Year: '2017' }, { year: 2017 }],
])('takes an age identifier in a column of plates as the year: %o', async (members, expected) => {
  const { listing, vehicle } = await listingOf(members);
  expect({ ...listing, ...vehicle }).toMatchObject(expected);
});

it.each<[object, number | null, number?]>([
  [{ price: '212.40', 'price period': 'per month' }, null],
  [{ price: '500', 'Price basis': 'Deposit' }, null],
  [{ price: 8995, price_basis: 'Retail' }, 8995],
  [{ price: 8995, 'Price period': '' }, 8995],
  [{ offers: { price: '189', unitText: 'MONTH' } }, null],
  [{ offers: { priceSpecification: { price: 199, referenceQuantity: { unitCode: 'MON' } } } }, null],
  [{ offers: { price: 7995, priceSpecification: { price: 199, unitText: 'per month' } } }, 7995, 199],
])(
  'leaves out a price that is for a month or a deposit by what is beside it: %o',
  async (members, expected, out) => {
    const { listing, valueIssues } = await listingOf(members);
    expect(listing.priceGbp).toBe(expected);
    const issues = valueIssues.map(({ field, reason }) => `${field} ${reason}`);
    expect(issues).toEqual(
      expected === null ? ['price unreadable'] : out === undefined ? [] : ['price without_effect'],
    );
  },
);

it('takes a price with tax before one without it, and the year of a name with an apostrophe', async () => {
  const prices = { 'Price (tax excl.)': '9162.50', 'Price (tax incl.)': '10995.00' };
  const { listing } = await listingOf({ ...prices, "Date Reg'd": '14-Nov-18' });
  expect(listing).toMatchObject({ priceGbp: 10_995, year: 2018 });
});

it.each<[object, number | null]>([
  [
    {
      offers: {
        priceSpecification: [
          { price: 212.4, unitText: 'per month' },
          { price: '11995.00', priceType: 'https://schema.org/SalePrice' },
          { price: '12495.00', priceType: 'https://schema.org/StrikethroughPrice' },
        ],
      },
    },
    11_995,
  ],
  [
    {
      offers: {
        priceSpecification: [
          { price: 212, referenceQuantity: { value: 1, unitCode: 'MON' } },
          { price: 11_995 },
          { price: 12_495, priceType: 'StrikethroughPrice' },
        ],
      },
    },
    11_995,
  ],
  [{ prices: [{ label: 'Was', amount: 12_495 }, { amount: 11_995 }] }, 11_995],
  [{ prices: [{ amount: 50, text: 'weekly' }] }, null],
  [
    {
      prices: [
        { amount: 200, type: 'Monthly' },
        { amount: 9995, type: 'Customer price' },
      ],
    },
    9995,
  ],
  [{ prices: [{ amount: 8995, type: 'Customer' }] }, 8995],
  [{ prices: [{ amount: 8995, label: 'Buy now' }] }, 8995],
])('of the prices %j the price is %j', async (members, price) => {
  expect((await listingOf(members)).listing.priceGbp).toBe(price);
});

it('reports the prices of a list that are not that of the vehicle', async () => {
  const result = await listingOf({ prices: [{ amount: 189, term: 'per month' }, { amount: 11_995 }] });
  expect(result.ignoredColumns).toEqual(['prices.other_price.amount', 'prices.other_price.term']);
});

it.each<[object, number | null]>([
  [
    {
      adverts: {
        retailAdverts: {
          suppliedPrice: { amountGBP: 15_000 },
          totalPrice: { amountGBP: 18_000 },
          vatStatus: 'Ex VAT',
          vatScheme: 'VAT Qualifying',
        },
      },
    },
    18_000,
  ],
  [{ adverts: { forecourtPrice: { amountGBP: 15_000 }, forecourtPriceVatStatus: 'Ex VAT' } }, null],
  [{ price: 15_000, 'VAT qualifying': 'Yes', 'Price VAT status': 'Plus VAT' }, null],
  [{ price: 15_000, 'VAT type': 'Margin', 'VAT status': 'Inc VAT' }, 15_000],
])('with the VAT of %j the price is %j', async (members, price) => {
  expect((await listingOf(members)).listing.priceGbp).toBe(price);
});

it('takes the fixed price of an auction, not its opening bid', async () => {
  const { listing } = await listingOf({ Format: 'Auction', '*StartPrice': '0.99', BuyItNowPrice: '5495' });
  expect(listing.priceGbp).toBe(5495);
});

it.each([
  [{ 'Ticket £': '8995', 'Today £': '8495' }, 8495],
  [{ 'Screen price': '8995', "Today's price": '8495' }, 8495],
  [{ 'Ticket £': '7995', 'Today £': '' }, 7995],
])("takes today's price of %j", async (prices, price) => {
  expect((await listingOf(prices)).listing.priceGbp).toBe(price);
});

it('counts a price in the pennies that minor digits beside it say', async () => {
  const { listing, valueIssues } = await listingOf({ money: { advertised: 849_500, minor_digits: 2 } });
  expect(listing.priceGbp).toBe(8495);
  expect(valueIssues).toEqual([]);
});

it.each([
  [{ 'Fuel/box': 'PH/A' }, 'Hybrid', 'Automatic'],
  [{ Engine: '998cc petrol, 5sp manual' }, 'Petrol', 'Manual'],
])('takes the fuel and the gearbox of %j from one column', async (members, fuelType, transmission) => {
  expect((await listingOf(members)).listing).toMatchObject({ fuelType, transmission });
});

it.each([
  [{ Engine: '1997cc D' }, 'Diesel', 2],
  [{ Engine: '1.0 P', cc: 998 }, 'Petrol', 1],
  [{ Engine: '999cc P/E' }, 'Hybrid', 1],
  [{ Engine: '1,598cc (D)' }, 'Diesel', 1.6],
  [{ 'Engine/fuel': '1395 P' }, 'Petrol', 1.4],
  [{ Fuel: '2.0 D' }, 'Diesel', 2],
  [{ Fuel: '2.0 Foo' }, null, 2],
  [{ Fuel: '48V mild hybrid' }, 'Hybrid', null],
  [{ Engine: '2.0 T' }, null, 2],
  [{ Engine: '2.0 E' }, null, 2],
  [{ Engine: 'E 220' }, null, null],
  [{ Engine: 'D' }, 'Diesel', null],
])('takes the fuel beside an engine size: %j', async (members, fuelType, engineLitres) => {
  expect((await listingOf(members)).listing).toMatchObject({ fuelType, engineLitres });
});

it.each([
  [{ buyNow: { net: 10_000, vat: 2000, gross: 12_000 } }, 12_000],
  [{ bidding: { buyNow: { net: '9650.00', vat: '0.00', gross: '9650.00' } } }, 9650],
  [{ buyNow: { net: 10_000, vat: 2000 } }, 12_000],
  [{ buyNow: { exVat: 10_000, incVat: 12_000 } }, 12_000],
  [{ buyNow: { net: 10_000 } }, null],
  [{ guide: { gross: 9000 }, bid: { gross: 500 } }, null],
])('takes a price with VAT below its name: %j', async (members, price) => {
  expect((await listingOf(members)).listing.priceGbp).toBe(price);
});

it.each(['gear_code', 'gearbox_code', 'Gearbox code'])('takes the gearbox of %s', async (name) => {
  expect((await listingOf({ [name]: 'A8' })).listing.transmission).toBe('Automatic');
});

it('takes words before codes beside them that nothing explains', async () => {
  const members = {
    ...{ make: 12, makeName: 'Kia', fuelType: 1, fuelTypeDescription: 'Petrol' },
    ...{ transmission: '02', transmissionText: 'Automatic' },
  };
  const { listing, valueIssues, overridden } = await listingOf(members);
  expect(listing).toMatchObject({ make: 'Kia', fuelType: 'Petrol', transmission: 'Automatic' });
  expect(valueIssues).toEqual([]);
  expect(overridden).toContainEqual({ name: 'fuelType', by: 'fuelTypeDescription' });
  expect((await listingOf({ fuel: 'D', fuelName: 'Derv' })).listing.sourceTerms).toBe('D');
});

it.each([
  [1_299_500, '£12,995', 12_995],
  ['1299500', '£12,995.00', 12_995],
  [12_995, '£12,995', 12_995],
  [1_299_500, '£12,495', 1_299_500],
  [1_299_500, '12,995', 1_299_500],
])('of the price %j beside the text %j the price is %d', async (price, text, pounds) => {
  expect((await listingOf({ price, price_formatted: text })).listing.priceGbp).toBe(pounds);
});

it('reads entities in a name', async () => {
  const { listing } = await listingOf({ model: '', title: 'Ford Fiesta &#8211; one owner' });
  expect(listing.model).toBe('Fiesta');
});

it.each([
  ['10', 'PERCENT', 8095.5, []],
  ['500', 'AMOUNT', 8495, []],
  ['0.0', 'PERCENT', 8995, []],
  ['ten', 'PERCENT', 8995, ["discount 'ten'", "discount_unit 'PERCENT'"]],
])("takes a shop's discount of %s %s from its price", async (discountValue, discountMode, price, issues) => {
  const { listing, valueIssues } = await listingOf({ price: '8995', discountMode, discountValue });
  expect(listing.priceGbp).toBe(price);
  expect(valueIssues.map(({ field, value }) => `${field} ${value}`)).toEqual(issues);
});

it.each([
  ['5000', '6000', null, ["unreadable '5000 or 6000'"]],
  ['5000', '£5,000', 5000, []],
  ['', '6000', 6000, []],
])('of columns of one name, %j and %j are the price %s', async (one, other, price, issues) => {
  const csv = `id,url,make,Price,Price\n1,https://a.example/1,Ford,${one},"${other}"\n`;
  const [result] = await resultsOf(csv, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  expect(result.listing.priceGbp).toBe(price);
  expect(result.valueIssues.map(({ reason, value }) => `${reason} ${value}`)).toEqual(issues);
});

it('finds each of several texts by a search', async () => {
  const { listing, valueIssues } = await listingOf({
    colour: ['Red', 'Blue'],
    variant: ['Zetec', 'Navigation'],
    engine: ['1.0T', 'Fox'],
    gears: ['6', 'Manual'],
    dealer_name: ['Anna Cars', 'Bella Cars'],
  });
  expect(listing.model).toBe('Fiesta Zetec Navigation');
  expect(listing.engineLitres).toBe(1);
  expect(listing.transmission).toBe('Manual');
  expect(listing.sourceTerms).toBe('Red Blue Fox 6 speed Anna Cars Bella Cars');
  expect(valueIssues).toEqual([]);
});

it.each([
  ['year', [2017, 2018], '2018'],
  ['make', ['Ford', 'Opel'], "'Opel'"],
  ['mileage', ['1,000', '2,000'], "'2,000'"],
  ['price', [5000, 6000], '6000'],
  ['vin', ['WF0AXXGCDA1234567', 'WF0AXXGCDA1234568'], "'WF0AXXGCDA1234568'"],
  ['mileage_unit', ['km', 'miles'], "'miles'"],
])('counts the first %s, and reports the others', async (field, list, value) => {
  const { valueIssues } = await listingOf({ [field]: list });
  expect(valueIssues).toEqual([{ field, reason: 'too_many', value, count: 1 }]);
});

it('reports no list that says one value several times', async () => {
  const { listing, valueIssues } = await listingOf({
    make: ['Ford', ' FORD', null, ''],
    price: [5000, '5000'],
  });
  expect(listing.make).toBe('Ford');
  expect(listing.priceGbp).toBe(5000);
  expect(valueIssues).toEqual([]);
});

describe('a unit', () => {
  it.each([
    [{ engine_size: 1998, engine_unit: 'bhp' }, 'engine_size', 'unreadable', "'1998 bhp'"],
    [{ engine_unit: 'furlong' }, 'engine_unit', 'without_effect', "'furlong'"],
    [{ mileage: '12,000 miles', mileage_unit: 'furlong' }, 'mileage_unit', 'without_effect', "'furlong'"],
    [{ price: '£5,000 ono', currency: 'beads' }, 'currency', 'without_effect', "'beads'"],
    [{ price: '5,000 ono', currency: 'EUR' }, 'price', 'not_gbp', "'5,000 ono EUR'"],
  ])('of %j is reported', async (members, field, reason, value) => {
    const { valueIssues } = await listingOf(members);
    expect(valueIssues).toEqual([{ field, reason, value, count: 1 }]);
  });

  it.each([
    { mileage_unit: 'MI' },
    { engine_unit: 'CC' },
    { currency: 'GBP' },
    { price: '£5,000 ono', currency: 'GBP' },
  ])('of %j is no loss', async (members) => {
    expect((await listingOf(members)).valueIssues).toEqual([]);
  });
});

it('keeps the texts of a description beside values that are none', async () => {
  const { listing, valueIssues } = await listingOf({
    description: ['Tidy', true],
    comments: false,
    notes: 'New tyres',
  });
  expect(listing.fullDescription).toBe('Tidy\nNew tyres');
  expect(valueIssues).toEqual([
    { field: 'full_description', reason: 'unreadable', value: 'true', count: 1 },
    { field: 'full_description', reason: 'unreadable', value: 'false', count: 1 },
  ]);
});

it('describes a vehicle by the names of the features that it has', async () => {
  const { listing, valueIssues } = await listingOf({
    features: { satNav: true, heated_seats: 'Yes', towbar: false, airbags: 6, wheels: '17 inch alloys' },
  });
  expect(listing.fullDescription).toBe('sat Nav, heated seats, 6 airbags, 17 inch alloys');
  expect(valueIssues).toEqual([]);
});
