// Logs of changes: the stock that they leave, if their events have the whole vehicle.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../../src/ingest/read/feed-record.ts';
import { problemOf, resultsOf } from '../../collect.ts';

const dealer = 'moor.example';

const GOLF = { url: 'https://moor.example/golf', make: 'VW', model: 'Golf', price: 9995, miles: 41_000 };
const RIO = { url: 'https://moor.example/rio', make: 'Kia', model: 'Rio', price: 6495, miles: 22_000 };

function logOf(events: readonly object[]): string {
  return events.map((event) => JSON.stringify(event)).join('\n');
}

async function stockOf(feed: string, options = {}): Promise<string[]> {
  const results = await resultsOf(feed, { dealer, ...options });
  return results.map((result) =>
    result.kind === 'listing'
      ? `${result.line} ${result.listing.id} ${result.listing.model} ${result.listing.priceGbp}`
      : `${result.line} ${result.reason}`,
  );
}

describe('the last event of each vehicle counts', () => {
  const gone = { op: 'delete', id: 'g' };
  const created = { op: 'upsert', id: 'g', doc: GOLF };
  const cheaper = { op: 'upsert', id: 'g', doc: { ...GOLF, price: 8995 } };
  const other = { op: 'upsert', id: 'r', doc: RIO };

  it.each([
    [
      [created, other, cheaper],
      ['2 r Rio 6495', '3 g Golf 8995'],
    ],
    [
      [{ op: 'begin', dealer: 'Moor' }, created, other, { op: 'end', ops: 2 }],
      ['2 g Golf 9995', '3 r Rio 6495'],
    ],
    [
      [
        { rec: 'head', site: 'https://moor.example' },
        { rec: 'branch', name: 'Moor' },
        created,
        other,
        cheaper,
        { rec: 'end' },
      ],
      ['4 r Rio 6495', '5 g Golf 8995'],
    ],
    [
      [
        { op: 'upsert', vid: 'g', ...GOLF },
        { op: 'remove', vid: 'g', reason: 'retailed' },
      ],
      ['2 withdrawn'],
    ],
    [
      [created, other, gone],
      ['2 r Rio 6495', '3 withdrawn'],
    ],
    [[created, gone, cheaper], ['3 g Golf 8995']],
    [[gone, created], ['2 g Golf 9995']],
    [
      [gone, other],
      ['1 withdrawn', '2 r Rio 6495'],
    ],
    [
      [gone, { ...gone, id: 'r' }],
      ['1 withdrawn', '2 withdrawn'],
    ],
    [
      [
        { event: 'vehicle.created', vehicleId: 'g', ...GOLF },
        { event: 'vehicle.sold', vehicleId: 'g' },
      ],
      ['2 sold'],
    ],
    [
      [
        { id: 1, event: 'vehicle.created', data: { vehicleId: 'g', ...GOLF } },
        { id: 2, event: 'vehicle.updated', data: { vehicleId: 'g', ...GOLF, price: 8995 } },
      ],
      ['2 g Golf 8995'],
    ],
    [
      [
        { op: 'update', before: null, after: { id: 'g', ...GOLF } },
        { op: 'update', before: { id: 'g', ...GOLF }, after: { id: 'g', ...GOLF, price: 8995 } },
        { op: 'delete', before: { id: 'r', ...RIO }, after: null },
      ],
      ['2 g Golf 8995', '3 withdrawn'],
    ],
    [
      [
        { action: 'updated', at: '2026-03-02T09:00:00Z', id: 'g', ...GOLF, price: 8995 },
        { action: 'created', at: '2026-03-01T09:00:00Z', id: 'g', ...GOLF },
      ],
      ['1 g Golf 8995'],
    ],
  ])('of %j', async (events, stock) => {
    expect(await stockOf(logOf(events))).toEqual(stock);
    expect(await stockOf(JSON.stringify(events, undefined, 0))).toEqual(
      stock.map((line) => line.replace(/^[0-9]+/, '1')),
    );
  });

  it('in a table too, and what it replaces is reported', async () => {
    const csv =
      'Event,Ref,URL,Make,Model,Price,Miles\n' +
      'Created,7,https://moor.example/7,Kia,Rio,6495,22000\n' +
      'Created,8,https://moor.example/8,VW,Golf,9995,41000\n' +
      'Updated,7,https://moor.example/7,Kia,Rio,5995,22000\n' +
      'Deleted,8,,,,,\n';
    const notices: FeedNotice[] = [];
    expect(await stockOf(csv, { onNotice: (notice: FeedNotice) => notices.push(notice) })).toEqual([
      '4 7 Rio 5995',
      '5 withdrawn',
    ]);
    expect(notices).toMatchObject([
      { line: 2, reason: 'earlier_event', text: 'Created 7' },
      { line: 3, reason: 'earlier_event', text: 'Created 8' },
    ]);
  });

  it('and of several dealers each has vehicles of its own, whose ids may be alike', async () => {
    const north = { dealer: 'north.example', id: '7', ...GOLF, url: 'https://north.example/7' };
    const south = { dealer: 'www.south.example', id: '7', ...RIO, url: 'https://south.example/7' };
    const events = [
      { op: 'upsert', ...north },
      { op: 'upsert', ...south },
      { op: 'upsert', ...south, id: '8', url: 'https://south.example/8' },
      { op: 'update', dealer: 'south.example', id: '7', price: 5995 },
      { op: 'delete', dealer: 'north.example', id: '8' },
    ];
    const results = await resultsOf(logOf(events));
    expect(results).toMatchObject([
      { line: 1, listing: { dealer: 'north.example', id: '7', model: 'Golf', priceGbp: 9995 } },
      { line: 3, listing: { dealer: 'south.example', id: '8', model: 'Rio', priceGbp: 6495 } },
      { line: 4, listing: { dealer: 'south.example', id: '7', model: 'Rio', priceGbp: 5995 } },
      { line: 5, dealer: 'north.example', id: '8', reason: 'withdrawn' },
    ]);
    expect(await problemOf(logOf([...events, { op: 'delete', id: '7' }]))).toBe(
      "feed_unreadable: stock: this is a log of changes, and line 6 ('delete') does not say of which dealer it is. " +
        'Ask for a file that has each vehicle once, as it is now.',
    );
  });

  it('by registration or VIN, if an event has no id or address, or another one', async () => {
    const golf = { registration: 'AB12 CDE', ...GOLF };
    const rio = { registration: 'UNREG', vin: 'KNADC123456789012', ...RIO };
    const unregistered = { registration: 'UNREG', ...RIO, url: 'https://moor.example/new' };
    const events = [
      { op: 'upsert', ...golf },
      { op: 'upsert', ...rio },
      { op: 'upsert', ...unregistered },
      { op: 'update', vin: 'KNADC123456789012', price: 5995 },
      { op: 'upsert', ...golf, registration: 'ab12cde', url: 'https://moor.example/moved', price: 8995 },
    ];
    expect(await stockOf(logOf(events))).toEqual([
      '3 /new Rio 6495',
      '4 KNADC123456789012 Rio 5995',
      '5 AB12CDE Golf 8995',
    ]);
    expect(await stockOf(logOf([...events, { op: 'delete', registration: 'AB12CDE' }]))).toEqual([
      '3 /new Rio 6495',
      '4 KNADC123456789012 Rio 5995',
      '6 withdrawn',
    ]);
  });

  it('and a vehicle that gets another number keeps it', async () => {
    const events = [
      { op: 'upsert', id: '1', registration: 'AB12CDE', ...GOLF },
      { op: 'upsert', id: '9', registration: 'AB12CDE', ...GOLF, url: 'https://moor.example/9', price: 8995 },
      { op: 'delete', id: '5' },
    ];
    const results = await resultsOf(logOf(events), { dealer });
    expect(results).toMatchObject([
      { line: 2, listing: { id: '9', priceGbp: 8995 } },
      { line: 3, id: '5', reason: 'withdrawn' },
    ]);
  });

  it('by the ids that are not null', async () => {
    const csv =
      'Event,Ref,Stock no,URL,Make,Model,Price\n' +
      'Created,NULL,s7,https://moor.example/7,Kia,Rio,6495\n' +
      'Created,NULL,s8,https://moor.example/8,VW,Golf,9995\n' +
      'Updated,NULL,s7,https://moor.example/7,Kia,Rio,5995\n';
    const results = await resultsOf(csv, { dealer });
    expect(results).toMatchObject([
      { line: 3, listing: { id: 's8', priceGbp: 9995 } },
      { line: 4, listing: { id: 's7', priceGbp: 5995 } },
    ]);
  });

  it('however the feed is cut', async () => {
    const bytes = Buffer.from(logOf([created, other, cheaper]));
    const results = await resultsOf(
      Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
      { dealer },
    );
    expect(results).toMatchObject([{ line: 2 }, { line: 3, listing: { priceGbp: 8995 } }]);
  });
});

