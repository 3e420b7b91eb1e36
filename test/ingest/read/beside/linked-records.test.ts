// Objects that a document has once and its vehicles name by a key: branches by their code, entries of content systems by links.
import { describe, expect, it } from 'vitest';
import { LinkedRecords } from '../../../../src/ingest/read/beside/linked-records.ts';
import type { FeedNotice } from '../../../../src/ingest/read/feed-record.ts';
import { resultsOf } from '../../collect.ts';

const dealer = 'moor.example';

async function listingsOf(feed: string, notices: string[] = []): Promise<object[]> {
  const onNotice = ({ reason, text }: FeedNotice): unknown => notices.push(`${reason}: ${text}`);
  const results = await resultsOf(feed, { dealer, onNotice });
  return results.flatMap((result) => {
    if (result.kind !== 'listing') return [];
    const { id, make, model, postcode, images } = result.listing;
    return [{ id, make, model, postcode, images }];
  });
}

const rio = (id: number, more: object): object => ({
  id,
  model: 'Rio',
  price: 5995,
  link: `/cars/${id}`,
  ...more,
});
const derby = { town: 'Derby', postcode: 'DE1 2AB' };
const leeds = { town: 'Leeds', postcode: 'LS1 4AP' };

it.each([
  [
    'by a code, before the vehicles',
    {
      branches: [
        { code: 'N1', ...derby },
        { code: 'S2', ...leeds },
      ],
    },
    { branch_code: 'S2' },
  ],
  [
    'by another name of places',
    {
      sites: [
        { ref: 'N1', ...derby },
        { ref: 'S2', ...leeds },
      ],
    },
    { depot: 'S2' },
  ],
  ['by their names in an object', { showrooms: { N1: derby, S2: leeds } }, { showroom: 'S2' }],
  [
    'by a number',
    {
      locations: [
        { id: 1, ...derby },
        { id: 2, ...leeds },
      ],
    },
    { locationId: 2 },
  ],
])('places named %s', async (_, around, named) => {
  const cars = [rio(1, { make: 'Kia', ...named }), rio(2, { make: 'Kia' })];
  for (const document of [
    { ...around, cars },
    { cars, ...around },
  ])
    expect(await listingsOf(JSON.stringify(document))).toMatchObject([
      { id: '1', make: 'Kia', postcode: 'LS1 4AP' },
      { id: '2', make: 'Kia', postcode: null },
    ]);
});

it('makes named by an id are those of the list of makes, whatever else has the id', async () => {
  const document = {
    brands: [
      { id: 3, name: 'Kia' },
      { id: 4, name: 'Seat' },
    ],
    branches: [
      { id: 3, ...derby },
      { id: 4, ...leeds },
    ],
    cars: [rio(1, { brandId: 3, branch: { id: 4 } }), rio(2, { brandId: 9, branch: { id: 9 } })],
  };
  expect(await listingsOf(JSON.stringify(document))).toMatchObject([
    { make: 'Kia', postcode: 'LS1 4AP' },
    { make: null, postcode: null },
  ]);
});

it('links of a content system lead to its entries and assets, in English', async () => {
  const link = (linkType: string, id: string): object => ({ sys: { type: 'Link', linkType, id } });
  const entry = (type: string, id: string, fields: object): object => ({ sys: { type, id }, fields });
  const document = {
    items: [
      entry('Entry', 'car77', {
        make: { 'en-GB': link('Entry', 'brandKia'), cy: link('Entry', 'brandKia') },
        model: { cy: 'Rio (cy)', 'en-GB': 'Rio' },
        price: { 'en-GB': 5995 },
        link: { 'en-GB': '/cars/77', cy: '/cy/77' },
        photos: { 'en-GB': [link('Asset', 'pic1'), link('Asset', 'pic2'), link('Asset', 'gone')] },
      }),
    ],
    includes: {
      Entry: [entry('Entry', 'brandKia', { name: { 'en-GB': 'Kia' } })],
      Asset: [1, 2].map((n) =>
        entry('Asset', `pic${n}`, { file: { 'en-GB': { url: `//cdn.moor.example/${n}.jpg` } } }),
      ),
    },
  };
  const notices: string[] = [];
  expect(await listingsOf(JSON.stringify(document), notices)).toEqual([
    {
      ...{ id: '/cars/77', make: 'Kia', model: 'Rio', postcode: null },
      images: ['https://cdn.moor.example/1.jpg', 'https://cdn.moor.example/2.jpg'],
    },
  ]);
  expect(notices).toEqual([]);
});

