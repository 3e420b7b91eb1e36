// Tables in other forms than rows of a delimiter: columns set apart by spaces, rows of cells in a script, codes explained above the header.
import { describe, expect, it } from 'vitest';
import { problemOf, resultsOf } from '../../collect.ts';

const dealer = 'moor.example';

async function listingsOf(feed: string): Promise<unknown[]> {
  const results = await resultsOf(feed, { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

const HEADER = 'LOT  VEHICLE              1ST REG   MILES     FUEL  GBX  PRICE   STATUS    PAGE';
const ROWS = [
  '1    FORD C-MAX           11.10.14  71,200 W  P     M     4,495  Entered   https://moor.example/1',
  '2    BMW 320D M SPORT     30.05.17 131,874 NW D     A    10,945  Sold      https://moor.example/2',
  '3    TOYOTA C-HR HYBRID EX 14.09.18 45,118    HEV   A    13,845  Entered, querying https://moor.example/3',
];

describe('a table for a printer', () => {
  it('has the texts below its names, however many spaces part them', async () => {
    const text = ['MOOR AUCTIONS      Sale list', '', 'SECTION A - CARS', '', HEADER, ...ROWS];
    expect(await listingsOf(text.join('\r\n'))).toMatchObject([
      { id: '1', make: 'Ford', model: 'C-MAX', year: 2014, mileageMiles: 71_200, fuelType: 'Petrol' },
      { left: 'sold' },
      {
        id: '3',
        make: 'Toyota',
        year: 2018,
        mileageMiles: 45_118,
        priceGbp: 13_845,
        transmission: 'Automatic',
      },
    ]);
  });

  it('may have its columns by a rule, a header for each part, and remarks between', async () => {
    const rule =
      '---- -------------------- --------- --------- ----- ---- ------- --------- --------------------';
    const text = [
      HEADER,
      rule,
      ROWS[0],
      '',
      '    1 lot in section A',
      '',
      'SECTION B - VANS',
      HEADER,
      rule,
      ROWS[2],
    ];
    expect(await listingsOf(text.join('\n'))).toMatchObject([
      { id: '1', priceGbp: 4495, advertUrl: 'https://moor.example/1' },
      { id: '3', priceGbp: 13_845, advertUrl: 'https://moor.example/3' },
    ]);
  });

  it('may have columns that one space parts, by a rule, and codes that are explained below', async () => {
    const text = [
      "REF  MAKE       MODEL           FU GB   CC MLS'k   PRICE PAGE",
      '---- ---------- --------------- -- -- ---- ----- ------- -----',
      'P1   ALFA ROMEO STELVIO MILANO  D  A  2143 103.0  15,250 /p/1',
      'P2   KIA        NIRO            PH A  1580   7.2  18,400 /p/2',
      'P3   LAND ROVER DEFENDER 110 XS D  M         9.5  49,995 /p/3',
      'Prices are for three days only, and all of them are for cash.',
      'FU: P = petrol  D = diesel  PH = plug-in hybrid     GB: M = manual  A = automatic',
    ];
    expect(await listingsOf(text.join('\n'))).toMatchObject([
      {
        ...{ make: 'Alfa Romeo', fuelType: 'Diesel', transmission: 'Automatic', engineLitres: 2.1 },
        ...{ mileageMiles: 103_000, priceGbp: 15_250, advertUrl: 'https://moor.example/p/1' },
      },
      { make: 'Kia', model: 'Niro', fuelType: 'Hybrid', transmission: 'Automatic', mileageMiles: 7200 },
      {
        make: 'Land Rover',
        fuelType: 'Diesel',
        transmission: 'Manual',
        engineLitres: null,
        mileageMiles: 9500,
      },
    ]);
  });

  it('may be followed by tables of the codes in it, as in the results of several queries', async () => {
    const text = [
      'stock_no make       model      odo_rdg odo_u fuel_cd trans_cd web_url',
      '-------- ---------- ---------- ------- ----- ------- -------- -------',
      'P1       LAND ROVER DEFENDER     72420 km          2        1 /p/1   ',
      'P2       KIA        NIRO         30555 mi          7        2 /p/2   ',
      'P3       KIA        RIO           NULL NULL     NULL        1 /p/3   ',
      'P4       KIA        RIO          41000 mi       NULL        1 /p/4   ',
      '',
      '(4 rows affected)',
      'fuel_cd fuel_desc       ',
      '------- ----------------',
      '      2 DIESEL          ',
      '      7 PETROL HYBRID   ',
      '',
      '(2 rows affected)',
      'trans_cd trans_desc      ',
      '-------- ----------------',
      '       1 MANUAL          ',
      '       2 AUTOMATIC       ',
    ];
    expect(await listingsOf(text.join('\r\n'))).toMatchObject([
      { make: 'Land Rover', mileageMiles: 45_000, fuelType: 'Diesel', transmission: 'Manual' },
      { make: 'Kia', mileageMiles: 30_555, fuelType: 'Hybrid', transmission: 'Automatic' },
      { make: 'Kia', mileageMiles: null, fuelType: null, transmission: 'Manual' },
      { make: 'Kia', mileageMiles: 41_000, fuelType: null, transmission: 'Manual' },
    ]);
  });

  it('has a name of several words although each of them is underlined', async () => {
    const text = [
      'REF  MAKE   FUEL TYPE  REG DATE    MILES   PRICE  PAGE',
      '---  ----   ---- ----  --- ----    -----   -----  ----',
      'P1   FORD   PETROL     12 MAR 15   41,200  4,250  /p/1',
      'P2   KIA    DIESEL     05 OCT 18    7,900  9,995  /p/2',
    ];
    expect(await listingsOf(text.join('\n'))).toMatchObject([
      { make: 'Ford', year: 2015, fuelType: 'Petrol', mileageMiles: 41_200, priceGbp: 4250 },
      { make: 'Kia', year: 2018, fuelType: 'Diesel', mileageMiles: 7900, priceGbp: 9995 },
    ]);
  });

  it('is refused if its records have several lines', async () => {
    const text = [
      HEADER,
      '     DERIVATIVE           COLOUR    WEB PAGE',
      ROWS[0],
      '     ZETEC                BLUE      /1',
    ];
    expect(await problemOf([...text, ...text.slice(2)].join('\n'), { dealer })).toContain(
      'its columns are set apart by spaces',
    );
  });
});

describe('JSON in a script', () => {
  const cols = ['Ref', 'Vehicle', 'Clock', 'mls/km', 'Price', 'Link'].map((label) => ({ label }));
  const row = (...cells: unknown[]): object => ({ c: cells });
  const rows = [
    row(
      { v: 'L1' },
      { v: 'Opel Astra 1.4' },
      { v: 96_000 },
      { v: 'km' },
      { v: 6950, f: '£6,950' },
      { v: 'https://moor.example/1' },
    ),
    row({ v: 'L2' }, { v: 'Kia Rio' }, { v: 41_000, f: '41,000' }, { v: 'mls' }, null, {
      v: 'https://moor.example/2',
    }),
    row(
      { v: 'L3' },
      { v: 'Massey 35' },
      { v: 4410 },
      { v: 'hrs' },
      { v: 6500 },
      { v: 'https://moor.example/3' },
    ),
  ];
  const answer = JSON.stringify({ version: '0.6', status: 'ok', table: { cols, rows } });
  const cars = [
    { mileageMiles: 59_652, priceGbp: 6950 },
    { mileageMiles: 41_000, priceGbp: null },
    { left: 'not_a_vehicle' },
  ];

  it.each([
    ['the answer of a spreadsheet', `/*O_o*/\ngoogle.visualization.Query.setResponse(${answer});`],
    ['the argument of a function', `callback(${answer})`],
    ['the value of a variable', `var stock = ${answer};\n`],
    ['kept from being a script', `)]}',\n${answer}`],
  ])('is %s', async (_, text) => {
    expect(await listingsOf(text)).toMatchObject(cars);
  });
});

describe('codes that are explained above the header', () => {
  it('are their words', async () => {
    const text = [
      'COD|STS|1=In stock|2=Prep, advertise|7=Deposit taken, do not advertise',
      'COD|FUEL|5=Diesel|6=Petrol',
      'FLD|STK|MAKE|MODEL|FUEL|STS|PRICE|URL',
      'DET|T1|FORD|TRANSIT|5|1|15000|/1',
      'DET|T2|FORD|FOCUS|6|7|4250|/2',
      'DET|T3|KIA|RIO|6|2|7|/3',
    ];
    expect(await listingsOf(text.join('\n'))).toMatchObject([
      { id: 'T1', fuelType: 'Diesel', priceGbp: 15_000 },
      { left: 'reserved' },
      // A number in another column stays.
      { id: 'T3', fuelType: 'Petrol', priceGbp: 7 },
    ]);
  });
});

describe('a price that is the sum of two columns', () => {
  it('is that with VAT', async () => {
    const rows = ['12500.00|2500.00|15000.00', '4995.00|0.00|4995.00', '7995.00|1599.00|9594.00'];
    const text = rows.map((prices, n) => `T${n}|Ford|Transit|${prices}|/${n}`);
    expect(
      await listingsOf(['STK|MAKE|MODEL|PRC_NET|PRC_VAT|PRC_GROSS|URL', ...text].join('\n')),
    ).toMatchObject([{ priceGbp: 15_000 }, { priceGbp: 4995 }, { priceGbp: 9594 }]);
  });

  it('is no former price', async () => {
    const rows = ['7995|1000|8995', '4995|500|5495', '9995|505|10500'];
    const text = rows.map((prices, n) => `T${n}|Ford|Focus|${prices}|/${n}`);
    expect(await listingsOf(['STK|MAKE|MODEL|PRICE|SAVE|RRP|URL', ...text].join('\n'))).toMatchObject([
      { priceGbp: 7995 },
      { priceGbp: 4995 },
      { priceGbp: 9995 },
    ]);
  });
});

it('a fuel and a gearbox in one column may be in any order and short', async () => {
  const rows = ['Auto / Dsl', 'Man/Pet', 'Petrol - Manual', 'Petrol/Electric'].map(
    (both, n) => `${n},Kia,${both},/${n}`,
  );
  expect(await listingsOf(['Ref,Make,Trans / fuel,Link', ...rows].join('\n'))).toMatchObject([
    { fuelType: 'Diesel', transmission: 'Automatic' },
    { fuelType: 'Petrol', transmission: 'Manual' },
    { fuelType: 'Petrol', transmission: 'Manual' },
    { fuelType: 'Hybrid', transmission: null },
  ]);
});

describe('pictures of a WordPress export', () => {
  const post = (id: number, type: string, more: string): string =>
    `<item><title>Ford Fiesta</title><link>https://moor.example/cars/${id}/</link><wp:post_id>${id}</wp:post_id>` +
    `<wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status>${more}</item>`;
  const meta = (key: string, value: string): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const picture = (id: number): string =>
    post(id, 'attachment', `<wp:attachment_url>https://moor.example/up/${id}.jpg</wp:attachment_url>`);
  const car = (id: number, gallery: string): string =>
    post(
      id,
      'vehicle',
      meta('make', 'Ford') +
        meta('vehicle_price', '<s>&pound;7,995</s> &pound;7,250') +
        meta('vehicle_gallery', gallery),
    );
  const feed = (...items: string[]): string =>
    `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('')}</channel></rss>`;

  it('are posts before or behind that which names their ids', async () => {
    const php = 'a:2:{i:0;s:2:"11";i:1;s:2:"13";}';
    const cars = [car(1, '11,12'), picture(12), car(2, php), car(3, '11,99'), picture(13)];
    const [eleven, twelve, thirteen] = [11, 12, 13].map((id) => `https://moor.example/up/${id}.jpg`);
    expect(await listingsOf(feed(picture(11), ...cars))).toMatchObject([
      { priceGbp: 7250, images: [eleven, twelve] },
      { images: [eleven, thirteen] },
      // A picture that is not there: what the others are is not sure.
      { images: [] },
    ]);
  });
});
