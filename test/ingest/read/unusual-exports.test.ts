// What shops, hand-kept sheets and old systems export: several rows of one product, things that are not vehicles, addresses
// without a scheme, numbers as on the continent, letters explained in headings.
import { describe, expect, it } from 'vitest';
import type { RecordResult } from '../../../src/ingest/values/record-result.ts';
import { resultsOf } from '../collect.ts';

const dealer = 'north.example';
const template = { dealer, mapping: undefined };

async function listingsOf(feed: string, options = {}): Promise<object[]> {
  const results = await resultsOf(feed, { ...template, ...options });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: reasonOf(result) }));
}

const reasonOf = (result: Exclude<RecordResult, { kind: 'listing' }>): string => result.reason;

describe('rows that continue a product', () => {
  const header = 'Handle,Title,Vendor,URL,Variant Price,Image Src,Mileage,Fuel';
  const golf =
    'golf,VW Golf 2.0 TDI,VW,https://north.example/golf,11750.00,https://north.example/1.jpg,63410,Diesel';

  it('bring their pictures, and no further listing', async () => {
    const csv = [
      header,
      golf,
      'golf,,,,,https://north.example/2.jpg,,',
      'golf,,,,12250,https://north.example/3.jpg,,',
    ];
    expect(await listingsOf(csv.join('\n'))).toMatchObject([
      {
        id: 'golf',
        priceGbp: 11_750,
        images: ['https://north.example/1.jpg', 'https://north.example/2.jpg', 'https://north.example/3.jpg'],
      },
    ]);
  });

  it('bring their pictures too if each repeats the vehicle, but not if anything else is known to differ', async () => {
    const csv = [
      'Site,Stock no,Make,Model,Mileage,Advert,Picture no,Picture',
      'north.example,N4,Mazda,CX-3,31200,https://north.example/4,1,https://north.example/4a.jpg',
      'north.example,N4,Mazda,CX-3,31200,https://north.example/4,2,https://north.example/4b.jpg',
      'north.example,N4,Mazda,CX-3,31200,https://north.example/4,3,https://north.example/4c.jpg',
      'north.example,N5,Mazda,CX-3,31200,https://north.example/5,1,https://north.example/5a.jpg',
      'north.example,N5,Mazda,CX-3,48900,https://north.example/5,2,https://north.example/5b.jpg',
      'north.example,N6,Mazda,CX-3,31200,https://north.example/6,,',
      'north.example,N6,Mazda,CX-3,31200,https://north.example/6,,',
    ];
    expect(await listingsOf(csv.join('\n'))).toMatchObject([
      { id: 'N4', images: ['a', 'b', 'c'].map((name) => `https://north.example/4${name}.jpg`) },
      { id: 'N5', mileageMiles: 31_200, images: ['https://north.example/5a.jpg'] },
      { id: 'N5', mileageMiles: 48_900 },
      { id: 'N6', images: [] },
      { id: 'N6', images: [] },
    ]);
  });

  it('fill what the first row lacks', async () => {
    const csv = [header, golf.replace('11750.00', ''), 'golf,,,,9995,,,'];
    expect(await listingsOf(csv.join('\n'))).toMatchObject([{ id: 'golf', priceGbp: 9995 }]);
  });

  it('or begin it have no price of the vehicle if they sell a deposit', async () => {
    const rows = (first: string, second: string): string =>
      [
        `${header},Option1 Value`,
        `${golf.replace('11750.00', '250')},${first}`,
        `golf,,,,11750,,,,${second}`,
      ].join('\n');
    const pricesOf = async (first: string, second: string): Promise<unknown> =>
      (await listingsOf(rows(first, second))).map((one) => 'priceGbp' in one && one.priceGbp);
    expect(await pricesOf('Reservation fee', 'Pay outright')).toEqual([11_750]);
    expect(await pricesOf('Buy now: no deposit', 'Finance')).toEqual([250]);
  });

  it('in lists of variants are no deposits either', async () => {
    const variants = [
      { title: 'Holding deposit', price: '150.00' },
      { title: 'Full payment', price: '8450.00' },
    ];
    const car = { url: 'https://north.example/3', make: 'Skoda', model: 'Octavia', mileage: 1000, variants };
    expect(await listingsOf(JSON.stringify([car]))).toMatchObject([{ priceGbp: 8450 }]);
  });

  it('are those of the same product alone, and name no vehicle', async () => {
    const polo = golf.replaceAll('golf', 'polo');
    const csv = [
      header,
      golf,
      polo,
      'golf,,,,,https://north.example/2.jpg,,',
      golf.replace('63410', '63411'),
    ];
    expect(await listingsOf(csv.join('\n'))).toMatchObject([
      { id: 'golf', images: ['https://north.example/1.jpg'] },
      { id: 'polo', images: ['https://north.example/1.jpg'] },
      { left: 'missing_advert_url' },
      { id: 'golf', mileageMiles: 63_411 },
    ]);
  });
});

