// The units that the names of columns say, and those of a mapping.
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import { resultsOf } from '../collect.ts';

async function numbersOf(name: string, value: string, mapping?: object): Promise<unknown> {
  const [result] = await resultsOf(`id,advert_link,make,${name}\n7,https://a.example/7,Ford,${value}\n`, {
    dealer: 'a.example',
    ...(mapping && { mapping: parseMapping(mapping, 'mapping.json') }),
  });
  if (result?.kind !== 'listing') throw new Error('no listing');
  const { mileageMiles, priceGbp, engineLitres } = result.listing;
  return mileageMiles ?? priceGbp ?? engineLitres;
}

it.each([
  ['48,280', 'K', 30_000],
  ['48280', 'k', 30_000],
  ['48', 'K', 48_000],
  ['30000', 'M', 30_000],
])('a mileage of %s beside a unit %s is %s miles', async (value, unit, miles) => {
  const rows = `<car><id>7</id><url>https://a.example/7</url><Odo Units="${unit}">${value}</Odo></car>`;
  const [result] = await resultsOf(`<stock>${rows}</stock>`, { dealer: 'a.example' });
  expect(result).toMatchObject({ listing: { mileageMiles: miles }, valueIssues: [] });
});

it.each([
  ['Miles or km', ['M', 'K', 'M'], [30_000, 18_641, 30_000]],
  ['DU', ['mi', 'kms', 'mi'], [30_000, 18_641, 30_000]],
  ['Flag3', ['k', 'k', 'k'], [18_641, 18_641, 18_641]],
  ['Flag3', ['M', 'K', 'A'], [30_000, 30_000, 30_000]],
])('a column %s of %j beside the mileages makes them %j miles', async (name, units, miles) => {
  const rows = units.map((unit, n) => `${n + 1},https://a.example/${n + 1},Ford,30000,${unit}\n`);
  const results = await resultsOf(`id,advert_link,make,Odo,${name}\n${rows.join('')}`, {
    dealer: 'a.example',
  });
  expect(results).toMatchObject(miles.map((mileageMiles) => ({ listing: { mileageMiles } })));
});

it.each([
  [{ amount: 1_399_500, currency: 'GBP', minorUnits: true }, 13_995],
  [{ amount: 13_995, minorUnits: false }, 13_995],
  [{ value: '849500', pence: 'yes' }, 8495],
  [{ amount: null, minorUnits: true }, null],
  [{ retailInPence: 699_500, label: '£6,995', minorUnit: 'pence' }, 6995],
  [{ amount: 699_500, minorUnit: 'pence' }, 6995],
  [{ minor_units: 699_500, gross_minor_units: 839_400, tax: 'excluded' }, 8394],
  [{ minor_units: 699_500, previous_minor_units: 749_500, tax: 'included' }, 6995],
  [{ v: '6,995', q: 'INC' }, 6995],
])('a price of %j is %s pounds: a scale beside the amount says what it is in', async (price, priceGbp) => {
  const [result] = await resultsOf(
    JSON.stringify([{ id: 7, url: 'https://a.example/7', make: 'Kia', price }]),
    {
      dealer: 'a.example',
    },
  );
  expect(result).toMatchObject({ listing: { priceGbp }, valueIssues: [] });
});

describe('the name of a column says what its numbers are in', () => {
  it.each([
    ['Mileage (000s)', '41', 41_000],
    ['Mileage (000s)', '41.5', 41_500],
    ['"Mileage ""000"', '41', 41_000],
    ["Miles '000", '41', 41_000],
    ["MLS'k", '41.5', 41_500],
    ['Mileage (thousands)', '"41,000"', 41_000],
    ['Odometer 000 mls', '41.3', 41_300],
    ['Clock (000 mls)', '58.6', 58_600],
    ['displacement_cm3', '1598', 1.6],
    ['Mileage (k km)', '100', 62_137],
    ['Odometer (km)', '100000', 62_137],
    ['Odometer km', '100000', 62_137],
    ['price_pence', '849500', 8495],
    ['priceInPence', '849500', 8495],
    ['Price (£k)', '8.5', 8500],
    ['£', '"8,495"', 8495],
    ['Price (£)', '8495', 8495],
    ['Price pence', '£8495', 8495],
    ['Asking €', '8495', null],
    ['Price (€)', '"8,495"', null],
    ['Price €,Price £', '9995,8495', 8495],
    ['Price €,UK price £', '9995,8495', 8495],
    ['Price €,Stg £', '9995,8495', 8495],
    ['Price (€),Price (£ sterling)', '9995,8495', 8495],
    ['Mainland price £,Price €', '8495,9995', 8495],
    ['Price €,Was £', '9995,8495', null],
    ['Price €,Deposit £', '9995,995', null],
    ['Price €,Trade price £', '9995,8495', null],
    ['Price £/€', '8495', 8495],
    ['Engine size (cc)', '998', 1],
    ['Disp. (cc)', '659', 0.7],
    ['Power kW', '96', null],
    ['Price per 1000', '96', null],
  ])('%s: %s', async (name, value, number) => {
    expect(await numbersOf(name, value)).toBe(number);
  });

  it('by a mapping', async () => {
    const columns = { Strecke: { field: 'mileage', unit: 'km', scale: 1000 } };
    expect(await numbersOf('Strecke', '100', { columns })).toBe(62_137);
    expect(await numbersOf('Preis', '849500', { columns: { Preis: { field: 'price', scale: 0.01 } } })).toBe(
      8495,
    );
  });
});