describe('an event may have only what changed', () => {
  const whole = { vehicleId: 'g', ...GOLF, pictures: { large: 'https://moor.example/g.jpg' } };
  const created = { event: 'vehicle.created', data: whole };

  it.each([
    [
      { op: 'create', id: 'g', doc: GOLF },
      { op: 'update', id: 'g', doc: { price: 8995 } },
    ],
    [created, { event: 'vehicle.price_changed', data: { vehicleId: 'g', price: 8995, previous: 9995 } }],
    [
      { eventType: 'VehicleCreated', payload: whole },
      { eventType: 'PriceChanged', payload: { vehicleId: 'g', price: 8995 } },
    ],
    [
      { type: 'stock.vehicle.created', body: whole },
      { type: 'stock.vehicle.updated', body: { vehicleId: 'g', price: 8995 } },
    ],
    [
      {
        action: 'insert',
        record: { Record_Id__c: 'g', Url__c: GOLF.url, Make__c: 'VW', Model__c: 'Golf', Price__c: 9995 },
      },
      { action: 'update', record: { Record_Id__c: 'g', Price__c: 8995 } },
    ],
  ])('%j, then %j', async (...events) => {
    expect(await stockOf(logOf(events))).toEqual(['2 g Golf 8995']);
  });

  it('and the rest stays, below the names of objects too', async () => {
    const changes = {
      event: 'vehicle.updated',
      data: { vehicleId: 'g', pictures: { count: 1 }, miles: 41_500 },
    };
    const [result] = await resultsOf(logOf([created, changes]), { dealer });
    expect(result).toMatchObject({
      listing: { make: 'Volkswagen', mileageMiles: 41_500, images: ['https://moor.example/g.jpg'] },
    });
  });

  it('and an event that names no vehicle is left out', async () => {
    const enquiry = { event: 'lead.created', data: { leadId: 8, message: 'Would you take £9,000?' } };
    expect(await stockOf(logOf([created, enquiry]))).toEqual(['1 g Golf 9995']);
  });
});

