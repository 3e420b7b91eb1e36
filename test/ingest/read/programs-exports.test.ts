// What further programs export: window cards, shops' tags, plugins' prices, codes of stores, labels in attributes.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const dealer = 'north.example';

async function listingsOf(feed: string): Promise<object[]> {
  const results = await resultsOf(feed, { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

function jsonOf(records: readonly object[]): string {
  return JSON.stringify(records);
}

describe('a text of cards', () => {
  const cards = (line: (name: string, value: string) => string, pictures: readonly string[]): string =>
    ['Rio', 'Ceed']
      .map((model, n) =>
        [
          `Card ${n + 1}`,
          line('Ref', `n${n}`),
          line('Vehicle', `Kia ${model} 1.4 2`),
          line('Year', '2016'),
          line('Mileage', '41,000 (timing belt done at 38,000)'),
          line('Price', '£4,995'),
          line('Page', `https://north.example/${model}`),
          line('Photos', pictures.join('\n     ')),
          '',
        ].join('\n'),
      )
      .join('\n');
  const pictures = ['https://north.example/a.jpg', 'https://north.example/b.png?v=2'];

  it.each([
    ['points and a colon', (name: string, value: string) => `${name.padEnd(10, '.')}: ${value}`],
    ['points', (name: string, value: string) => `${name} ........ ${value}`],
    ['a colon', (name: string, value: string) => `${name}: ${value}`],
  ])('with labels behind %s has its pictures, one below another', async (_, line) => {
    const expected = { year: 2016, mileageMiles: 41_000, priceGbp: 4995, images: pictures };
    expect(await listingsOf(cards(line, pictures))).toMatchObject([
      { id: 'n0', make: 'Kia', model: 'Rio 1.4 2', ...expected },
      { id: 'n1', make: 'Kia', model: 'Ceed 1.4 2', ...expected },
    ]);
  });

  it('may go on with a vehicle in each line', async () => {
    const rows = [
      'N70 | Kia Picanto 1.2 | 2014 | 93,600 miles | Dsl | Man | NOW £4,450 (was £4,995) | https://north.example/picanto',
      'N71 | Ford Ka 1.2 | 2012 | 57,010 miles | Petrol | Manual | SOLD - thank you | https://north.example/ka',
    ];
    const text = `${cards((name, value) => `${name}: ${value}`, pictures)}\n${rows.join('\n')}\n`;
    expect((await listingsOf(text)).slice(2)).toMatchObject([
      {
        ...{ id: 'N70', make: 'Kia', year: 2014, mileageMiles: 93_600, priceGbp: 4450 },
        ...{ fuelType: 'Diesel', transmission: 'Manual' },
      },
      { left: 'sold' },
    ]);
  });
});

describe('a reduced price', () => {
  const rio = { id: 1, make: 'Kia', model: 'Rio', url: 'https://north.example/1' };

  it.each([
    [{ asking: 9995, reducedTo: 9495 }, 9495],
    [{ price: 9995, 'Reduced price': '£9,495' }, 9495],
    [{ price: 9995, 'Reduced price': '' }, 9995],
    [{ price: 9995, discounted_price: 9495 }, 9495],
    [{ _zz_year: 2016, _zz_mileage: 41_000, _zz_regular_price: 9995, _zz_sale_price: 9495 }, 9495],
    [{ _zz_year: 2016, _zz_mileage: 41_000, _zz_regular_price: 9995, _zz_sale_price: '' }, 9995],
    [{ price: '£7,912.50 + VAT = £9,495 to pay' }, 9495],
    [{ price: '£7,912.50 plus VAT (£9,495 inc)' }, 9495],
  ])('of %j', async (prices, priceGbp) => {
    expect(await listingsOf(jsonOf([{ ...rio, ...prices }]))).toMatchObject([{ priceGbp }]);
  });
});

it('a distance is a mileage, unless it is too short', async () => {
  const xml = (distances: readonly number[], unit: string): string =>
    `<stock>${distances
      .map(
        (distance, n) =>
          `<car id="${n}" href="/c${n}" make="Kia" model="Rio" year="${2019 - n}"><distance unit="${unit}">${distance}</distance></car>`,
      )
      .join('')}</stock>`;
  const miles = async (feed: string): Promise<unknown[]> =>
    (await listingsOf(feed)).map((one) => (one as { mileageMiles?: unknown }).mileageMiles);
  expect(await miles(xml([28_430, 37_450, 64_213, 88_120], 'mi'))).toEqual([28_430, 37_450, 64_213, 88_120]);
  expect(await miles(xml([32_187, 48_281, 64_374, 80_468], 'km'))).toEqual([20_000, 30_000, 40_000, 50_000]);
  expect(await miles(xml([12, 18, 23, 31], 'mi'))).toEqual([null, null, null, null]);
});

it('codes of gearboxes are read in a column of unknown name', async () => {
  const rows = ['MAN', 'AUT', 'MAN', 'SEMI'].map((box, n) => `${n},Kia,Rio,${box},/c${n}`);
  expect(await listingsOf(`ID,Make,Model,TX,Link\n${rows.join('\n')}\n`)).toMatchObject([
    { transmission: 'Manual' },
    { transmission: 'Automatic' },
    { transmission: 'Manual' },
    {},
  ]);
});

it('tags may have labels', async () => {
  const product = { id: 1, title: 'Kia Rio 1.4', url: '/rio', price: 4995 };
  const tags = ['Year: 2016', 'Fuel:Petrol', 'Gearbox:Manual', 'Mileage:40-50k', 'Reduced'];
  const expected = [{ year: 2016, fuelType: 'Petrol', transmission: 'Manual', mileageMiles: null }];
  expect(await listingsOf(jsonOf([{ ...product, tags }]))).toMatchObject(expected);
});

it('a point is between thousands if it is in all values of a column', async () => {
  const sheet = (miles: readonly string[]): string =>
    `Make,Model,Miles,Price,Colour code,Link\n${miles.map((one, n) => `Kia,Rio,${one},4995,x${n},/c${n}`).join('\n')}\n`;
  expect(await listingsOf(sheet(['36.410', '88.000', '64.120']))).toMatchObject([
    { mileageMiles: 36_410 },
    { mileageMiles: 88_000 },
    { mileageMiles: 64_120 },
  ]);
  expect(await listingsOf(sheet(['36410', '88.000', '64120']))).toMatchObject([
    { mileageMiles: 36_410 },
    { mileageMiles: null },
    { mileageMiles: 64_120 },
  ]);
});

it('a product whose variant is not available, and a service, are not listed', async () => {
  const product = (id: number, title: string, available: boolean, fuel?: string): object => ({
    ...{ id, title, url: `/p${id}`, fuel, gearbox: fuel && 'Manual' },
    variants: [{ title: 'Default Title', price: '4995.00', available }],
  });
  const products = [product(1, 'Kia Rio 1.4', true, 'Petrol'), product(2, 'Kia Ceed', false, 'Petrol')];
  expect(await listingsOf(jsonOf(products))).toMatchObject([{ id: '1' }, { left: 'not_available' }]);
  const rows = 'N1;Kia Rio 1.4;2016;41000;Petrol;4995;/n1\nN2;Valet and preparation;;;;120;/n2\n';
  expect(await listingsOf(`Code;Item description;Year;Miles;Fuel;Price;Link\n${rows}`)).toMatchObject([
    { make: 'Kia' },
    { left: 'not_a_vehicle' },
  ]);
});

it.each([
  '# site: https://north.example  stores: N1 = Unit 4 Mill Lane, Lewes BN7 2PB ; N2 = 12 Station Rd, Hailsham BN27 2BE',
  '# N1=Mill Lane, Lewes BN7 2PB, N2=Station Rd, Hailsham BN27 2BE',
])('codes of stores have the places that a line explains: %s', async (line) => {
  const rows = ['N1', 'N2', 'N1', 'N2'].map((store, n) => `${n}\t${store}\tKia\tRio\t41000\t/c${n}`);
  const places = ['BN7 2PB', 'BN27 2BE', 'BN7 2PB', 'BN27 2BE'].map((postcode) => ({ postcode }));
  const feed = `${line}\nid\tstore_code\tmake\tmodel\tmiles\tlink\n${rows.join('\n')}\n`;
  expect(await listingsOf(feed)).toMatchObject(places);
});

it.each([
  ['<li title="Mileage">41,000</li><li title="Engine">1.4L</li><li title="Fuel">Petrol</li>'],
  ['<p data-label="Mileage">41,000</p><p data-label="Engine size">1.4 litre</p><b>Petrol</b>'],
  ['<span title="Mileage">41,000 miles</span> | <span title="Fuel">Petrol</span> | <span>1.4 litre</span>'],
  ['<div title="Mileage">Mileage: 41,000</div><div title="Engine">1368cc</div><div>Petrol</div>'],
])('the attributes of a card label its texts: %s', async (facts) => {
  const card = (model: string): string =>
    `<div><h3><a href="/${model}">2016 Kia ${model}</a></h3>${facts}<p>£4,995</p></div>`;
  const page = `<!DOCTYPE html><html><body>${card('Rio')}${card('Ceed')}</body></html>`;
  const expected = { mileageMiles: 41_000, fuelType: 'Petrol', engineLitres: 1.4, priceGbp: 4995 };
  expect(await listingsOf(page)).toMatchObject([expected, expected]);
});

it.each(['Role', 'usage', 'type'])('a picture whose %s is that of a thumbnail is one', async (member) => {
  const picture = (kind: string, n: number): object => ({
    [member]: kind,
    src: `https://north.example/${n}.jpg`,
  });
  const photos = [picture('thumb', 1), picture('full', 2), picture('full', 3)];
  const rio = { id: 1, make: 'Kia', model: 'Rio', url: 'https://north.example/1', photos };
  expect(await listingsOf(jsonOf([rio]))).toMatchObject([
    {
      thumbnail: 'https://north.example/1.jpg',
      images: ['https://north.example/2.jpg', 'https://north.example/3.jpg'],
    },
  ]);
});

it.each([
  ['2016 (66)', 2016],
  ['2018/18', 2018],
  ['2019', 2019],
])('a column of plates may say %j', async (plate, year) => {
  expect(await listingsOf(`Make,Model,Plate,Link\nKia,Rio,${plate},/rio\n`)).toMatchObject([{ year }]);
});