describe('a record is left out as no vehicle', () => {
  it.each([
    ['if the kind of thing says so', 'id,Product Type,Make,Model\n1,Touring Caravan,Swift,Challenger'],
    [
      'if the description of its type says so',
      'id,VehTypeDesc,Make,Model\n1,Touring caravan,Swift,Challenger',
    ],
    [
      'if a level of its category says so, and none below it says that it is a vehicle',
      'id,Category name,Make,Model,Year,Fuel\n1,Vehicle Parts & Accessories > Gearboxes,Ford,Focus,2016,Diesel',
    ],
    [
      'if it is a part for a make, without a fact of a vehicle',
      'id,Title,Make,Mileage,Fuel\n1,Set of 4 Ford Kuga alloy wheels,Ford,,',
    ],
    [
      'if it has none of the facts of the others, and no make of vehicles',
      'id,Make,Model,Price,Mileage,Fuel\n1,Pannier Co,Heated grips,79.99,,',
    ],
    [
      'if it is a part for a model, without a year',
      'id,Title,Make,Model,Year,Mileage,Fuel\n1,4 x alloy wheels for a Focus,Ford,Focus,,,',
    ],
    [
      'if it is a part to fit vehicles of some years',
      'id,Title,Make,Mileage,Fuel\n1,Arrow silencer to fit Honda CBR600 2011-2016,Arrow,,',
    ],
    [
      'if its form is filled with words that say nothing',
      'id,Title,Make,Year,Mileage,Fuel\n1,Rota alloy wheels 17in,Rota,2015,1,OTHER',
    ],
    [
      'if it is an engine, without a year',
      'id,Car,Year,Motor,Fuel,Miles\n1,Engine and gearbox to suit Austin A30,,803cc,,',
    ],
    [
      'if it is named as another thing',
      'id,Title,Year,Price\n1,Ifor Williams LM126 flatbed trailer,2015,1950',
    ],
    [
      'if it has none of the facts of the others, and no make',
      'id,Title,Price,Mileage,Fuel\n1,Reserve any car for £99,99,,',
    ],
  ])('%s', async (_, csv) => {
    const [header = '', row = ''] = csv.split('\n');
    expect(await listingsOf(`${header},url\n${row},https://north.example/1`)).toEqual([
      { left: 'not_a_vehicle' },
    ]);
  });

  it.each([
    'Cars, Motorcycles & Vehicles > Cars > Ford',
    'Parts & Cars > Cars > Ford',
    'Caravans & Commercials > Ford',
    'Cars & Accessories',
    'Cars > Ford > Focus',
  ])('but not by a category that names vehicles too: %s', async (category) => {
    const csv = `id,Category name,Make,Model,Year,Fuel,url\n1,${JSON.stringify(category)},Ford,Focus,2016,Diesel,https://north.example/1\n`;
    expect(await listingsOf(csv)).toMatchObject([{ id: '1' }]);
  });

  it('if it lacks the facts that the attributes of others say', async () => {
    const csv =
      'id,Title,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),url\n' +
      '1,Honda Jazz,Mileage,46000,Fuel,Petrol,https://north.example/1\n' +
      '2,12 month breakdown cover,,,,,https://north.example/2\n';
    expect(await listingsOf(csv)).toMatchObject([{ id: '1' }, { left: 'not_a_vehicle' }]);
  });

  it.each([
    ['a motor caravan', 'id,Body Type,Make,Model,Mileage\n1,Motor Caravan,Fiat,Ducato,41000'],
    [
      'a car with equipment of that name',
      'id,Title,Mileage\n1,Ford Ranger with trailer hitch and roof box,61000',
    ],
    [
      'a car with such parts and a year',
      'id,Title,Make,Year,Mileage,Fuel\n1,Ford Kuga alloy wheels,Ford,2015,,',
    ],
    ['a car of a make that is not known', 'id,Title,Year,Mileage,Fuel\n1,Trabant 601 S,1985,,'],
    ['a car in a category of shops', 'id,Title,Category\n1,Kia Picanto,Vehicles & Parts > Vehicles > Cars'],
    ['a vehicle of which only its name is known', 'id,Title\n1,Lovely first car'],
  ])('but not %s', async (_, csv) => {
    const [header = '', row = ''] = csv.split('\n');
    expect(await listingsOf(`${header},url\n${row},https://north.example/1`)).toMatchObject([{ id: '1' }]);
  });
});

