// Records of vehicles that are not for sale: they are neither listings nor rejections, and are counted by reason.
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { importReportLines } from '../../../src/cli/report-lines.ts';
import { dryRunFeed } from '../../../src/ingest/schedule/dry-run.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportOptions } from '../../../src/ingest/run/feed-importer.ts';
import type { ImportRun } from '../../../src/ingest/status/import-report.ts';
import { parseMapping } from '../../../src/ingest/settings/feed-mapping.ts';
import type { ReadOptions } from '../../../src/ingest/run/read-feed.ts';
import { parseOptionsOf } from '../../../src/cli/parse-options.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { resultsOf } from '../collect.ts';
import { FeedList } from '../schedule/feed-list.ts';

/** `listed`, or why not, of a record with these columns; then what is reported as without effect. */
async function saleOf(columns: object, options: ReadOptions = {}): Promise<string[]> {
  const [result] = await resultsOf(
    JSON.stringify({ stock_no: 'A', url: 'https://a.example/1', ...columns }),
    {
      dealer: 'a.example',
      ...options,
    },
  );
  if (result === undefined || result.kind === 'rejection') return [result?.reason ?? 'nothing'];
  const issues = result.valueIssues.map(({ field, reason, value }) => `${field} ${reason} ${value}`);
  return [result.kind === 'omission' ? `${result.reason}: ${result.message}` : 'listed', ...issues];
}

