// Facts that stand only in the text that names the vehicle.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

async function factsOf(title: string, more: Readonly<Record<string, string>> = {}): Promise<object> {
  const record = { id: '7', advert_link: 'https://a.example/7', title, ...more };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error('no listing');
  const { year, make, mileageMiles, fuelType, transmission, engineLitres, priceGbp } = result.listing;
  const all = { year, make, mileageMiles, fuelType, transmission, engineLitres, priceGbp };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

it.each([
  [
    { fuel: 'PX', gearbox: '8' },
    { fuelType: 'Hybrid', transmission: 'Automatic' },
  ],
  [
    { fuel: 'P', gearbox: 'M' },
    { fuelType: 'Petrol', transmission: 'Manual' },
  ],
  [{ fuel: 'Hydrogen' }, { fuelType: 'Hydrogen', transmission: 'Automatic' }],
  [
    { fuel: 'Unknown', gearbox: 'Not specified' },
    { fuelType: 'Hybrid', transmission: 'Automatic' },
  ],
])('a title counts before codes that nothing explains: %j', async (codes, expected) => {
  expect(await factsOf('Toyota Corolla 1.8 Hybrid Automatic', codes)).toMatchObject(expected);
});

describe('a title gives the facts that no column has', () => {
  it.each([
    ['2017 (67) Ford Fiesta 1.0 EcoBoost', { year: 2017, make: 'Ford', engineLitres: 1 }],
    ['2017/67 Ford Fiesta Petrol', { year: 2017, make: 'Ford', fuelType: 'Petrol' }],
    ['Ford Fiesta Zetec 2017 (17)', { year: 2017, make: 'Ford' }],
    ['Ford Fiesta Zetec 2017', { year: 2017, make: 'Ford' }],
    ['2018 (182) Toyota Corolla Hybrid', { year: 2018, make: 'Toyota', fuelType: 'Hybrid' }],
    ['Ford Ka Style 1.2 2012 with one owner', { year: 2012, make: 'Ford', engineLitres: 1.2 }],
    ['Ford Transit Tipper 1999 kg payload', { make: 'Ford' }],
    ['Used Peugeot 2008 Active', { make: 'Peugeot' }],
    ['Ford Fiesta 67 plate', { year: 2017, make: 'Ford' }],
    ['182 Toyota Yaris Hybrid', { year: 2018, make: 'Toyota', fuelType: 'Hybrid' }],
    ['Used 67 Ford Fiesta 1.0', { year: 2017, make: 'Ford', engineLitres: 1 }],
    ['(12) Land Rover Freelander', { year: 2012, make: 'Land Rover' }],
    ["'65 plate Kia Picanto", { year: 2015, make: 'Kia' }],
    ['17 inch Ford alloys', {}],
    ['911 Porsche Carrera', {}],
    ['Ford MT-12', {}],
    ['1959 Hillman Husky', { year: 1959, make: 'Hillman' }],
    ['Peugeot 2008', { make: 'Peugeot' }],
    ['Peugeot 2008 Active 1.2', { make: 'Peugeot', engineLitres: 1.2 }],
    ['2019 Peugeot 2008 Active', { year: 2019, make: 'Peugeot' }],
    ['Skoda Octavia TDI DSG', { make: 'Skoda', fuelType: 'Diesel', transmission: 'Automatic' }],
    ['Volkswagen Golf GTE TSI', { make: 'Volkswagen' }],
    ['Ford Focus electric windows', { make: 'Ford' }],
    ['Ford Focus auto-dimming mirror, auto-hold, Auto Trader approved', { make: 'Ford' }],
    ['Ford Fiesta 1.25 Zetec', { make: 'Ford', engineLitres: 1.25 }],
    ['Ford Focus, 1,596cc', { make: 'Ford', engineLitres: 1.6 }],
    ['Ford Capri 1993 cc', { make: 'Ford', engineLitres: 2 }],
    ['Ford Focus - 41,200 miles - £7,495', { make: 'Ford', mileageMiles: 41_200, priceGbp: 7495 }],
    ['Ford Focus 41k miles', { make: 'Ford', mileageMiles: 41_000 }],
    ['Ford Focus 41,200 mi', { make: 'Ford', mileageMiles: 41_200 }],
    ['Ford Focus - NOW £7,495 (was £7,995)', { make: 'Ford', priceGbp: 7495 }],
    ['Ford Focus - £7,495 - £189 admin fee', { make: 'Ford', priceGbp: 7495 }],
    ['Ford Focus - £7,495 or £6,995', { make: 'Ford' }],
    ['Ford Focus, new timing chain (cost £850)', { make: 'Ford' }],
    ['Ford Focus - £165 road tax', { make: 'Ford' }],
    ['Ford Focus £190 a year tax', { make: 'Ford' }],
    ['Ford Focus - £4,150 tax and MOT', { make: 'Ford', priceGbp: 4150 }],
    ['Ford Focus - SAVE £3,000', { make: 'Ford' }],
    ['Ford Focus £500 deposit', { make: 'Ford' }],
    ['Ford Focus £1,000 off', { make: 'Ford' }],
    ['Ford Focus, £2,150 of extras, £7,495', { make: 'Ford', priceGbp: 7495 }],
    ['Ford Focus £7,495', { make: 'Ford', priceGbp: 7495 }],
    ['Ford Focus, new timing chain for £850, price on application', { make: 'Ford' }],
    [
      'Ford Focus, auto, dsl, electric windows',
      { make: 'Ford', fuelType: 'Diesel', transmission: 'Automatic' },
    ],
    ['Ford Focus, manual for the car, auto lights', { make: 'Ford', transmission: 'Manual' }],
    ['Ford Focus, MOT at 40,000 miles, 41,200 miles', { make: 'Ford' }],
  ])('%s', async (title, facts) => {
    expect(await factsOf(title)).toEqual(facts);
  });

  it('an engine size beside a model in a column of its own', async () => {
    expect(await factsOf('Dacia Duster 1.5 dCi', { brand: 'Dacia', model: 'Duster' })).toEqual({
      make: 'Dacia',
      engineLitres: 1.5,
      fuelType: 'Diesel',
    });
  });

  it.each([
    [
      { make: 'Dacia', model: 'Duster', series: '1.5 dCi Laureate 4x4' },
      { engineLitres: 1.5, fuelType: 'Diesel' },
    ],
    [{ make: 'Ford', model: 'Focus', model_description: '1.6 TDCi Zetec' }, { engineLitres: 1.6 }],
    [{ make: 'Ford', model: 'Focus 1.0', series: '1.6 TDCi Zetec' }, { engineLitres: 1 }],
    [{ make: 'Volvo', model: 'XC90', series: '2.0 T8', engine_size: '1969 cc' }, { engineLitres: 2 }],
    [{ make: 'BMW', model: '5 Series', series: '520d M Sport' }, { engineLitres: null }],
  ])('an engine size and a fuel in any column that names the model: %j', async (record, expected) => {
    const text = JSON.stringify([{ id: '7', advert_link: 'https://a.example/7', ...record }]);
    const [result] = await resultsOf(text, { dealer: 'a.example' });
    expect(result?.kind === 'listing' && result.listing).toMatchObject(expected);
  });

  it('but for those that a column has', async () => {
    expect(await factsOf('2017 Ford Fiesta Petrol', { year: '2016', fuel: 'Diesel' })).toEqual({
      year: 2016,
      make: 'Ford',
      fuelType: 'Diesel',
    });
  });
});

it.each([
  ['Hillman Husky', { year: '1959' }, { make: 'Hillman', model: 'Husky' }],
  ['Mercedes-Benz 190 SL', { miles: '71000' }, { make: 'Mercedes-Benz', model: '190 SL' }],
  ['Austin Healey 100/4', { year: '1954' }, { make: 'Austin-Healey', model: '100/4' }],
  ['Rover service history folder', {}, { make: null, model: null }],
  ['Rover of the year award as seen on television', { year: '1999' }, { make: null, model: null }],
])(
  'the make of a short title %j is read beside %j, although the model is not known',
  async (title, more, expected) => {
    const record = { id: '7', advert_link: 'https://a.example/7', title, ...more };
    const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
    expect(result?.kind === 'listing' && result.listing).toMatchObject(expected);
  },
);

it.each(['auto', 'auto-listing', 'Autos'])('a kind of record is no gearbox: %s', async (type) => {
  expect(await factsOf('Kia Rio 1.2', { type })).toEqual({ make: 'Kia', engineLitres: 1.2 });
});

describe('a category names the make, if it or the title names a model of it', () => {
  const cars = (below: string): string => `Motors > Cars > ${below}`;
  it.each([
    ['LOVELY MONDEO, 1 OWNER', cars('Ford > Mondeo'), { make: 'Ford', model: 'Mondeo' }],
    ['ASTRA SRI 1.4', cars('Vauxhall'), { make: 'Vauxhall', model: 'Astra SRi 1.4' }],
    ['Bargain', 'Cars/Citroen/Berlingo', { make: 'Citroen', model: 'Berlingo' }],
    ['ASTRA SRI 1.4', 'Cars, Cars > Vauxhall', { make: 'Vauxhall', model: 'Astra SRi 1.4' }],
    ['ASTRA SRI 1.4', 'Cars > Vauxhall, Cars', { make: 'Vauxhall', model: 'Astra SRi 1.4' }],
    ['Bargain', 'Cars > Ford > Mondeo, Cars > Kia > Rio', { make: null, model: null }],
    ['Kia Rio 1.2', cars('Vauxhall > Astra'), { make: 'Kia', model: 'Rio 1.2' }],
    ['Bargain', cars('Ford > Estates'), { make: null, model: null }],
    ['Bargain', 'Ford', { make: null, model: null }],
  ])('%j in %j', async (title, category, expected) => {
    const record = { id: '7', advert_link: 'https://a.example/7', title, category, mileage: '51k' };
    const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
    expect(result?.kind === 'listing' && result.listing).toMatchObject(expected);
  });
});

it.each(['In our words', 'About the car', 'Full particulars', 'Sales pitch'])(
  'a text headed %j gives the facts that it lists',
  async (name) => {
    const text = 'Diesel, manual, 1896cc. Starts every time.';
    expect(await factsOf('Skoda Octavia', { [name]: text })).toEqual({
      ...{ make: 'Skoda', fuelType: 'Diesel', transmission: 'Manual', engineLitres: 1.9 },
    });
  },
);

describe('a line of a description with a label gives the size of an engine', () => {
  it.each([
    ['<p>Engine: 2.0 litre</p>', { engineLitres: 2 }],
    ['<ul><li>Engine:&nbsp;<b>1,498 cc</b></li></ul>', { engineLitres: 1.5 }],
    ['<p>Engine: recently serviced</p>', {}],
    ['<p>Engine: 150 bhp</p>', {}],
  ])('%s', async (description, facts) => {
    expect(await factsOf('Volvo XC60 D4 SE Nav', { description })).toEqual({ make: 'Volvo', ...facts });
  });
});

describe('a column named body', () => {
  const page =
    '<p>Easy to park.</p><ul><li><p><b>Year:</b> 2017 (17 reg)</p></li><li>Gearbox: Manual</li></ul>';

  it.each([
    ['body', page, { make: 'Ford', year: 2017, transmission: 'Manual' }],
    ['body', page.repeat(20), { make: 'Ford', year: 2017, transmission: 'Manual' }],
    ['body', 'Automatic estate', { make: 'Ford' }],
  ])('is a text or a body type: %s, %j', async (name, text, facts) => {
    expect(await factsOf('Ford EcoSport', { [name]: text })).toEqual(facts);
  });
});

describe('a description that lists facts gives those that no column has', () => {
  const all = { year: 2019, priceGbp: 17_450, mileageMiles: 38_204, fuelType: 'Hybrid', engineLitres: 1.8 };
  const pairs = [
    ['Year', '2019'],
    ['Our price', '£17,450'],
    ['Odometer (miles)', '38204'],
    ['Fuel type', 'Hybrid'],
    ['Engine (L)', '1.8'],
  ] as const;
  const each = (write: (label: string, value: string) => string): string =>
    pairs.map(([label, value]) => write(label, value)).join('');

  it.each([
    ['headings', `<table>${each((label, value) => `<tr><th>${label}</th><td>${value}</td></tr>`)}</table>`],
    [
      'cells',
      `<table>${each((label, value) => `<tr>\n<td class="l">${label}</td>\n<td>${value}</td></tr>`)}</table>`,
    ],
    ['one row', `<table><tr>${each((label, value) => `<th>${label}</th><td>${value}</td>`)}</tr></table>`],
    ['definitions', `<dl>${each((label, value) => `<dt>${label}</dt> <dd>${value}</dd>`)}</dl>`],
    ['lines', each((label, value) => `${label}: ${value}\n`)],
  ])('in %s', async (_, description) => {
    expect(await factsOf('Toyota C-HR', { description })).toEqual({ make: 'Toyota', ...all });
  });

  it.each([
    '<tr><th>Monthly price</th><td>£199</td></tr>',
    '<tr><th>Odometer (miles)</th><td>ask</td></tr>',
    '<tr><td>Year</td><td>Odometer</td><td>Price</td></tr>',
  ])('but for %s', async (description) => {
    expect(await factsOf('Toyota C-HR', { description })).toEqual({ make: 'Toyota' });
  });
});

it.each([
  {
    description:
      '<p>Nice</p><table><tr><th>Status</th><td>Deposit taken - no longer available</td></tr></table>',
  },
  { category: 'Sold' },
  { category: 'Recently sold' },
])('a vehicle is not listed whose text or category says so: %j', async (more) => {
  const record = { id: '7', advert_link: 'https://a.example/7', title: 'Ford Ka 1.2', year: '2012', ...more };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
  expect(result).toMatchObject({ kind: 'omission', reason: 'category' in more ? 'sold' : 'reserved' });
});
