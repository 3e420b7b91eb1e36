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