describe('a record', () => {
  it.each([
    [{ Status: 'Sold' }, ["sold: status is 'Sold'"]],
    [{ 'Web Status': 'Reserved' }, ["reserved: status is 'Reserved'"]],
    [{ isSold: true }, ['sold: is_sold is true']],
    [{ Sold: 'Y' }, ["sold: is_sold is 'Y'"]],
    [{ sold: 'N' }, ['listed']],
    [{ 'Sold (-1=yes)': '-1' }, ["sold: is_sold is '-1'"]],
    [{ Sold: 0 }, ['listed']],
    [{ stock_quantity: -1 }, ['not_available: is_available is -1']],
    [{ stock_quantity: '-1' }, ["not_available: is_available is '-1'"]],
    [{ sold_date: '2026-04-01' }, ["sold: is_sold is '2026-04-01'"]],
    [{ sold_date: '0000-00-00' }, ['listed']],
    [{ SoldDate: '0001-01-01T00:00:00', ReservedDate: '01/01/1900' }, ['listed']],
    [{ archived_at: '9999-12-31' }, ['listed']],
    [{ Tagline: 'Deposit: £99, then £199 a month', mileage: '41000' }, ['listed']],
    [{ title: 'Kia Rio 1.2 LOW DEPOSIT' }, ['listed']],
    [{ title: 'Kia Rio 1.2 from £99 deposit' }, ['listed']],
    [{ title: 'Kia Rio 1.2 - Deposit: £99' }, ['listed']],
    [{ title: 'KIA RIO 1.2 - DEPOSIT: £99' }, ['listed']],
    [{ title: 'Kia Rio 1.2 - Deposit' }, ["reserved: status is 'Deposit'"]],
    [{ title: 'Kia Rio 1.2 Spirit DEPOSIT' }, ["reserved: status is 'DEPOSIT'"]],
    [{ car_mark_as_sold: 'on' }, ["sold: is_sold is 'on'"]],
    [{ price: 'SOLD' }, ["sold: price is 'SOLD'"]],
    [{ price: 'Dep taken' }, ["reserved: price is 'Dep taken'"]],
    [
      { price: 'Was £5,495 sold as seen £4,995', mileage: '5' },
      ['listed', "price unreadable 'Was £5,495 sold as seen £4,995'"],
    ],
    [{ price: 'POA' }, ['listed', "price not_given 'POA'"]],
    [{ price: '£2,495 SOLD' }, ["sold: price is '£2,495 SOLD'"]],
    [{ price: '£8,995 - under offer' }, ["reserved: price is '£8,995 - under offer'"]],
    [{ price: '£500 deposit' }, ['listed', "price unreadable '£500 deposit'"]],
    [{ Notes: 'Sold 21/11' }, ["sold: status is 'Sold'"]],
    [{ Notes: 'Sold 21 Nov' }, ["sold: status is 'Sold'"]],
    [{ Notes: 'Sold 1st November 2026' }, ["sold: status is 'Sold'"]],
    [{ Notes: 'SOLD - collecting Friday' }, ["sold: status is 'SOLD'"]],
    [{ Notes: 'Sold with 12 months MOT' }, ['listed']],
    [{ Notes: '2 keys - under offer' }, ["reserved: status is 'under offer'"]],
    [{ Notes: 'Two keys - sold new here' }, ['listed']],
    [{ Notes: 'One owner - sold new here' }, ['listed']],
    [{ Stage: 'Draft' }, ["not_published: status is 'Draft'"]],
    [{ published: 0 }, ['not_published: is_published is 0']],
    [{ published: 1 }, ['listed']],
    [{ availability: 'out of stock' }, ["not_available: is_available is 'out of stock'"]],
    [{ availability: 'in_stock' }, ['listed']],
    [{ availability: 'NOT_AVAILABLE' }, ["not_available: is_available is 'NOT_AVAILABLE'"]],
    [{ availability: 'PENDING' }, ["pending: is_available is 'PENDING'"]],
    [
      { 'offers.availability': 'https://schema.org/SoldOut' },
      ["sold: is_available is 'https://schema.org/SoldOut'"],
    ],
    [{ in_stock: false }, ['not_available: is_available is false']],
    [{ quantity: 0 }, ['not_available: is_available is 0']],
    [{ quantity: '2' }, ['listed']],
    [{ deleted: true }, ['withdrawn: is_withdrawn is true']],
    [{ trade_only: 'Yes' }, ["trade_only: is_trade_only is 'Yes'"]],
    [{ hidden: '1' }, ["not_published: is_hidden is '1'"]],
    [{ status: 'Available', is_sold: 'true' }, ["sold: is_sold is 'true'"]],
    [{ status: 'Available', stock_status: 'Sold' }, ["sold: status is 'Sold'"]],
    [{ status: '' }, ['listed']],
    [{ status: 'zorb' }, ['listed', "status without_effect 'zorb'"]],
    [{ sold: 'perhaps' }, ['listed', "is_sold without_effect 'perhaps'"]],
    [{ metadata: { lifecycleState: 'WASTEBIN' } }, ["withdrawn: status is 'WASTEBIN'"]],
    [{ metadata: { lifecycleState: 'FORECOURT' } }, ['listed']],
    [{ 'Sales Route': 'Trade only' }, ["trade_only: status is 'Trade only'"]],
    [{ workflow_state: 'Draft' }, ["not_published: status is 'Draft'"]],
    [
      { status: 'Courtesy fleet, not for display' },
      ["not_published: status is 'Courtesy fleet, not for display'"],
    ],
    [{ status: 'On hire until May' }, ["not_available: status is 'On hire until May'"]],
    [{ Outcome: 'Provisional' }, ["reserved: status is 'Provisional'"]],
    [{ Outcome: 'No sale' }, ['listed', "status without_effect 'No sale'"]],
    [{ 'Hammer price (£)': '£3,100' }, ["sold: is_sold is '£3,100'"]],
    [{ 'Hammer price (£)': '0.00' }, ['listed']],
    [{ title: 'SOLD 2016 Kia Rio 1.2' }, ["sold: status is 'SOLD'"]],
    [{ title: 'KIA RIO 1.2 RESERVED' }, ["reserved: status is 'RESERVED'"]],
    [{ title: 'Kia Rio 1.2 not sold' }, ['listed']],
    [{ title: 'Kia Rio 1.2 NOT RESERVED' }, ['listed']],
    [{ title: 'Wanted: Kia Rio, any age' }, ["not_available: status is 'Wanted'"]],
    [{ 'Listing Format': 'Auction' }, ["trade_only: status is 'Auction'"]],
    [{ 'Listing Format': 'FixedPrice' }, ['listed']],
    [{ status: false }, ['not_published: status is false']],
    [{ status: true }, ['listed']],
    [{ Status: 'U/O' }, ["reserved: status is 'U/O'"]],
    [{ Status: 'Reserve not met' }, ['listed']],
    [{ Status: 'Traded out' }, ["trade_only: status is 'Traded out'"]],
    [{ Status: "Don't advertise" }, ["not_published: status is 'Don't advertise'"]],
    [{ title: 'Kia Rio 1.2 deposit taken' }, ["reserved: status is 'deposit taken'"]],
    [{ title: 'Kia Rio 1.2, reserved' }, ["reserved: status is 'reserved'"]],
    [{ title: 'Kia Rio 1.2, sold with full MOT' }, ['listed']],
    [{ title: 'Kia Rio with towbar removed' }, ['listed']],
    [{ title: 'Kia Rio 1.2 spares only' }, ["not_a_vehicle: status is 'spares only'"]],
    [{ title: 'Kia Rio 1.2 spares or repair' }, ['listed']],
    [{ title: 'KIA RIO 1.2 BREAKING - GEARBOX ONLY' }, ["not_a_vehicle: status is 'GEARBOX ONLY'"]],
    [
      { title: 'Kia Rio 1.2 breaking for parts, all panels' },
      ["not_a_vehicle: status is 'breaking for parts'"],
    ],
    [{ title: 'Kia Rio 1.2 with towbar, all extras' }, ['listed']],
    [{ Availability: 'On lease until May' }, ["not_available: is_available is 'On lease until May'"]],
    [{ Achieved: '4,950' }, ["sold: is_sold is '4,950'"]],
    [{ Achieved: '' }, ['listed']],
    [{ StatusCode: '40' }, ['listed', "status without_effect '40'"]],
  ])('with %j is %j', async (columns, expected) => {
    expect(await saleOf(columns)).toEqual(expected);
  });

  it.each([
    [{ Vehicle: 'Gearbox only, T9 five speed', Miles: '-', Fuel: 'n/a', Year: '1985' }],
    [{ Vehicle: 'Private registration A8 ZED', Reg: 'A8 ZED', Miles: '', Fuel: '' }],
    [{ Make: 'Brian James', Model: 'T4', Derivative: 'Tilt bed trailer', Year: '2020' }],
    [{ Make: 'Kia', Model: 'Rio', Category: 'Trailers', Year: '2020' }],
    [{ Make: 'Kia', Model: 'Rio', Section: 'Accessories', Year: '2020' }],
    [{ Vehicle: 'Diecast Lotus Esprit', Price: '45' }],
    [{ Vehicle: 'Pick-up hardtop canopy, silver', Price: '450' }],
  ])('with %j alone is no vehicle', async (columns) => {
    const [first = ''] = await saleOf(columns);
    expect(first.replace(/:.*/, '')).toBe('not_a_vehicle');
  });

  it.each([
    [{ Vehicle: 'Kia Rio 1.2 on private plate', Reg: 'A8 ZED', Miles: '41000', Year: '2016' }],
    [{ Make: 'Brian James', Model: 'T4', Reg: 'AB12 CDE', Year: '2020' }],
  ])('with %j may be a vehicle', async (columns) => {
    expect(await saleOf(columns)).toEqual(['listed']);
  });

  it('is listed if it is published on one of several channels', async () => {
    const adverts = (autotrader: string, advertiser: string): object => ({
      adverts: {
        retailAdverts: { autotraderAdvert: { status: autotrader }, advertiserAdvert: { status: advertiser } },
      },
    });
    expect(await saleOf(adverts('PUBLISHED', 'PUBLISHED'))).toEqual(['listed']);
    expect(await saleOf(adverts('NOT_PUBLISHED', 'PUBLISHED'))).toEqual(['listed']);
    expect(await saleOf(adverts('CAPPED', 'NOT_PUBLISHED'))).toEqual([
      "not_published: channel_status is 'CAPPED'",
    ]);
  });

  it('may have several such columns, none of which overrides another', async () => {
    const feed = ndjson({
      stock_no: 'A',
      url: 'https://a.example/1',
      status: 'Available',
      web_status: 'Live',
    });
    const [result] = await resultsOf(feed, { dealer: 'a.example' });
    expect(result).toMatchObject({ kind: 'listing', valueIssues: [] });
    expect(result).not.toHaveProperty('overridden');
  });

  it('needs no advert and no id to be omitted', async () => {
    expect(await saleOf({ status: 'draft', url: undefined, stock_no: '' })).toEqual([
      "not_published: status is 'draft'",
    ]);
  });
});