describe('addresses', () => {
  it('may be the names of files', async () => {
    const csv = 'id,make,url\n1,Ford,fiesta.html\n2,Audi,car.php?id=2\n';
    expect(await listingsOf(csv)).toMatchObject([
      { advertUrl: 'https://north.example/fiesta.html' },
      { advertUrl: 'https://north.example/car.php?id=2' },
    ]);
  });

  it('may be written twice', async () => {
    const csv = 'Ref,Link\n1,https://north.example/a (https://north.example/a)\n';
    expect(await listingsOf(csv)).toMatchObject([{ advertUrl: 'https://north.example/a' }]);
  });

  it('need no scheme, and may be in a column of texts', async () => {
    const csv = 'Ref,Make,Detail\n1,Ford,north.example/cars/a\n2,BMW,north.example/cars/b\n';
    expect(await listingsOf(csv)).toMatchObject([
      { advertUrl: 'https://north.example/cars/a' },
      { advertUrl: 'https://north.example/cars/b' },
    ]);
  });

  it('of pictures may be paths on the site of the advert', async () => {
    const csv =
      'Ref,Make,URL,Gallery\n1,Ford,https://www.north.example/cars/a,/media/1.jpg /media/2.jpg\n' +
      '2,BMW,/cars/b,/media/3.jpg\n';
    expect(await listingsOf(csv)).toMatchObject([
      { images: ['https://www.north.example/media/1.jpg', 'https://www.north.example/media/2.jpg'] },
      { advertUrl: 'https://north.example/cars/b', images: ['https://north.example/media/3.jpg'] },
    ]);
  });

  it('may be paths on a site that another record is about', async () => {
    const car = { id: '1', make: 'Kia', model: 'Rio', path: '/used/kia-rio-1' };
    const site = { id: 'site', name: 'North Cars', home: 'https://www.north.example/' };
    const urlsOf = async (home: string): Promise<unknown> =>
      (await listingsOf(JSON.stringify([{ ...site, home }, car, { ...car, id: '2', path: '/used/2' }]))).at(
        1,
      );
    expect(await urlsOf(site.home)).toMatchObject({ advertUrl: 'https://www.north.example/used/kia-rio-1' });
    // Not a page of it, nor the site of another.
    expect(await urlsOf('https://www.north.example/about')).toMatchObject({
      advertUrl: 'https://north.example/used/kia-rio-1',
    });
    expect(await urlsOf('https://www.south.example/')).toMatchObject({
      advertUrl: 'https://north.example/used/kia-rio-1',
    });
  });
});