it('relationships of JSON:API lead to what is included, by type and id', async () => {
  const document = {
    data: [
      {
        ...{ type: 'cars', id: '5', attributes: { model: 'Leon', price: 4995, link: '/cars/5' } },
        relationships: {
          make: { data: { type: 'makes', id: '3' } },
          branch: { data: { type: 'branches', id: '3' } },
        },
      },
    ],
    included: [
      { type: 'makes', id: '3', attributes: { name: 'Seat' } },
      { type: 'branches', id: '3', attributes: leeds },
    ],
  };
  expect(await listingsOf(JSON.stringify(document))).toMatchObject([{ make: 'SEAT', postcode: 'LS1 4AP' }]);
});

it('related objects of Strapi and Drupal are those of the vehicle', async () => {
  const strapi = {
    ...{ title: 'Kia Rio', price: 5995, link: '/cars/1' },
    location: { data: { id: 4, attributes: leeds } },
    photos: { data: [{ id: 9, attributes: { url: '/1.jpg' } }] },
  };
  const drupal = {
    data: [
      {
        ...{ type: 'node--car', id: 'c1', attributes: { title: 'Kia Rio', path: { alias: '/cars/1' } } },
        relationships: { field_photos: { data: [{ type: 'file--file', id: 'f1', meta: { alt: 'x' } }] } },
      },
    ],
    included: [{ type: 'file--file', id: 'f1', attributes: { uri: { url: '/1.jpg' } } }],
  };
  const images = ['https://moor.example/1.jpg'];
  expect(await listingsOf(JSON.stringify({ data: [{ id: 1, attributes: strapi }] }))).toMatchObject([
    { make: 'Kia', postcode: 'LS1 4AP', images },
  ]);
  expect(await listingsOf(JSON.stringify(drupal))).toMatchObject([{ make: 'Kia', images }]);
});

it.each([
  '<Depot code="N1"><Postcode>DE1 2AB</Postcode></Depot><Depot code="S2"><Postcode>LS1 4AP</Postcode></Depot>',
  '<Depots><Depot><Ref>N1</Ref><Postcode>DE1 2AB</Postcode></Depot><Depot><Ref>S2</Ref><Postcode>LS1 4AP</Postcode></Depot></Depots>',
])('places above the vehicles of XML: %s', async (places) => {
  const car = (id: number, more: string): string =>
    `<Car id="${id}"><Make>Kia</Make><Model>Rio</Model><Price>5995</Price><Url>/cars/${id}</Url>${more}</Car>`;
  const xml = `<Stock>${places}${car(1, '<DepotRef>S2</DepotRef>')}${car(2, '')}</Stock>`;
  expect(await listingsOf(xml)).toMatchObject([{ postcode: 'LS1 4AP' }, { postcode: null }]);
});

it('vehicles of XML within their make and model have their names, and paths the site that stands above them', async () => {
  const unit = (id: number, more = ''): string =>
    `<unit id="${id}" url="/u/${id}" year="2019" mileage="41000" price="7995" ${more}/>`;
  const ford = `<make name="Ford"><model name="Focus">${unit(1)}</model><model name="Cars">${unit(2, 'model="Fiesta"')}</model></make>`;
  const others = `<make name="Others"><model name="Various">${unit(3)}</model></make>`;
  const feed = `<stock site="https://www.moor.example">${ford}${others}</stock>`;
  const notices: string[] = [];
  const onNotice = ({ text }: FeedNotice): unknown => notices.push(text);
  expect(await resultsOf(feed, { dealer, onNotice })).toMatchObject([
    {
      listing: {
        make: 'Ford',
        model: 'Focus',
        advertUrl: 'https://www.moor.example/u/1',
        loc: null,
      },
    },
    { listing: { make: 'Ford', model: 'Fiesta' } },
    { listing: { make: null, model: null } },
  ]);
  expect(notices).toEqual(['stock: site=https://www.moor.example']);
});