describe('a new vehicle', () => {
  it.each([
    [{ condition: 'new' }, "condition is 'new'"],
    [{ itemCondition: 'https://schema.org/NewCondition' }, "condition is 'https://schema.org/NewCondition'"],
    [{ state_of_vehicle: 'NEW' }, "condition is 'NEW'"],
    [{ is_new: true }, 'is_new is true'],
  ])('with %j is kept, and left out by the setting', async (columns, message) => {
    expect(await saleOf(columns)).toEqual(['listed']);
    expect(await saleOf(columns, { newVehicles: 'keep' })).toEqual(['listed']);
    expect(await saleOf(columns, { newVehicles: 'leave-out' })).toEqual([`new: ${message}`]);
    const mapping = parseMapping({ new: 'leave-out' }, 'm.json');
    expect(await saleOf(columns, { mapping })).toEqual([`new: ${message}`]);
    expect(await saleOf(columns, { mapping, newVehicles: 'keep' })).toEqual(['listed']);
  });

  it.each([{ condition: 'used' }, { condition: 'Ex-demo' }, { is_new: 'N' }, {}])(
    'is not one with %j',
    async (columns) => {
      expect(await saleOf(columns, { newVehicles: 'leave-out' })).toEqual(['listed']);
    },
  );

  it('that is sold is sold', async () => {
    expect(await saleOf({ condition: 'new', status: 'sold' }, { newVehicles: 'leave-out' })).toEqual([
      "sold: status is 'sold'",
    ]);
    expect(await saleOf({ New: 'Y', Sold: 'Y' }, { newVehicles: 'leave-out' })).toEqual([
      "sold: is_sold is 'Y'",
    ]);
  });

  it.each([
    ['Y', ["new: is_new is 'Y'"]],
    // As Access writes yes.
    ['-1', ["new: is_new is '-1'"]],
    ['0', ['listed']],
    ['', ['listed']],
    // What it cost.
    ['£24,995', ['listed', "is_new without_effect '£24,995'"]],
    ['perhaps', ['listed', "is_new without_effect 'perhaps'"]],
  ])('by a column New with %j gives %j', async (value, expected) => {
    const columns = { title: 'Kia Rio 1.2', New: value };
    expect(await saleOf(columns, { newVehicles: 'leave-out' })).toEqual(expected);
    const sold = await saleOf({ ...columns, Status: 'Sold' }, { newVehicles: 'leave-out' });
    expect(sold).toEqual(["sold: status is 'Sold'", ...expected.slice(1)]);
  });
});