it.each([
  [{ op: 'update', id: 'g', doc: { price: { from: 9995, to: 8995 } } }],
  [{ op: 'update', id: 'q', doc: { price: 8995 } }],
  [{ op: 'update', id: 'g', doc: { ...GOLF, url: undefined } }],
  [{ op: 'update', id: 'g', doc: { url: GOLF.url, make: 'VW', model: 'Golf' } }],
  [{ op: 'update', id: 'q' }],
])('a log is refused if an event has only what changed: %j', async (event) => {
  const log = logOf([{ op: 'create', id: 'g', doc: GOLF }, event]);
  expect(await problemOf(log, { dealer })).toBe(
    "feed_unreadable: stock: this is a log of changes, and line 2 ('update') has only what changed, not the whole vehicle. " +
      'Ask for a file that has each vehicle once, as it is now.',
  );
});

it('a log may be of vehicles whose columns only their values identify, and change its columns', async () => {
  const old = ['Kia', 'Seat', 'Mini', 'Fiat'].map((mk, n) => ({
    op: 'put',
    car: { ref: `a${n}`, mk, cc: 1364, price_gbp: 6495, page: `https://moor.example/a${n}` },
  }));
  const renamed = { op: 'put', stockId: 'b1', ...GOLF };
  const events = [...old, { op: 'delete', ref: 'a3' }, renamed, { ...renamed, price: 8995 }];
  const results = await resultsOf(logOf(events), { dealer });
  const makes = results.map((result) => (result.kind === 'listing' ? result.listing.make : result.reason));
  expect(makes).toEqual(['Kia', 'SEAT', 'MINI', 'withdrawn', 'Volkswagen']);
});

it('a stock with a column of what was done last is no log', async () => {
  const csv =
    'Action,Ref,URL,Make,Model,Price\nAdd,7,https://moor.example/7,Kia,Rio,6495\nUpdate,8,https://moor.example/8,VW,Golf,9995\n';
  expect(await stockOf(csv)).toEqual(['2 7 Rio 6495', '3 8 Golf 9995']);
  expect(await stockOf(csv.replace('Add', 'Update'))).toEqual(['2 7 Rio 6495', '3 8 Golf 9995']);
});