it('makes of XML are no vehicles if each of their models has several', async () => {
  const units = (...ids: number[]): string =>
    ids.map((id) => `<unit id="${id}" url="/u/${id}" year="2019" price="7995"/>`).join('');
  const ford = `<make name="Ford"><model name="Focus">${units(1, 2)}</model></make>`;
  const kia = `<make name="Kia"><model name="Rio">${units(3, 4)}</model></make>`;
  expect(await listingsOf(`<stock>${ford}${kia}</stock>`)).toMatchObject([
    { id: '1', make: 'Ford', model: 'Focus' },
    { id: '2', make: 'Ford', model: 'Focus' },
    { id: '3', make: 'Kia', model: 'Rio' },
    { id: '4', make: 'Kia', model: 'Rio' },
  ]);
});

it.each([
  '<fuels><fuel c="1" means="Petrol"/><fuel c="2" means="Diesel"/></fuels><gears><gear code="7">Manual</gear><gear code="8">Automatic</gear></gears>',
  '<codes><fuel c="1" means="Petrol"/><fuel c="2" means="Diesel"/><gear c="7" means="Manual"/><gear c="8" means="Automatic"/></codes>',
  '<codes><code of="fuel" is="1">Petrol</code><code of="fuel" is="2">Diesel</code><code of="gear" is="7">Manual</code><code of="gear" is="8">Automatic</code></codes>',
  '<codes><c><of>fuel</of><is>1</is><says>Petrol</says></c><c><of>fuel</of><is>2</is><says>Diesel</says></c><c><of>gear</of><is>7</is><says>Manual</says></c><c><of>gear</of><is>8</is><says>Automatic</says></c></codes>',
])('the codes of a table in XML give columns of its name their words: %s', async (tables) => {
  const car = (id: number, fuel: number, gear: number): string =>
    `<car id="${id}" make="Kia" model="Rio" url="/cars/${id}" fuel="${fuel}" gear="${gear}"/>`;
  expect(
    await resultsOf(`<stock>${tables}<cars>${car(1, 1, 8)}${car(2, 2, 7)}</cars></stock>`, { dealer }),
  ).toMatchObject([
    { listing: { fuelType: 'Petrol', transmission: 'Automatic' } },
    { listing: { fuelType: 'Diesel', transmission: 'Manual' } },
  ]);
});

it('a gear of one letter needs no table', async () => {
  const car = '<car id="1" make="Kia" model="Rio" url="/cars/1" fuel="D" gear="A"/>';
  expect(
    await resultsOf(`<stock>${car}${car.replaceAll('1', '2').replace('"A"', '"6"')}</stock>`, { dealer }),
  ).toMatchObject([
    { listing: { fuelType: 'Diesel', transmission: 'Automatic' } },
    { listing: { fuelType: 'Diesel', transmission: null } },
  ]);
});

it('objects that no vehicle names are reported', async () => {
  const notices: string[] = [];
  const document = {
    branches: [{ code: 'N1', phone: '1' }],
    cars: [rio(1, { make: 'Kia' }), rio(2, { make: 'Kia' })],
  };
  await listingsOf(JSON.stringify(document), notices);
  expect(notices).toEqual(['outside_records: branches: [{"code":"N1","phone":"1"}]']);
});

it('objects that vehicles name are not reported for sites and addresses of their own', async () => {
  const notices: string[] = [];
  const branches = [
    { code: 'N1', ...derby, photo: 'https://img.moor.example/n1.jpg', site: 'https://north.example' },
    { code: 'S1', ...leeds, photo: 'https://img.moor.example/s1.jpg', site: 'https://south.example' },
  ];
  const cars = [rio(1, { make: 'Kia', branch: 'N1' }), rio(2, { make: 'Kia', branch: 'S1' })];
  await listingsOf(JSON.stringify({ branches, cars }), notices);
  const ofXml = branches.map(
    ({ code, town, postcode, photo, site }) =>
      `<branch code="${code}" town="${town}" postcode="${postcode}"><photo>${photo}</photo><site>${site}</site></branch>`,
  );
  const car = (id: number, branch: string): string =>
    `<car><id>${id}</id><make>Kia</make><model>Rio</model><url>/cars/${id}</url><branch>${branch}</branch></car>`;
  const stock = `<stock><branches>${ofXml.join('')}</branches><cars>${car(1, 'N1')}${car(2, 'S1')}</cars></stock>`;
  await listingsOf(stock, notices);
  expect(notices).toEqual([]);
});