it('numbers may have the points and commas of the continent', async () => {
  const csv =
    'Ref;Make;URL;Odometer (mi);Our price £;Engine;Miles (000s)\n' +
    '1;Yamaha;north.example/1;9.420;5.299,00;0,7;\n2;Ford;north.example/2;;4.995,50;1,6;62,5\n';
  expect(await listingsOf(csv)).toMatchObject([
    { mileageMiles: 9420, priceGbp: 5299, engineLitres: 0.7 },
    { mileageMiles: 62_500, priceGbp: 4995.5, engineLitres: 1.6 },
  ]);
});

it('headings may be short for the words of others', async () => {
  const csv =
    'Ref|MfrDesc|PageRef|OdoVal|OdoUnit|EngLtr|SitePC\n1|Ford|//north.example/1|128.400|KM|2,0|BT41 4LL\n';
  expect(await listingsOf(csv.replaceAll('//', 'https://'))).toMatchObject([
    { mileageMiles: 79_784, engineLitres: 2, postcode: 'BT41 4LL' },
  ]);
});

it('a fuel and a gearbox may be in one column', async () => {
  const csv =
    'Ref,Make,URL,Fuel / gears\n1,Ford,north.example/1,Petrol / Man\n2,Kia,north.example/2,Hybrid / Auto\n';
  expect(await listingsOf(csv)).toMatchObject([
    { fuelType: 'Petrol', transmission: 'Manual' },
    { fuelType: 'Hybrid', transmission: 'Automatic' },
  ]);
  expect(
    await listingsOf(csv.replace('Petrol / Man', 'Dsl / man').replace('Hybrid / Auto', 'D-DSG')),
  ).toMatchObject([
    { fuelType: 'Diesel', transmission: 'Manual' },
    { fuelType: 'Diesel', transmission: 'Automatic' },
  ]);
});

it('a column of plates may say the year instead', async () => {
  const rows = ['2016', '65 plate (2015)', 'AB17 CDE', '17'].map(
    (plate, n) => `${n},north.example/${n},Kia,${plate}`,
  );
  const results = await resultsOf(`Ref,URL,Make,Plate\n${rows.join('\n')}\n`, { dealer });
  expect(results).toMatchObject(
    [2016, 2015, null, 2017].map((year) => ({ listing: { year }, valueIssues: [] })),
  );
});

it('a column whose values are statuses, some of them against a sale, says which vehicles are gone', async () => {
  const flags = ['', 'SOLD', 'Reduced', '', 'New in', '', 'Sold - awaiting delivery', ''];
  const rows = flags.map(
    (flag, n) => `${n},north.example/${n},Kia,${flag},${n % 2 === 0 ? 'Active' : 'Sport'}`,
  );
  expect(await listingsOf(`Ref,URL,Make,Flag,Line\n${rows.join('\n')}\n`)).toMatchObject(
    flags.map((flag, n) => (/sold/i.test(flag) ? { left: 'sold' } : { id: String(n) })),
  );
});

it('headings may explain the letters of their values', async () => {
  const csv =
    'Ref,Make,URL,"Fuel\n(P/D/H/E)",Box (M / A)\n1,Ford,north.example/1,P,M\n2,Kia,north.example/2,E,A\n';
  expect(await listingsOf(csv)).toMatchObject([
    { fuelType: 'Petrol', transmission: 'Manual' },
    { fuelType: 'Electric', transmission: 'Automatic' },
  ]);
});