it('a condition can be searched, except that a vehicle is used', async () => {
  const termsOf = async (condition: string): Promise<unknown> => {
    const [result] = await resultsOf(ndjson({ stock_no: 'A', url: 'https://a.example/1', condition }), {
      dealer: 'a.example',
    });
    return result?.kind === 'listing' ? result.listing.sourceTerms : undefined;
  };
  expect([await termsOf('Excellent'), await termsOf('NewCondition'), await termsOf('Used')]).toEqual([
    'Excellent',
    'new',
    null,
  ]);
});

it('flags set both choices, and others are refused', () => {
  expect(parseOptionsOf({ new: 'leave-out', vat: 'add' })).toMatchObject({
    newVehicles: 'leave-out',
    vat: 'add',
  });
  expect(() => parseOptionsOf({ new: 'drop' })).toThrow("--new must be one of keep, leave-out (got 'drop').");
  expect(() => parseMapping({ vat: 'ad' }, 'm.json')).toThrow(
    "m.json: vat must be one of unknown, add (got 'ad').",
  );
});

describe('a price without VAT by its column', () => {
  const NET = 'price without_vat 9500';
  const specified = (price: number, valueAddedTaxIncluded: boolean): object => ({
    price,
    valueAddedTaxIncluded,
  });
  it.each([
    [{ price: 9500, vat: 'Inc VAT' }, 9500, 9500, []],
    [{ price: 9500, vat_status: 'No VAT' }, 9500, 9500, []],
    [{ price: 9500, vat_status: 'Ex VAT' }, null, 11_400, ['price without_vat 9500']],
    [{ price: '£9,500', 'VAT Type': 'Plus VAT' }, null, 11_400, ["price without_vat '£9,500'"]],
    [{ price: 9500, iva: 'excl. IVA' }, null, 11_400, ['price without_vat 9500']],
    [{ price: 9500, plus_vat: 'Yes' }, null, 11_400, ['price without_vat 9500']],
    [{ price: 9500, 'VAT excl': 'Yes' }, null, 11_400, ['price without_vat 9500']],
    [{ price: 9500, 'VAT excl': '-1' }, null, 11_400, ['price without_vat 9500']],
    [{ price: 9500, plus_vat: 'No' }, 9500, 9500, []],
    [{ price: 9500, vat_included: 'No' }, null, 11_400, ['price without_vat 9500']],
    [{ price: 9500, vat_included: 'Yes' }, 9500, 9500, []],
    [{ price: 9500, 'offer.valueAddedTaxIncluded': 'https://schema.org/False' }, null, 11_400, [NET]],
    [{ offers: { price: '9500', priceSpecification: specified(9500, false) } }, null, 11_400, [NET]],
    [{ offers: { priceSpecification: specified(9500, true) } }, 9500, 9500, []],
    [{ offers: [specified(9500, false), specified(11_400, true)] }, 11_400, 11_400, []],
    [
      { offers: { priceSpecification: [specified(9500, false), specified(11_400, true)] } },
      11_400,
      11_400,
      [],
    ],
    [{ price: 9500, vat_qualifying: 'Yes' }, 9500, 9500, []],
    [{ price_ex_vat: 9500 }, null, 11_400, ['price_ex_vat without_vat 9500']],
    [{ price: 11_400, price_ex_vat: 9500 }, 11_400, 11_400, []],
    [{ price: 9500, vat: 'zorb' }, 9500, 9500, ["vat without_effect 'zorb'"]],
  ])('%j', async (columns, unknown, added, issues) => {
    const feed = JSON.stringify({ stock_no: 'A', url: 'https://a.example/1', ...columns });
    const [first] = await resultsOf(feed, { dealer: 'a.example' });
    const [second] = await resultsOf(feed, { dealer: 'a.example', vat: 'add' });
    if (first?.kind !== 'listing' || second?.kind !== 'listing') throw new Error('not listed');
    expect([first.listing.priceGbp, second.listing.priceGbp]).toEqual([unknown, added]);
    expect(first.valueIssues.map(({ field, reason, value }) => `${field} ${reason} ${value}`)).toEqual(
      issues,
    );
  });
});