it.each([
  ['behind much else', { code: 'N1', about: 'x'.repeat(300), site: 'https://www.moor.example' }],
  ['escaped', { code: 'N1', site: 'https:\\/\\/www.moor.example' }],
  ['at once', { code: 'N1', site: 'https://www.moor.example' }],
])('an object that no vehicle names, with the site of the dealer %s, is reported once', async (_, branch) => {
  const notices: string[] = [];
  const text = JSON.stringify({
    branches: [branch],
    cars: [rio(1, { make: 'Kia' }), rio(2, { make: 'Kia' })],
  });
  const feed = text.replaceAll('\\\\/', '\\/');
  const onNotice = ({ text: said }: FeedNotice): unknown => notices.push(said);
  expect(await resultsOf(feed, { dealer, onNotice })).toMatchObject([
    { listing: { advertUrl: 'https://www.moor.example/cars/1' } },
    { listing: { advertUrl: 'https://www.moor.example/cars/2' } },
  ]);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain('www.moor.example');
});

it('the make of a model is found through the model', async () => {
  const document = {
    lists: { makes: [{ id: 4, text: 'Kia' }], ranges: [{ id: 41, make_id: 4, text: 'Rio' }] },
    cars: [{ id: 7, range_id: 41, mileage: 41_000, price: 5995, link: '/cars/7' }],
  };
  expect(await listingsOf(JSON.stringify(document))).toMatchObject([{ id: '7', make: 'Kia', model: 'Rio' }]);
});

it('the code of a branch counts in an attribute of any name, and a branch without a postcode has none', async () => {
  const car = (id: number, code: string, spec: string): string =>
    `<car key="${id}" where_kept="${code}" spec="${spec}" link="/cars/${id}"><make>Kia</make><model>Rio</model></car>`;
  const feed = `<stock><branches><branch ref="DBY" town="Derby" postcode="DE1 2AB"/><branch ref="NRY" town="Newry"/></branches>
<cars>${car(1, 'DBY', 'NRY')}${car(2, 'NRY', 'SE')}</cars></stock>`;
  expect(await listingsOf(feed)).toMatchObject([
    { id: '1', postcode: 'DE1 2AB' },
    { id: '2', postcode: null },
  ]);
});

it('the codes of a table in XML give a column of its name their words', async () => {
  const car = (id: number, box: string, state: string): string =>
    `<Car id="${id}"><Make>Kia</Make><Model>Rio</Model><BoxCd>${box}</BoxCd><StatusCd>${state}</StatusCd><Url>/cars/${id}</Url></Car>`;
  const table = (name: string, one: string, two: string): string =>
    `<Table for="${name}"><Entry no="1">${one}</Entry><Entry no="2">${two}</Entry></Table>`;
  const codes = `<Codes>${table('BoxCd', 'Manual', 'Automatic')}${table('StatusCd', 'For sale', 'Sold')}</Codes>`;
  const results = await resultsOf(
    `<Stock>${codes}${car(1, '2', '1')}${car(2, '1', '2')}${car(3, '9', '1')}</Stock>`,
    { dealer },
  );
  expect(results).toMatchObject([
    { listing: { id: '1', transmission: 'Automatic' } },
    { reason: 'sold' },
    { listing: { id: '3', transmission: null } },
  ]);
});

const SHORT_TABLES = {
  Status: { F: 'On forecourt, for sale', R: 'Provisional hold, still for sale', S: 'Sold' },
  Class: { CAR: 'Passenger car', CVN: 'Touring caravan' },
  Price: { C: 'Cost', W: 'Windscreen', O: 'Offer price, replaces windscreen when present' },
};