it('abbreviations of dealer systems are read, and a trade price is not the price', async () => {
  const csv =
    'STOCKNO|MANUF_DESC|RANGE_DESC|ODO_READ|ENG_CAP|RETAIL_PR|TRADE_PR|WEB_LINK\n' +
    '0084410|FORD|FIESTA|0068210|1242|00003995|00002900|www.north.example/1\n';
  expect(await listingsOf(csv)).toMatchObject([
    { id: '0084410', make: 'Ford', model: 'Fiesta', mileageMiles: 68_210, engineLitres: 1.2, priceGbp: 3995 },
  ]);
});

describe('the place of a branch above its vehicles', () => {
  const car = (id: string, more = {}): object => ({
    id,
    make: 'Ford',
    model: 'Puma',
    url: `/used/${id}`,
    ...more,
  });
  const branch = (name: string, postcode: string, stock: object[]): object => ({
    name,
    address: { street: 'Bristol Road', postcode },
    phone: '0',
    stock,
  });

  it('is that of its vehicles, unless they have one of their own', async () => {
    const feed = {
      headOffice: { postcode: 'GL1 1AA' },
      branches: [
        branch('Gloucester', 'GL2 5YA', [car('1'), car('2', { location: { postcode: 'BS1 4ST' } })]),
        branch('Cheltenham', 'GL51 9AA', [car('3'), car('4')]),
      ],
    };
    expect(await listingsOf(JSON.stringify(feed))).toMatchObject([
      { id: '1', postcode: 'GL2 5YA' },
      { id: '2', postcode: 'BS1 4ST' },
      { id: '3', postcode: 'GL51 9AA' },
      { id: '4', postcode: 'GL51 9AA' },
    ]);
  });

  it('may be that of the dealer of all', async () => {
    const feed = { dealer: { name: 'North', postcode: 'LS1 4AP' }, vehicles: [car('1'), car('2')] };
    expect(await listingsOf(JSON.stringify(feed))).toMatchObject([
      { id: '1', postcode: 'LS1 4AP' },
      { id: '2', postcode: 'LS1 4AP' },
    ]);
  });
});

/** The listing of a table's only row. */
const rowOf = async (header: string, row: string): Promise<object | undefined> =>
  (await listingsOf(`${header},url\n${row},https://north.example/1`))[0];

describe('what a shop writes', () => {
  it.each([
    ['id,Price,Sale Price', '1,6250.00,5995.00', { priceGbp: 5995 }],
    ['id,Price,Sale Price', '1,6250.00,0.00', { priceGbp: 6250 }],
    ['id,Sale Price,Regular Price', '1,0,6250', { priceGbp: 6250 }],
    ['id,Price,Sale Price,On Sale', '1,6250.00,5995.00,No', { priceGbp: 6250 }],
    ['id,Price,On Sale', '1,6250.00,No', { left: 'not_available' }],
    ['SKU,Make,Stock', 'CB1,Ford,1', { id: 'CB1' }],
    ['SKU,Make,Stock', 'CB1,Ford,0', { left: 'not_available' }],
    ['SKU,Make,Current Quantity Pier Road', 'CB1,Ford,0', { left: 'not_available' }],
    ['Product ID [Non Editable],Make (lookup)', 'p1,Ford', { id: 'p1', make: 'Ford' }],
    ['id,Make,Year', '1,<b>Ford</b>,<p>2017</p>', { make: 'Ford', year: 2017 }],
    ['id,Tags', '1,"Petrol, Manual, ULEZ"', { fuelType: 'Petrol', transmission: 'Manual' }],
    ['id,Tags', '1,"Petrol, Electric windows"', { fuelType: 'Petrol', transmission: null }],
    ['id,Description', '1,"70,250 miles, diesel"', { mileageMiles: 70_250, fuelType: 'Diesel' }],
    [
      'id,Description',
      '1,<p>Mileage: 41200 miles<br>Fuel: Petrol<br>Gearbox: Manual</p>',
      { mileageMiles: 41_200, fuelType: 'Petrol', transmission: 'Manual' },
    ],
    ['id,Title', '1,SOLD: 2015 Hyundai i10', { left: 'sold' }],
    ['id,Title', '1,Ford Focus (reserved)', { left: 'reserved' }],
    ['id,Title', '1,Ford Focus - never sold before', { id: '1' }],
  ])('%s: %s', async (header, row, expected) => {
    expect(await rowOf(header, row)).toMatchObject(expected);
  });

  it('as attachments are their addresses', async () => {
    const photos = '"a b.jpg (https://cdn.example/a.jpg),c.jpg (https://cdn.example/c.jpg)"';
    expect(await rowOf('id,Photos', `1,${photos}`)).toMatchObject({
      images: ['https://cdn.example/a.jpg', 'https://cdn.example/c.jpg'],
    });
  });

  it('in a column of ticks is no where it is blank', async () => {
    const csv = 'id,Live?,url\n1,checked,https://north.example/1\n2,,https://north.example/2\n';
    expect(await listingsOf(csv)).toMatchObject([{ id: '1' }, { left: 'not_published' }]);
  });
});

