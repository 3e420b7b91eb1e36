// Tables as reports, stock books and auctions have them: groups that are named once, totals of each, further headers with other names.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';

async function read(feed: string): Promise<{ listings: object[]; notices: string[] }> {
  const notices: FeedNotice[] = [];
  const results = await resultsOf(feed, { dealer, onNotice: (notice) => notices.push(notice) });
  return {
    listings: results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason })),
    notices: notices.map(({ line, reason }) => `${line} ${reason}`),
  };
}

describe('groups of a report', () => {
  it('have the place that is named in their first row with its count, and a total that is no record', async () => {
    const report = [
      'Branch\tStock no\tMake\tModel\tPrice\tWeb link',
      'Truro (2)\tA1\tKia\tRio\tGBP 5,495.00\t/stock/a1',
      '\tA2\tFord\tKuga\tGBP 7,995.00\t/stock/a2',
      'Subtotal\tCount\t\t\tGBP 13,490.00\t',
      'Bodmin (1)\tA3\tKia\tCeed\tGBP 6,000.00\t/stock/a3',
      '\tA4\tKia\tPicanto\tGBP 4,000.00\t/stock/a4',
    ];
    const { listings, notices } = await read(report.join('\n'));
    expect(listings).toMatchObject([
      { id: 'A1', loc: 'Truro' },
      { id: 'A2', loc: 'Truro' },
      { id: 'A3', loc: 'Bodmin' },
      { id: 'A4', loc: null },
    ]);
    expect(notices).toEqual(['4 totals_row']);
  });
});

describe('a row with a status alone', () => {
  const stock = (...rows: string[]): string =>
    ['Ref,Make,Model,Price,Page', ...rows.map((row) => row.padEnd(row.length + 4, ','))].join('\n');
  const car = (id: number): string => `${id},Kia,Rio,2450,/${id}`;

  it('is true of the vehicles below it, up to the next', async () => {
    const { listings, notices } = await read(
      stock('SOLD', car(1), car(2), 'IN STOCK', car(3), 'Reserved:', car(4), 'Available', car(5)),
    );
    expect(listings).toMatchObject([
      { left: 'sold' },
      { left: 'sold' },
      { id: '3' },
      { left: 'reserved' },
      { id: '5' },
    ]);
    expect(notices).toEqual(['2 footnote', '5 footnote', '7 footnote', '9 footnote']);
  });
});

describe('groups of columns in the row above their names', () => {
  it.each<[string, string[], object]>([
    [
      'go on over blanks, if only a name with its group is known',
      ['Vehicle,,,Registration,,Web', 'Ref,Make,Model,Mark,Date,Page', '7,Ford,Kuga,KX69 BTV,14-Nov-19,/7'],
      { make: 'Ford', model: 'Kuga', year: 2019 },
    ],
    [
      'and tell equal names apart',
      [
        'Car,,Registration,,Trade,Retail,Web',
        'Ref,Make,No,Date,£,£,Page',
        '7,Kia,LN20 PXE,30/06/20,1,5495,/7',
      ],
      { make: 'Kia', year: 2020 },
    ],
    [
      'not for a field that has a column',
      ['Vehicle,,,Registration,,Web', 'Ref,Make,Year,Mark,Date,Page', '7,Ford,2018,KX69 BTV,14-Nov-19,/7'],
      { make: 'Ford', year: 2018 },
    ],
    [
      'not over what another group is above',
      ['Vehicle,,Registration,Sale,Web', 'Ref,Make,Mark,Date,Page', '7,Ford,KX69 BTV,14-Nov-19,/7'],
      { make: 'Ford', year: null },
    ],
  ])('%s', async (_, rows, expected) => {
    const { listings } = await read(rows.join('\n'));
    expect(listings).toMatchObject([{ id: '7', ...expected }]);
  });
});

describe('a further header with other names', () => {
  const first = ['Lot\tVehicle\tMiles\tBuy now\tPage', '1\tFord Focus\t41,000\t5,000\t/lot-1'];

  it('names the columns of the rows below it', async () => {
    const second = ['Page\tLot\tMake\tModel\tYr\tPrice £', '/lot-2\t2\tKia\tRio\t2014\t2,450'];
    const { listings, notices } = await read([...first, ...second].join('\n'));
    expect(listings).toMatchObject([
      { id: '1', make: 'Ford', priceGbp: 5000, mileageMiles: 41_000 },
      { id: '2', make: 'Kia', model: 'Rio', year: 2014, priceGbp: 2450 },
    ]);
    expect(notices).toEqual(['3 repeated_header']);
  });

  it('that lacks the pages is that of another table, whose rows are reported', async () => {
    const second = ['Make\tModel\tYear\tPrice', 'Kia\tRio\t2014\t2,450'];
    const { listings, notices } = await read([...first, ...second].join('\n'));
    expect(listings).toMatchObject([{ id: '1' }]);
    expect(notices).toEqual(['3 repeated_header', '4 outside_records']);
  });
});