describe('codes are read by tables for whose names those of columns are short, and prices by a table of theirs,', () => {
  const amounts = { C: 7400, W: 10_495, O: 9995 };
  const prices = (codes: string): (readonly [code: string, amount: number])[] =>
    Array.from(codes, (code) => [code, amounts[code as 'C']] as const);
  const inXml = (id: number, sts: string, cls: string, codes: string): string =>
    `<Unit Stk="${id}" Sts="${sts}" Cls="${cls}" Brn="02"><Make>Kia</Make><Model>Rio</Model><Odo>4100${id}</Odo>${prices(
      codes,
    )
      .map(([code, amount]) => `<Price C="${code}">${amount}</Price>`)
      .join('')}<Web Page="http://moor.example/${id}"/></Unit>`;
  const tablesInXml = Object.entries(SHORT_TABLES).map(
    ([name, codes]) =>
      `<Table name="${name}">${Object.entries(codes)
        .map(([code, text]) => `<Code c="${code}" t="${text}"/>`)
        .join('')}</Table>`,
  );
  const branches =
    '<Table name="Branch"><Code c="01" t="Derby" postcode="DE1 2AB"/><Code c="02" t="Leeds" postcode="LS1 4AP"/></Table>';
  const inJson = (id: number, sts: string, cls: string, codes: string): object => ({
    ...{ id, sts, cls, make: 'Kia', model: 'Rio', odo: 41_000, url: `/cars/${id}` },
    prices: prices(codes).map(([c, amount]) => ({ c, amount })),
  });
  const cars: readonly (readonly [number, string, string, string])[] = [
    ...([
      [1, 'F', 'CAR', 'CW'],
      [2, 'R', 'CAR', 'CWO'],
      [3, 'S', 'CAR', 'CW'],
    ] as const),
    ...([
      [4, 'F', 'CVN', 'CW'],
      [5, 'F', 'CAR', 'C'],
    ] as const),
  ];
  it.each([
    [
      'in XML',
      `<Stock><Tables>${tablesInXml.join('')}${branches}</Tables>${cars.map((car) => inXml(...car)).join('')}</Stock>`,
      'LS1 4AP',
    ],
    ['in JSON', JSON.stringify({ tables: SHORT_TABLES, stock: cars.map((car) => inJson(...car)) }), null],
  ])('%s', async (_, feed, postcode) => {
    const results = await resultsOf(feed, { dealer });
    expect(results).toMatchObject([
      { listing: { id: '1', priceGbp: 10_495, postcode } },
      { listing: { id: '2', priceGbp: 9995, postcode } },
      { reason: 'sold' },
      { reason: 'not_a_vehicle' },
      { listing: { id: '5', priceGbp: null } },
    ]);
  });
});

it('a column whose name is short for that of a map has its keys', async () => {
  const catalogue = { '01': { make: 'Kia', hall: 1 }, '02': { make: 'Ford', hall: 2 } };
  const cars = [rio(1, { cat: '02' }), rio(2, { cat: '01' })];
  expect(await resultsOf(JSON.stringify({ catalogue, cars }), { dealer })).toMatchObject([
    { listing: { make: 'Ford' } },
    { listing: { make: 'Kia' } },
  ]);
});

describe('a table of codes is found among many other objects', () => {
  const others = Array.from(
    { length: 120 },
    (_, n) => `shop ${'abcdefghij'[n % 10]}${'klmnopqrstuv'[Math.floor(n / 10)]}`,
  );
  const cars = [1, 2].map((id) => ({ id, sts: id === 1 ? 'S' : 'F', odo: 41_000 + id, url: `/cars/${id}` }));
  it.each([
    [
      'XML',
      `<S><Shops>${others.map((name) => `<Shop n="${name}"/>`).join('')}</Shops>` +
        '<Table name="Status"><Code c="F" t="For sale"/><Code c="S" t="Sold"/></Table>' +
        `${cars.map(({ id, sts, odo, url }) => `<Car Id="${id}" Sts="${sts}"><Make>Kia</Make><Odo>${odo}</Odo><Url>${url}</Url></Car>`).join('')}</S>`,
    ],
    [
      'JSON',
      JSON.stringify({
        shops: Object.fromEntries(others.map((name) => [name, { open: true }])),
        tables: { Status: { F: 'For sale', S: 'Sold' } },
        cars: cars.map((car) => ({ ...car, make: 'Kia' })),
      }),
    ],
  ])('in %s', async (_, feed) => {
    expect(await resultsOf(feed, { dealer })).toMatchObject([{ reason: 'sold' }, { listing: { id: '2' } }]);
  });
});

it.each([
  ['a make above all vehicles is that of its models alone', { name: 'Kia' }, ['Kia', null, 'Ford']],
  ['a name above all vehicles that is no make is none', { name: 'Moor Motors' }, [null, null, 'Ford']],
])('%s', async (_, brand, makes) => {
  const cars = [rio(1, {}), rio(2, { model: 'Golf' }), rio(3, { model: 'Focus', make: 'Ford' })];
  const listings = await listingsOf(JSON.stringify({ brand, cars }));
  expect(listings).toMatchObject(makes.map((make) => ({ make })));
});