it('the price to pay counts beside the net price and the VAT', async () => {
  const rows =
    'Ref,Make,Net £,VAT £,To pay inc VAT,Page\n7,Ford,"10,000","2,000","12,000",/7\n8,Ford,"9,000","1,800",SOLD,/8\n';
  const results = await resultsOf(rows, { dealer: 'a.example' });
  expect(results).toMatchObject([{ listing: { id: '7', priceGbp: 12_000 } }, { reason: 'sold' }]);
});

describe('VAT of 20% in a column of its own is added to a price that is said to be without it, and to no other:', () => {
  it.each<[string, number | null, string[]]>([
    ['Price £,VAT £,Inc VAT\n"12,000.00","2,400.00",N', 14_400, []],
    ['Price £,VAT £,Inc VAT\n"12,345.00","2,469",No', 14_814, []],
    ['Price,VAT,Plus VAT\n12000,£2400,Y', 14_400, []],
    ['Price,VAT\n12000 + VAT,£2400', 14_400, []],
    ['Net £,VAT £\n12000,2400', 14_400, []],
    ['Price £,VAT £,Inc VAT\n"12,000.00","2,000.00",Y', 12_000, ['vat without_effect']],
    ['Price £,VAT £,Inc VAT\n"12,000.00","2,400.00",', 12_000, ['vat without_effect']],
    ['Price £,VAT £,Inc VAT\n"12,000.00",,N', null, ['price without_vat']],
    ['Price £,VAT £,Inc VAT\n"12,000.00",0.00,N', null, ['price without_vat', 'vat without_effect']],
    ['Price £,VAT £,Inc VAT\n"12,000.00",20,N', null, ['price without_vat', 'vat without_effect']],
    ['Price £,VAT £,Inc VAT\n"12,000.00","2,000.00",N', null, ['price without_vat', 'vat without_effect']],
  ])('%j', async (rows, price, issues) => {
    const [names = '', values = ''] = rows.split('\n');
    const [result] = await resultsOf(`Ref,Make,${names},Page\n7,Ford,${values},/7\n`, {
      dealer: 'a.example',
    });
    if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
    expect(result.listing.priceGbp).toBe(price);
    expect(result.valueIssues.map(({ field, reason }) => `${field} ${reason}`).sort()).toEqual(issues);
  });
});

it('the date since which a vehicle is in service is its year', async () => {
  const [result] = await resultsOf('id,make,In service since,url\n7,Ford,2021-06-14,https://a.example/7\n', {
    dealer: 'a.example',
  });
  expect(result).toMatchObject({ listing: { year: 2021 } });
});

it.each([
  '<price currency="GBP" vat="excluded" gross="17994.00">14995.00</price>',
  '<price>14995</price><price_gross>17994</price_gross><vat>ex VAT</vat>',
  '<pricing><price>14995</price><gross>17994</gross></pricing><vat>excluded</vat>',
  '<price>14995</price><gross_price>17994</gross_price><plus_vat>Yes</plus_vat>',
])('the price with VAT counts beside the one without: %s', async (prices) => {
  const record = `<car><id>1</id><url>https://a.example/1</url><make>Ford</make><miles>9000</miles>${prices}</car>`;
  const [result] = await resultsOf(`<cars>${record}</cars>`, { dealer: 'a.example' });
  expect(result?.kind === 'listing' && result.listing.priceGbp).toBe(17_994);
});

it.each([{ q: 'EXC' }, { note: '+ VAT' }, { tax: 'excluded' }])(
  'a price beside %j is without VAT',
  async (said) => {
    const car = { id: 7, url: 'https://a.example/7', make: 'Kia', price: { v: '6995', ...said } };
    const [result] = await resultsOf(JSON.stringify([car]), { dealer: 'a.example' });
    expect(result).toMatchObject({
      listing: { priceGbp: null },
      valueIssues: [{ field: 'price', reason: 'without_vat' }],
    });
  },
);