async function importInto(
  folder: string,
  records: readonly object[],
  options: Partial<ImportOptions> = {},
): Promise<ImportRun> {
  const source = Readable.from([Buffer.from(ndjson(...(records as Record<string, unknown>[])))]);
  return importFeeds(folder, [{ name: 'stock', source }], { merge: false, ...options });
}

describe('an import', () => {
  const sold = (id: string): object => ({ ...plainRecord(id), status: 'Sold' });

  it('counts them by reason, and withdraws their listings', async () => {
    const folder = temporaryFolder();
    await importInto(
      folder,
      ['A', 'B', 'C'].map((id) => plainRecord(id)),
    );
    const run = await importInto(folder, [
      plainRecord('A'),
      sold('B'),
      { ...plainRecord('D'), status: 'draft' },
      sold('E'),
      { id: 'X' },
    ]);
    expect(run).toMatchObject({ read: 5, rejected: 1, omitted: 3, added: 0, unchanged: 1, withdrawn: 2 });
    expect(run.omissions).toEqual([
      {
        reason: 'sold',
        meaning: 'sold',
        count: 2,
        samples: [
          { line: 2, sentence: "status is 'Sold'" },
          { line: 4, sentence: "status is 'Sold'" },
        ],
      },
      {
        reason: 'not_published',
        meaning: 'not published',
        count: 1,
        samples: [{ line: 3, sentence: "status is 'draft'" }],
      },
    ]);
    expect(importReportLines(run)).toEqual(
      expect.arrayContaining([
        '5 records read, 1 rejected, 3 not listed.',
        "Not listed, sold: 2 (line 2: status is 'Sold', line 4: status is 'Sold')",
        "Not listed, not published: 1 (line 3: status is 'draft')",
      ]),
    );
    expect((await stockStatus(folder)).listings).toBe(1);
  });

  it('of nothing else is in order, and empties a small stock', async () => {
    const folder = temporaryFolder();
    await importInto(folder, [plainRecord('A')]);
    expect(await importInto(folder, [sold('A')])).toMatchObject({
      outcome: 'imported',
      omitted: 1,
      withdrawn: 1,
    });
    expect((await stockStatus(folder)).listings).toBe(0);
  });

  it('of changes withdraws them, and nothing else', async () => {
    const folder = temporaryFolder();
    await importInto(
      folder,
      ['A', 'B', 'C'].map((id) => plainRecord(id)),
    );
    const run = await importInto(folder, [sold('B'), sold('Z')], { merge: true });
    expect(run).toMatchObject({ omitted: 2, withdrawn: 1 });
    expect((await stockStatus(folder)).listings).toBe(2);
    expect(await importInto(folder, [plainRecord('B')], { merge: true })).toMatchObject({ added: 1 });
  });

  it('that would lose most of a dealer’s listings to them is blocked', async () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 20 }, (_, n) => `A${n}`);
    await importInto(
      folder,
      ids.map((id) => plainRecord(id)),
    );
    const records = ids.map((id, n) => (n < 11 ? sold(id) : plainRecord(id)));
    await expect(importInto(folder, records)).rejects.toThrow(
      'Import blocked: 11 of 20 listings of north.example are not in the feed or not for sale. Nothing was changed. ' +
        'If they are really gone, run it again with --force.',
    );
    expect(await importInto(folder, records, { force: true })).toMatchObject({ omitted: 11, withdrawn: 11 });
  });
});