it('the codes of objects in JSON give columns of their names their words, those of models by their make', async () => {
  const tables = {
    FRN: { '03': 'Vauxhall', '07': 'Hyundai' },
    MDL: { '03': { A1: 'Corsa', A2: 'Astra' }, '07': { A1: 'i20', A2: 'Tucson' } },
    STS: { '10': 'On display', '60': 'Retailed (sold, do not advertise)' },
    SIT: { '14': derby, '15': leeds },
  };
  const car = (id: number, frn: string, mdl: string, sts: string): object => ({
    ...{ id, frn, mdl, sts, sit: '15', odo: 41_000 + id, url: `/cars/${id}` },
  });
  const stock = [car(1, '03', 'A1', '10'), car(2, '07', 'A1', '10'), car(3, '07', 'A2', '60')];
  const results = await resultsOf(JSON.stringify({ tables, stock }), { dealer });
  expect(results).toMatchObject([
    { listing: { id: '1', make: 'Vauxhall', model: 'Corsa', postcode: 'LS1 4AP' } },
    { listing: { id: '2', make: 'Hyundai', model: 'i20' } },
    { reason: 'sold' },
  ]);
});

it('the codes of objects in JSON give columns with an id behind their names their words', async () => {
  const tables = { fuels: { 4: 'Diesel', 6: 'Petrol' }, gearboxes: { 4: 'Automatic', 6: 'Manual' } };
  const stock = [
    rio(1, { spec: { fuelId: 6, gearbox_code: 4 } }),
    rio(2, { spec: { fuelId: 9, fuel: 'LPG' } }),
  ];
  const results = await resultsOf(JSON.stringify({ tables, stock }), { dealer });
  expect(results).toMatchObject([
    { listing: { fuelType: 'Petrol', transmission: 'Automatic' } },
    { listing: { fuelType: 'LPG', transmission: null } },
  ]);
});

it('the name of a table is as it is written where that of a column is short for it', async () => {
  const tables = { makes: { M1: { name: 'Kia' }, M2: { name: 'Seat' } } };
  const stock = [rio(1, { mke: 'M1' }), rio(2, { mke: 'M2' })];
  expect(await listingsOf(JSON.stringify({ tables, stock }))).toMatchObject([
    { make: 'Kia' },
    { make: 'SEAT' },
  ]);
});

it('a list that explains columns names those whose own names say nothing', async () => {
  const dictionary = {
    typ: 'Type, table TYP',
    drv: 'Derivative, free text',
    mdl: 'Model',
    fyr: 'Year',
    siv: 'Internal',
  };
  const car = (id: number, typ: string, drv: string): object => ({
    ...{ id, typ, make: 'Ford', mdl: 'Focus', drv, fyr: 2018, odo: 41_000, url: `/cars/${id}` },
  });
  const stock = [car(1, 'Car', '1.0 Zetec'), { ...car(2, 'Trailer', 'Twin axle'), odo: 0 }];
  const notices: string[] = [];
  const onNotice = ({ text }: FeedNotice): unknown => notices.push(text);
  const results = await resultsOf(JSON.stringify({ dictionary, stock }), { dealer, onNotice });
  expect(results).toMatchObject([
    { listing: { id: '1', model: 'Focus 1.0 Zetec', year: 2018 } },
    { reason: 'not_a_vehicle' },
  ]);
  expect(notices).toEqual([]);
});

it.each([12, 70])(
  'paths of %i entries are on the site that another linked entry says behind them',
  async (count) => {
    const link = (id: string): object => ({ sys: { type: 'Link', linkType: 'Entry', id } });
    const entry = (id: string, fields: object): object => ({ sys: { id, type: 'Entry' }, fields });
    const feed = {
      items: Array.from({ length: count }, (_, n) =>
        entry(`car${n}`, { marque: link('mk01'), model: 'Rio', page: `/cars/${n}`, price: 5995 }),
      ),
      includes: {
        Entry: [
          entry('mk01', { name: 'Kia' }),
          entry('set1', {
            siteName: 'Moor Cars of the north and west, of Derby, Leeds and Otley, since 1974',
          }),
          entry('set2', { siteName: 'Moor', baseUrl: 'https://www.moor.example' }),
          entry('set3', { name: 'Others', baseUrl: 'https://www.hill.example' }),
        ],
      },
    };
    for (const text of [JSON.stringify(feed), JSON.stringify(feed).replaceAll('/', '\\/')]) {
      const results = await resultsOf(text, { dealer });
      expect(results).toHaveLength(count);
      expect(results[0]).toMatchObject({
        listing: { make: 'Kia', advertUrl: 'https://www.moor.example/cars/0' },
      });
    }
  },
);

