// Records with several values of one field, of which a kind beside them, or the value itself, says which counts.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const CAR = { id: '7', url: 'https://hillside.example/used/7', make: 'Mazda', model: 'CX-5' };

async function readOf(record: object): Promise<unknown> {
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'hillside.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  const { listing, valueIssues } = result;
  const issues = valueIssues.map(({ field, reason, value }) => `${field} ${reason} ${value}`);
  return { make: listing.make, price: listing.priceGbp, advert: listing.advertUrl, issues };
}

const read = { make: 'Mazda', price: null, advert: 'https://hillside.example/used/7', issues: [] };

describe('of prices with their kinds', () => {
  it.each([
    ['type', 'amount', { trade: 10_400, was: 12_995, retail: 11_995 }],
    ['kind', 'value', { 'Monthly payment': 199, Advertised: 11_995 }],
    ['label', 'amount', { Cost: 9000, 'Forecourt price': 11_995 }],
    ['type', 'amount', { A: 11_995, trade: 10_400 }],
    ['kind', 'amount', { Cost: 9000, Windscreen: 12_995, 'Offer price': 11_995 }],
    ['type', 'amount', { 'Special offer': 11_995, Screen: 12_995, SIV: 8000 }],
    ['label', 'value', { Retail: 11_995, Offer: 0, 'Stand-in value': 8000 }],
    ['type', 'amount', { Retail: 11_995, 'P/Ex allowance': 3000 }],
    [
      'priceType',
      'price',
      { 'https://schema.org/ListPrice': 12_995, 'https://schema.org/SalePrice': 11_995 },
    ],
    ['kind', 'amount', { Windscreen: '£12,995 ono', 'Offer price': '£11,995 ono' }],
  ])('in %s and %s, the one that the customer pays counts: %j', async (kindName, amountName, amounts) => {
    const price = Object.entries<number | string>(amounts).map(([kind, amount]) => ({
      [kindName]: kind,
      [amountName]: amount,
    }));
    expect(await readOf({ ...CAR, price })).toEqual({ ...read, price: 11_995 });
  });

  it('a vehicle that has one for the trade alone is not listed', async () => {
    const record = { ...CAR, price: [{ type: 'trade', amount: 10_400 }] };
    const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'hillside.example' });
    expect(result).toMatchObject({ kind: 'omission', reason: 'trade_only' });
  });

  it('as attributes of XML elements, the same one does', async () => {
    const xml = `<stock><vehicle><id>7</id><url>/used/7</url><make>Mazda</make><prices>
      <price kind="trade">10400</price><price kind="retail">11995</price></prices></vehicle></stock>`;
    const [result] = await resultsOf(xml, { dealer: 'hillside.example' });
    expect(result).toMatchObject({ listing: { priceGbp: 11_995 } });
  });
});

it.each<[string, number | null]>([
  ['<p kind="trade" cur="EUR" vat="excl">6000</p><p kind="retail" cur="GBP" vat="incl">7995</p>', 7995],
  ['<p kind="trade" cur="GBP" vat="incl">6000</p><p kind="retail" cur="EUR" vat="incl">7995</p>', null],
  ['<p kind="trade" cur="GBP" vat="incl">6000</p><p kind="retail" cur="GBP" vat="excl">7995</p>', null],
  [
    '<p soort="handel" valuta="EUR" btw="excl">6000</p><p soort="particulier" valuta="GBP" btw="incl">7995</p>',
    7995,
  ],
])('a price has the currency and the VAT of its own kind: %s', async (prices, priceGbp) => {
  const list = prices.replaceAll('<p ', '<price ').replaceAll('</p>', '</price>');
  const xml = `<stock><vehicle><id>7</id><url>/used/7</url><make>Mazda</make><prices>${list}</prices></vehicle></stock>`;
  const [result] = await resultsOf(xml, { dealer: 'hillside.example' });
  expect(result).toMatchObject({ listing: { priceGbp } });
});

it.each([
  [{ list: 11_495, offer: null, formatted: '£11,495' }, 11_495],
  [{ list: 10_750, offer: 9995, formatted: '£9,995' }, 9995],
  [{ list: null, formatted: '£9,995' }, 9995],
  [{ was: 12_000, now: 11_250 }, 11_250],
  [{ monthly: 199, cash: 11_250 }, 11_250],
])('the price of a car with the pricing %j is %s', async (pricing, price) => {
  expect(await readOf({ ...CAR, pricing })).toEqual({ ...read, price });
});

describe('the address of the advert', () => {
  const { id, make, model } = CAR;
  const api = 'https://api.hillside.example/v1/vehicles/7';
  const page = 'https://hillside.example/used/7';
  it.each([
    {
      links: [
        { rel: 'self', href: 'https://hillside.example/v1/7' },
        { rel: 'advert', href: page },
      ],
    },
    { links: [{ href: api }, { href: page }] },
    { href: api, website_link: page },
    { url: api, website_link: page },
    { url: 'https://hillside.example/wp-json/cars/7', link: page },
  ])('is the page, and not the record of the interface: %j', async (addresses) => {
    expect(await readOf({ id, make, model, ...addresses })).toMatchObject({ advert: page });
  });
});

describe('the key of a record in another table', () => {
  const key = 'recQ7dK2mZx81LpWa';

  it('is no value beside one that can be read', async () => {
    const { make, ...others } = CAR;
    expect(await readOf({ ...others, Makes: [key], 'Make (from Makes)': [make] })).toEqual(read);
  });

  it.each([key, [key], '64b7f0c2a9d31e5f80c4a17b', '0b7e5f6a-1c2d-4e3f-8a9b-0c1d2e3f4a5b'])(
    'is no value and reported: %j',
    async (make) => {
      const issues = [`make unreadable '${[make].flat().join('')}'`];
      expect(await readOf({ ...CAR, make })).toMatchObject({ make: null, issues });
    },
  );

  it('leaves the make to the title', async () => {
    const { id, url } = CAR;
    expect(await readOf({ id, url, make: [key], title: 'Mazda CX-5' })).toMatchObject({ make: 'Mazda' });
  });
});

it.each([
  ['Promo GBP', 9750, '9250.00', 9250],
  ['PROMOTION £', 9750, '9250', 9250],
  ['Promo (£)', 9750, '0.00', 9750],
  ['Promotion price', 9750, '', 9750],
  ['Offer GBP', 9750, 8995, 8995],
  ['Promotion', 9750, 'Free MOT', 9750],
])('of a retail price and a %s, %j and %j, the price is %j', async (name, retail, promo, price) => {
  expect(await readOf({ ...CAR, 'Retail GBP': retail, [name]: promo })).toMatchObject({ price });
});

it.each([
  ['distanceCovered', 'mi', 31_250],
  ['distanceCovered', 'km', 19_418],
  ['odometer', 'mi', 31_250],
  ['distanceTravelled', 'km', 19_418],
])('a reading of %s in %s is the mileage', async (name, unit, mileage) => {
  const record = { ...CAR, [name]: { reading: 31_250, unit } };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'hillside.example' });
  expect(result).toMatchObject({ listing: { mileageMiles: mileage } });
});