it.each<[object, number | null]>([
  [{ price: { amount: 14_995 }, web_price: { amount: 14_500, vat: 'excl' } }, 14_995],
  [{ price: { amount: 14_995, vat: 'excl' }, web_price: { amount: 14_500 } }, null],
  [{ price: { amount: 15_000, currency: 'EUR' }, sale_price: { amount: 14_000 } }, null],
  [{ price: { amount: 15_000, currency: 'EUR' }, sale_price: { amount: 14_000, currency: 'GBP' } }, 14_000],
  [{ price: { amount: 15_000, vat: 'excl' }, sale_price: { amount: 14_000, includes_vat: true } }, 14_000],
  [{ price: { amount: 15_000, sale: 14_000, currency: 'EUR' } }, null],
  [{ price: { amount: 1_499_500, vat: 'excl' }, display_price: '£14,995' }, null],
])('what is below the prices of %j makes the price %s', async (prices, priceGbp) => {
  const car = { id: 7, url: 'https://a.example/7', make: 'Kia', ...prices };
  const [result] = await resultsOf(JSON.stringify([car]), { dealer: 'a.example' });
  expect(result).toMatchObject({ listing: { priceGbp } });
});

it.each([
  [{ odometer: { reading: 48_280, unit: 'km' }, mileage: 48_280 }, 30_000],
  [{ odometer: { reading: 48_280, unit: 'km' }, mileage: 30_100 }, 30_100],
])('a unit below one of two mileages %j makes the mileage %s', async (mileages, mileageMiles) => {
  const car = { id: 7, url: 'https://a.example/7', make: 'Kia', ...mileages };
  const [result] = await resultsOf(JSON.stringify([car]), { dealer: 'a.example' });
  expect(result).toMatchObject({ listing: { mileageMiles } });
});

describe('what is below a number says what it is,', () => {
  const NOT_POUNDS = ['price not_gbp'];
  const NET = ['price without_vat'];
  it.each<[string, object, string[]]>([
    ['<asking_price currency="GBP" vat="incl">7,995</asking_price>', { priceGbp: 7995 }, []],
    ['<asking_price currency="EUR" vat="incl">7,995</asking_price>', { priceGbp: null }, NOT_POUNDS],
    ['<asking_price vat="excl">7,995</asking_price>', { priceGbp: null }, NET],
    ['<verkoopprijs valuta="EUR">7.995,00</verkoopprijs>', { priceGbp: null }, NOT_POUNDS],
    ['<vraagprijs btw="excl">7.995,00</vraagprijs>', { priceGbp: null }, NET],
    ['<endpreis mwst="inkl">7.995,00</endpreis>', { priceGbp: 7995 }, []],
    [
      '<trade_price vat="excl">4000</trade_price><web_price vat="incl">7995</web_price>',
      { priceGbp: 7995 },
      [],
    ],
    ['<web_price vat="incl">7995</web_price><price vat="excl">6999</price>', { priceGbp: null }, NET],
    ['<price currency="EUR">15000</price><sale_price>14000</sale_price>', { priceGbp: null }, NOT_POUNDS],
    ['<price vat="excl">15000</price><sale_price>14000</sale_price>', { priceGbp: null }, NET],
    ['<price vat="excl">15000</price><sale_price vat="incl">14000</sale_price>', { priceGbp: 14_000 }, []],
    ['<clock_reading unit="K">48,280</clock_reading>', { mileageMiles: 30_000 }, []],
    ['<tellerstand eenheid="M">30.500</tellerstand>', { mileageMiles: 30_500 }, []],
    ['<tellerstand eenheid="mijl">30.500</tellerstand>', { mileageMiles: 30_500 }, []],
    ['<tellerstand eenheid="K">80.467</tellerstand>', { mileageMiles: 50_000 }, []],
    ['<kilometerstand einheit="mi">30.500</kilometerstand>', { mileageMiles: 30_500 }, []],
  ])('%s', async (number, listing, issues) => {
    const car = `<car><id>1</id><url>https://a.example/1</url><make>Ford</make>${number}</car>`;
    const [result] = await resultsOf(`<cars>${car}</cars>`, { dealer: 'a.example' });
    if (result?.kind !== 'listing') throw new Error('no listing');
    expect(result.listing).toMatchObject(listing);
    expect(result.valueIssues.map(({ field, reason }) => `${field} ${reason}`)).toEqual(issues);
  });
});