describe('a table of codes whose name says nothing', () => {
  const codes = (list: string, words: Readonly<Record<string, string>>): string =>
    Object.entries(words)
      .map(([id, text]) => `<Code list="${list}" id="${id}">${text}</Code>`)
      .join('');
  const car = (id: number, attributes: string, st: string): string =>
    `<Car no="${id}" st="${st}"><Make>Kia</Make><Model>Rio</Model><Eng ${attributes}/><Url>/cars/${id}</Url></Car>`;
  const read = async (tables: string): Promise<unknown[]> => {
    const cars = car(1, 'x="1" y="M"', '10') + car(2, 'x="2" y="A"', '30');
    const results = await resultsOf(`<S><Codes>${tables}</Codes><Cars>${cars}</Cars></S>`, { dealer });
    return results.map((result) =>
      result.kind === 'listing' ? [result.listing.fuelType, result.listing.transmission] : result.reason,
    );
  };
  const gearboxes = codes('y', { M: 'Manual', A: 'Automatic' });

  it('is of the field of which all its words are', async () => {
    const fuels = codes('x', { 1: 'Petrol', 2: 'Diesel' });
    expect(await read(fuels + gearboxes)).toEqual([
      ['Petrol', 'Manual'],
      ['Diesel', 'Automatic'],
    ]);
    const statuses = codes('st', { 10: 'In stock', 30: 'Sold' });
    expect(await read(fuels + gearboxes + statuses)).toEqual([['Petrol', 'Manual'], 'sold']);
  });

  it('is of none if some of its words are others', async () => {
    const words = codes('x', { 1: 'Petrol', 2: 'Front axle' });
    expect(await read(words + gearboxes)).toEqual([
      [null, 'Manual'],
      [null, 'Automatic'],
    ]);
  });
});

it('names of taxonomies that WordPress embeds in a post are those of its numbers', async () => {
  const term = (id: number, taxonomy: string, name: string): object => ({
    ...{ id, taxonomy, name, slug: name.toLowerCase(), link: `https://moor.example/${taxonomy}/${id}/` },
  });
  const post = (id: number, make: object, serie: object): object => ({
    ...{ id, status: 'publish', type: 'listings', link: `https://moor.example/cars/${id}/`, author: 3 },
    ...{ make: [40 + id], serie: [50 + id], meta: { price: '5995', mileage: '41,200' } },
    _embedded: { author: [{ id: 3, name: 'Web team' }], 'wp:term': [[make], [serie]] },
  });
  const feed = [
    post(1, term(41, 'make', 'Peugeot'), term(51, 'serie', '208')),
    post(2, term(42, 'make', 'Jeep'), term(52, 'serie', 'Renegade')),
  ];
  expect(await listingsOf(JSON.stringify(feed))).toMatchObject([
    { id: '1', make: 'Peugeot', model: '208' },
    { id: '2', make: 'Jeep', model: 'Renegade' },
  ]);
});

describe('links of a record are followed 200 times, and up to 200,000 characters,', () => {
  const resolved = (record: object, entry: object): object => {
    const linked = new LinkedRecords(() => undefined, dealer);
    linked.add('images', [{ id: 1, ...entry }]);
    return linked.resolve(record);
  };
  const picture = { url: '/1.jpg' };
  const times = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);

  it('in lists within lists', () => {
    const entry = { id: 1, ...picture };
    expect(resolved({ images: times(3, times(100, 1)) }, picture)).toEqual({
      images: [times(100, entry), times(100, entry), times(100, 1)],
    });
  });

  it('in wrappers of links', () => {
    const entry = { id: 1, ...picture };
    const link = { data: times(150, { id: 1 }) };
    expect(resolved({ a: 0, images: [link, link] }, picture)).toEqual({
      ...{ a: 0, images: [times(150, entry), link] },
    });
  });

  it('of large objects', () => {
    const large = { text: 'x'.repeat(9000) };
    expect(resolved({ images: [times(20, 1), times(20, 1)] }, large)).toEqual({
      images: [times(20, { id: 1, ...large }), times(20, 1)],
    });
  });
});
