// Exports of dealers' systems, website builders and portals: codes, units and notes beside the values that they belong to, and
// statuses in words of their own.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';

async function read(feed: string | object): Promise<object[]> {
  const text = typeof feed === 'string' ? feed : JSON.stringify(feed);
  const results = await resultsOf(text, { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

const csv = (header: string, ...rows: readonly string[]): string => [header, ...rows].join('\n');

it.each([
  ['M6', 'Manual'],
  ['A9', 'Automatic'],
  ['6M', 'Manual'],
  ['8A', 'Automatic'],
  ['auto 6', 'Automatic'],
  ['6 man', 'Manual'],
  ['S-Tr', 'Automatic'],
  ['5S', '5S'],
  ['S5', 'S5'],
  ['6 s', '6 s'],
])('a gearbox of the code %s is of the class %s', async (code, transmission) => {
  const feed = csv('Stk Ref,Manuf.,Range,Gbx,Fl,Vehicle page', `1,FORD,FOCUS,${code},P,/stock/1`);
  expect(await read(feed)).toMatchObject([{ transmission, fuelType: 'Petrol' }]);
});

it.each([
  ['Stk Sts', 'SOLD - awaiting collection', 'sold'],
  ['Stk Sts', 'Trade only - not for web', 'trade_only'],
  ['Ad state', 'Ended', 'withdrawn'],
  ['Qty in stock', '0', 'not_available'],
  ['Remarks', 'SOLD J. 2/6 - take off web', 'not_published'],
  ['Action', 'withdraw', 'withdrawn'],
  ['Action', 'unpublish', 'not_published'],
])('with %s of %s a vehicle is not listed', async (name, value, left) => {
  expect(await read(csv(`id,make,model,url,${name}`, `1,Kia,Rio,/stock/1,${value}`))).toEqual([{ left }]);
});

it('kinds of adverts in the singular tell what is not a vehicle', async () => {
  const feed = csv(
    'id,kind,make,model,url',
    '1,part,Ford,Mondeo,/1',
    '2,car,Ford,Mondeo,/2',
    '3,caravan,Swift,X,/3',
  );
  expect(await read(feed)).toMatchObject([{ left: 'not_a_vehicle' }, { id: '2' }, { left: 'not_a_vehicle' }]);
});

describe('a name below one that anything may have', () => {
  it.each([
    ['unit', { odometer: { reading: 61_200, measuredIn: 'MILES' } }, 61_200],
    ['unit', { odometer: { reading: 16_093, measuredIn: 'KM' } }, 10_000],
    ['item', { usage: { reading: 72_420, in: 'km' } }, 45_000],
  ])('%s is that of the value alone: %j', async (parent, usage, mileageMiles) => {
    const record = { id: '1', url: '/1', make: 'Kia', model: 'Rio', [parent]: usage };
    expect(await read([record])).toMatchObject([{ mileageMiles }]);
  });

  it('says the price on the forecourt, and not what was paid', async () => {
    const commercial = { purchase: { amountGBP: 15_095 }, forecourt: { amountGBP: 16_495 } };
    expect(await read([{ id: '1', url: '/1', make: 'Kia', model: 'Rio', commercial }])).toMatchObject([
      { priceGbp: 16_495 },
    ]);
  });
});

it.each([
  ['gasoline 1.0 L', 'Petrol', 1],
  ['diesel 2.0 L', 'Diesel', 2],
  ['electric', 'Electric', null],
  ['1498', null, 1.5],
])('an engine of %s says its fuel and its size', async (engine, fuelType, engineLitres) => {
  const rows = [1, 2, 3, 4].map((id) => `${id},Kia,Rio,/stock/${id},${engine}`);
  const [first] = await read(csv('id,make,model,url,engine', ...rows));
  expect(first).toMatchObject({ fuelType, engineLitres });
});

it('a column of gearboxes and fuels says both', async () => {
  const feed = csv(
    'id,make,model,url,Tx / Fuel',
    ...['Man / Pet', 'Auto / Dsl', 'Auto / Hyb'].map(
      (both, id) => `${id + 1},Kia,Rio,/stock/${id + 1},${both}`,
    ),
  );
  expect(await read(feed)).toMatchObject([
    { transmission: 'Manual', fuelType: 'Petrol' },
    { transmission: 'Automatic', fuelType: 'Diesel' },
    { transmission: 'Automatic', fuelType: 'Hybrid' },
  ]);
});

it('a star behind the form of a date marks a column that must be filled in', async () => {
  const feed = csv(
    'Your ad ref,Brand*,Model*,First registered (yyyy-mm)*,Advert address',
    'Q1,Kia,Rio,2015-07,/ads/q1',
  );
  expect(await read(feed)).toMatchObject([{ id: 'Q1', make: 'Kia', year: 2015 }]);
});

it('the codes of several tables in XML are told apart by what they are for', async () => {
  const codes = [
    ['fuel', '10', 'Petrol'],
    ['fuel', '20', 'Diesel'],
    ['box', '10', 'Manual'],
    ['box', '20', 'Automatic'],
  ].map(([set, key, words]) => `<code set="${set}" key="${key}">${words}</code>`);
  const car = (id: number, fuel: string, box: string): string =>
    `<advert ref="${id}"><identity marque="Kia" line="Rio"/><mechanical fuel="${fuel}" box="${box}"/><page>/used/${id}</page></advert>`;
  // An element of the same name that is not a code, before or after them, changes nothing.
  for (const list of [codes, [...codes, '<code/>'], ['<code/>', ...codes]]) {
    const feed = `<upload><codes>${list.join('')}</codes><adverts>${car(1, '20', '10')}${car(2, '10', '20')}</adverts></upload>`;
    expect(await read(feed)).toMatchObject([
      { fuelType: 'Diesel', transmission: 'Manual' },
      { fuelType: 'Petrol', transmission: 'Automatic' },
    ]);
  }
});

it('details of a product are pairs of a name and a value, whatever section they are in', async () => {
  const detail = (name: string, value: string): string =>
    `<g:product_detail><g:section_name>Vehicle</g:section_name><g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value></g:product_detail>`;
  const details = [
    detail('Year of registration', '2016'),
    detail('Distance travelled', '39,940 mi'),
    detail('Fuel', 'Petrol'),
  ];
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><title>Kia Rio</title><link>/cars/1</link>${details.join('')}</item></channel></rss>`;
  expect(await read(feed)).toMatchObject([{ year: 2016, mileageMiles: 39_940, fuelType: 'Petrol' }]);
});

it('shots of a gallery are pictures', async () => {
  const shot = (n: number): string => `<shot seq="${n}" src="https://pix.moor.example/${n}.jpg"/>`;
  const car = `<vehicle id="1"><make>Kia</make><model>Rio</model><url>/1</url><gallery>${shot(1)}${shot(2)}</gallery></vehicle>`;
  expect(await read(`<stock>${car}</stock>`)).toMatchObject([
    { images: ['https://pix.moor.example/1.jpg', 'https://pix.moor.example/2.jpg'] },
  ]);
});

it('the site of a dealer counts if it is in an object with an id, above the vehicles', async () => {
  const website = { id: '5f00', baseUrl: 'https://www.moor.example' };
  const items = [{ id: '1', fullUrl: '/forecourt/p/rio', title: 'Kia Rio 1.25', miles: '41,000' }];
  expect(await read({ website, items })).toMatchObject([
    { advertUrl: 'https://www.moor.example/forecourt/p/rio' },
  ]);
  const home = '<advertiser code="M"><title>Moor</title><home>https://www.moor.example/</home></advertiser>';
  const car = '<classified ref="1"><heading>Kia Rio 1.25</heading><page>/cars/rio</page></classified>';
  expect(await read(`<classifieds>${home}${car}</classifieds>`)).toMatchObject([
    { advertUrl: 'https://www.moor.example/cars/rio' },
  ]);
});

/** A page with a table of two cars, whose pictures have these attributes beside or instead of `src`. */
function pageOf(attributesOf: (n: number) => string): string {
  const row = (n: number): string =>
    `<tr><td>${n}</td><td>Kia</td><td><a href="/stock/${n}">Rio</a></td><td><img ${attributesOf(n)}></td></tr>`;
  const head = '<tr><th>Stock no</th><th>Make</th><th>Model</th><th>Photo</th></tr>';
  return `<!doctype html><html><body><table>${head}${row(1)}${row(2)}</table></body></html>`;
}

it('a picture that loads lazily has the address of the picture itself', async () => {
  expect(await read(pageOf((n) => `src="/wait.gif" data-lazy="/${n}.jpg"`))).toMatchObject([
    { images: ['https://moor.example/1.jpg'] },
    { images: ['https://moor.example/2.jpg'] },
  ]);
});

it.each([
  ['google_product_category', 'Vehicles & Parts > Vehicles > Motor Vehicles > Cars, Trucks & Vans', null],
  ['google_product_category', '916', null],
  ['Category', 'Cars & Vans', null],
  [
    'Category',
    'Vehicles & Parts > Vehicles > Motor Vehicles > Motor Homes',
    'Vehicles & Parts > Vehicles > Motor Vehicles > Motor Homes',
  ],
  ['Category', 'Vans & Pickups', 'Vans & Pickups'],
  ['Emission class', '6', '6'],
])('a %s of %j gives a search the words %j', async (column, category, sourceTerms) => {
  const feed = csv(`id,url,make,model,${column}`, `1,/1,Kia,Rio,"${category}"`);
  expect(await read(feed)).toMatchObject([{ make: 'Kia', sourceTerms }]);
});

it.each([
  ['google_product_category', 'Vehicles & Parts > Vehicle Parts & Accessories'],
  ['__typename', 'TouringCaravanListing'],
  ['item_type', 'Trailer'],
  ['Class', 'Touring caravan'],
  ['sys.contentType.sys.id', 'boxTrailer'],
  ['content_type', 'blogPost'],
])('what a %s calls %s is not listed', async (column, kind) => {
  const feed = csv(
    `id,url,make,model,mileage,${column}`,
    `1,/1,Honda,Rio,4100,${kind}`,
    '2,/2,Kia,Rio,4200,',
  );
  expect(await read(feed)).toMatchObject([{ left: 'not_a_vehicle' }, { make: 'Kia' }]);
});

it.each([
  ['__typename', 'CarListing'],
  ['__typename', 'MotorhomeListing'],
  ['item_type', 'motorbike'],
  ['Vehicle kind', 'Motorcycle'],
  ['Class', 'A-Class'],
  ['sys.contentType.sys.id', 'usedCar'],
  ['image.content_type', 'trailer'],
  ['Warranty class', 'parts and labour'],
  ['media_type', 'brochure'],
  ['Category', 'Cars & Motorcycles'],
])('a vehicle with a %s of %s is listed', async (column, kind) => {
  const feed = csv(`id,url,make,model,mileage,${column}`, `1,/1,Kia,Rio,4100,${kind}`);
  expect(await read(feed)).toMatchObject([{ make: 'Kia' }]);
});

it.each(['data-lazy="true"', 'data-lazy="1"', 'data-lazy', 'data-lazy=""', 'data-original="lazy"'])(
  'a picture with %s, which is not an address, has the address of its source',
  async (flag) => {
    expect(await read(pageOf((n) => `src="/${n}.jpg" ${flag}`))).toMatchObject([
      { images: ['https://moor.example/1.jpg'] },
      { images: ['https://moor.example/2.jpg'] },
    ]);
  },
);

it('a number of gears beside the kind of a gearbox leaves the kind', async () => {
  const record = { id: '1', url: '/1', make: 'Kia', model: 'Rio', Gearbox: { type: 'Semi-Auto', gears: 7 } };
  expect(await read([record])).toMatchObject([{ transmission: 'Automatic' }]);
});

it('a specification that begins with a variant says the size of the engine', async () => {
  const feed = csv(
    'id,make,model,Spec,url',
    '1,Volkswagen,Golf,"1.5 TSI Match 5dr, sat nav, electric windows",/1',
    '2,Volkswagen,Golf,"Sat nav, 2.0 tonnes towed",/2',
  );
  expect(await read(feed)).toMatchObject([{ engineLitres: 1.5 }, { engineLitres: null }]);
});