it('headings of other languages mean what they mean in English', async () => {
  const csv =
    'Fahrzeugnummer;Marke;Modell;Erstzulassung;Kilometerstand;Getriebe;Hubraum (ccm);Link\n' +
    '7;Kia;Ceed;03/2017;88.000;Schaltgetriebe;1.395;https://north.example/7\n';
  expect(await listingsOf(csv)).toMatchObject([
    { id: '7', make: 'Kia', year: 2017, mileageMiles: 54_681, transmission: 'Manual', engineLitres: 1.4 },
  ]);
});

it('an Irish registration says the year', async () => {
  expect(await rowOf('id,Plate', '1,151-C-8123')).toMatchObject({ year: 2015 });
  expect(await rowOf('id,Plate', '1,AB51 CDE')).toMatchObject({ year: null });
});

it('a web page without a table has the vehicles of its structured data', async () => {
  const car = {
    '@type': 'Car',
    name: 'Kia Ceed',
    brand: { name: 'Kia' },
    model: 'Ceed',
    url: 'https://north.example/9',
  };
  const page = `<html><head><script type="application/ld+json">${JSON.stringify({ '@graph': [car] })}</script></head></html>`;
  expect(await listingsOf(page)).toMatchObject([{ id: '/9', make: 'Kia', model: 'Ceed' }]);
});

it('a row above vehicles that says that they are sold is true of those below it, until the next', async () => {
  const row = (id: number): string => `${id},Ford,Fiesta,7995,/stock/${id}`;
  const sheet = ['id,Make,Model,Price,Link', row(1), 'SOLD - awaiting pick up,,,,', row(2), ',,,,', row(3)];
  sheet.push('Vans and pick-ups,,,,', row(4), ',Reserved,,,', row(5), 'Sold cars,,,,', row(6));
  expect(await listingsOf(sheet.join('\n'))).toMatchObject([
    ...[{ id: '1' }, { left: 'sold' }, { left: 'sold' }],
    ...[{ id: '4' }, { left: 'reserved' }, { left: 'sold' }],
  ]);
});

it('a short text of facts between dots, slashes or dashes gives them', async () => {
  const csv =
    'id,Car,Details,Link\n1,2018 Seat Ibiza,Petrol · Manual · 41k miles,/stock/1\n' +
    '2,2018 Seat Ibiza,Petrol / Manual / 41k miles,/stock/2\n3,2018 Seat Ibiza,Petrol - Manual - 41k miles,/stock/3\n';
  const facts = { fuelType: 'Petrol', transmission: 'Manual', mileageMiles: 41_000 };
  expect(await listingsOf(csv)).toMatchObject([facts, facts, facts]);
});

it('the name of a gearbox counts before its code', async () => {
  const gearbox = { code: 'C', name: 'Automatic' };
  const car = { id: '1', url: 'https://north.example/1', make: 'Kia', model: 'Ceed', gearbox };
  expect(await listingsOf(JSON.stringify([car]))).toMatchObject([{ transmission: 'Automatic' }]);
});