it('what the buyer pays with fees is the price', async () => {
  const csv = 'Lot,Vehicle,Buy now,Fee,You pay,Page\n1,Ford Focus,5000,345,"£5,345",/lot-1\n';
  expect((await read(csv)).listings).toMatchObject([{ priceGbp: 5345 }]);
  const money = { buyNow: 5000, fee: 345, totalToPay: 5345 };
  const lots = [
    { id: 1, title: 'Ford Focus', url: '/lot-1', money },
    { id: 2, title: 'Kia Rio', url: '/lot-2', money: { vat: 690, fee: 345 } },
  ];
  expect((await read(JSON.stringify(lots))).listings).toMatchObject([{ priceGbp: 5345 }, { priceGbp: null }]);
});

it('the page that a cell of a saved workbook links to is its value', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<Cell${attributes}><Data ss:Type="String">${text}</Data></Cell>`;
  const row = (...cells: string[]): string => `<Row>${cells.join('')}</Row>`;
  const xml = `<?xml version="1.0"?><Workbook xmlns:ss="urn:x"><Worksheet ss:Name="Stock"><Table>${[
    row(cell('Stock bk no'), cell('Make'), cell('Model'), cell('Advert')),
    row(cell('88'), cell('Ford'), cell('Fiesta'), cell('view', ' ss:HRef="https://moor.example/88"')),
  ].join('')}</Table></Worksheet></Workbook>`;
  expect((await read(xml)).listings).toMatchObject([{ id: '88', advertUrl: 'https://moor.example/88' }]);
});

it('wheels in a column of makes are no vehicle', async () => {
  const csv = 'Lot,Make,Model,Miles,Price,Page\n1,Kia,Rio,61000,2450,/1\n2,Set of 4 alloy wheels,,,180,/2\n';
  expect((await read(csv)).listings).toMatchObject([{ make: 'Kia' }, { left: 'not_a_vehicle' }]);
});

describe('a sheet with a column for each vehicle', () => {
  const sheet = [
    'Comparison for the wall;;',
    ';Car 1;Car 2',
    'Stock code;B1;B2',
    'Manufacturer;Kia;Ford',
    'Model;Rio;Focus',
    'Mileage (thousands);31.5;74',
    'Windscreen price (£);7.995;on application',
    'Web page;/b1;/b2',
  ];

  it('is read by the names in its first cells', async () => {
    expect(await read(sheet.join('\n'))).toMatchObject({
      listings: [
        { id: 'B1', make: 'Kia', model: 'Rio', mileageMiles: 31_500, priceGbp: 7995 },
        { id: 'B2', make: 'Ford', model: 'Focus', mileageMiles: 74_000, priceGbp: null },
      ],
      notices: ['1 before_header', '2 before_header'],
    });
  });

  it('may have further vehicles below, with other names', async () => {
    const more = ['', 'Stock code;B3', 'Kind;Van', 'Manufacturer;Ford', 'Model;Transit', 'Web page;/b3'];
    const { listings } = await read([...sheet, ...more].join('\n'));
    expect(listings).toMatchObject([{ id: 'B1' }, { id: 'B2' }, { id: 'B3', model: 'Transit' }]);
  });
});

describe('a table with each cell on a line of its own', () => {
  const names = ['No.', 'Make & model', 'Plate', 'Miles', 'Box', 'Price', 'On web at'];
  const row = (no: number, page: string): string[] => [
    ...[String(no), 'Ford Ka+ Zetec', '67 plate (2017)', '62 thousand', 'man', '£4,750', page],
  ];

  it('is read by the names that come first, also if they come again', async () => {
    const lines = [
      'Stock as at Monday',
      '',
      ...names,
      ...row(1, '/s/1'),
      ...row(2, '/s/2'),
      '',
      'Page 2',
      '',
    ];
    const { listings, notices } = await read([...lines, ...names, ...row(3, '/s/3')].join('\n'));
    const ka = { make: 'Ford', year: 2017, mileageMiles: 62_000, transmission: 'Manual', priceGbp: 4750 };
    expect(listings).toMatchObject([ka, ka, ka]);
    expect(notices).toEqual([
      '1 outside_records',
      '25 outside_records',
      '27 repeated_header',
      '10 guessed_column',
    ]);
  });

  it('has lines that are no whole rows in the report', async () => {
    const lines = [
      ...names,
      ...row(1, '/s/1'),
      ...row(2, '/s/2'),
      ...row(3, '/s/3'),
      '',
      'Ring me',
      'Mrs T.',
    ];
    const { listings, notices } = await read(lines.join('\n'));
    expect(listings).toHaveLength(3);
    expect(notices).toContain('30 outside_records');
  });
});

it('paths are on the site that the feed names above its records, if it is the dealer’s', async () => {
  const csv = (site: string): string =>
    `Our site is ${site} and these are its pages\nid,make,model,url\n1,Kia,Rio,/1\n`;
  expect((await read(csv('https://www.moor.example'))).listings).toMatchObject([
    { advertUrl: 'https://www.moor.example/1' },
  ]);
  // However the feed is cut into pieces, what stands below is not above.
  const below = 'id,make,model,url\n1,Kia,Rio,/1\n# Our site is https://www.moor.example\n';
  expect((await read(below)).listings).toMatchObject([{ advertUrl: 'https://moor.example/1' }]);
  expect((await read(csv('https://www.other.example'))).listings).toMatchObject([
    { advertUrl: 'https://moor.example/1' },
  ]);
});