describe('a configured feed', () => {
  it('leaves out what its settings say, and a dry run reports the same', async () => {
    const feeds = new FeedList();
    await feeds.list({ name: 'north', dealer: 'north.example', merge: true, new: 'leave-out' });
    await feeds.serve('north', plainRecord('A'), plainRecord('B'));
    await feeds.run('north');
    await feeds.serve(
      'north',
      { ...plainRecord('A'), is_sold: 'Y' },
      { ...plainRecord('C'), condition: 'new' },
    );
    const feed = feeds.settings('north');
    const { run: dryRun, samples } = await dryRunFeed(feed, {
      folder: feeds.folder,
      force: false,
      signal: new AbortController().signal,
    });
    const counts = { read: 2, omitted: 2, added: 0, withdrawn: 1 };
    expect(dryRun).toMatchObject(counts);
    expect(samples.withdrawn).toEqual(['north.example/A']);
    expect((await feeds.run('north')).run.counts).toMatchObject(counts);
  });

  it('withdraws nothing of another feed’s dealer', async () => {
    const feeds = new FeedList();
    await feeds.list(
      { name: 'north', dealer: 'north.example', merge: true },
      { name: 'south', dealer: 'south.example', merge: true },
    );
    await feeds.serve('south', plainRecord('A', 'south.example'));
    await feeds.run('south');
    await feeds.serve('north', { ...plainRecord('A', 'south.example'), is_sold: 'Y' }, plainRecord('N'));
    expect((await feeds.run('north')).run.counts).toMatchObject({ omitted: 1, withdrawn: 0, added: 1 });
  });
});