describe('everyday words as names of columns', () => {
  it('are read: what it is, on the clock, runs on, maker, built, price without fees', async () => {
    const sheet = [
      'What it\t\tClock\tLink',
      'is\t£\t(miles)\t',
      '2017 Ford Fiesta 1.0 Zetec\t7495\t41300\t/stock/1',
    ];
    expect(await listingsOf(sheet.join('\n'))).toMatchObject([
      { make: 'Ford', model: 'Fiesta 1.0 Zetec', year: 2017, mileageMiles: 41_300, priceGbp: 7495 },
    ]);
    const table = ['Maker|Model|Built|Runs on|Price ex fees|Link', 'Kia|Ceed|2019|Diesel|£10,995|/stock/2'];
    expect(await listingsOf(table.join('\n'))).toMatchObject([
      { make: 'Kia', model: 'Ceed', year: 2019, fuelType: 'Diesel', priceGbp: 10_995 },
    ]);
  });

  it('are read in objects, with their units and currencies', async () => {
    const car = {
      ...{ url: 'https://north.example/3', make: 'Skoda', model: 'Octavia', year: 2018 },
      buyNow: { amountPence: 1_125_000, currency: 'GBP' },
    };
    expect(await listingsOf(JSON.stringify([car]))).toMatchObject([{ priceGbp: 11_250 }]);
  });
});

it.each([
  ['www.north.example', 'https://www.north.example/used/1'],
  ['See www.north.example, or call', 'https://www.north.example/used/1'],
  ['Mail sales@www.north.example', 'https://north.example/used/1'],
  ['www.south.example', 'https://north.example/used/1'],
  ['www.north.example/about', 'https://north.example/used/1'],
])('paths below %s are on %s', async (said, advertUrl) => {
  const csv = `"Stock list of ${said}"\nRef,Make,URL,Price\n1,Ford,/used/1,4995\n2,Kia,/used/2,5995\n`;
  expect((await listingsOf(csv))[0]).toMatchObject({ advertUrl });
  const behind = `Ref,Make,URL,Price,Oddity\n1,Ford,/used/1,4995,a\n2,Kia,/used/2,5995,b\n"Stock list of ${said}"\n`;
  expect((await listingsOf(behind))[0]).toMatchObject({ advertUrl });
});

it('names, months, numbers and answers may be German', async () => {
  const csv = [
    'Händler-Domain;Fahrzeug-Nr.;Marke;Modell;Erstzulassung;Laufleistung;Einheit;Preis brutto;Verkauft;Anzeigen-URL',
    'north.example;D1;Opel;Corsa;Mär 2018;52.310;mi;7.490,50;nein;https://north.example/d1',
    'north.example;D2;Opel;Astra;3. Okt. 2019;80.467;km;auf Anfrage;nein;https://north.example/d2',
    'north.example;D3;Opel;Mokka;Dezember 2020;30.150;mi;12.990,00;ja;https://north.example/d3',
  ];
  const results = await resultsOf(csv.join('\n'));
  expect(results).toMatchObject([
    {
      listing: { dealer: 'north.example', id: 'D1', year: 2018, mileageMiles: 52_310, priceGbp: 7490.5 },
      valueIssues: [],
    },
    {
      listing: { id: 'D2', year: 2019, mileageMiles: 50_000, priceGbp: null },
      valueIssues: [{ field: 'price', reason: 'not_given' }],
    },
    { kind: 'omission', reason: 'sold' },
  ]);
});

it.each(['Handler', 'Handler-domain'])(
  'a column %s names no dealer, as one of a Händler does',
  async (name) => {
    const [result] = await resultsOf(
      `Id;Make;Link;${name}\n7;Kia;https://north.example/7;south.example\n`,
      template,
    );
    expect(result).toMatchObject({ listing: { dealer } });
  },
);
