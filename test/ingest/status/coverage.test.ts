import { expect, it } from 'vitest';
import { fallenFields } from '../../../src/ingest/status/coverage.ts';
import { ImportReportBuilder, type ImportReport } from '../../../src/ingest/status/import-report.ts';
import { readFeed } from '../../../src/ingest/run/read-feed.ts';
import { Readable } from 'node:stream';
import type { LikelyColumn } from '../../../src/ingest/columns/identify-columns.ts';
import { NOW } from '../collect.ts';

const CHANGES = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, replaced: 0 };

async function reportOf(feed: string, earlier?: ImportReport): Promise<ImportReport> {
  const builder = new ImportReportBuilder(earlier?.coverage);
  const options = { now: NOW, onLikely: (columns: readonly LikelyColumn[]) => builder.addLikely(columns) };
  for await (const batch of readFeed(Readable.from([Buffer.from(feed)]), options))
    for (const result of batch) builder.add(result);
  return builder.report(CHANGES);
}

/** A CSV feed of `count` cars, with the cells of further columns. */
function csv(count: number, more: Readonly<Record<string, (n: number) => string>>): string {
  const header = ['Stock No', 'Dealer', 'Advert URL', ...Object.keys(more)].join(',');
  const rows = Array.from({ length: count }, (_, n) =>
    [
      `S${n}`,
      'north.example',
      `https://north.example/${n}`,
      ...Object.values(more).map((cell) => cell(n)),
    ].join(','),
  );
  return [header, ...rows].join('\n');
}

const fieldOf = (report: ImportReport, field: string): unknown =>
  report.coverage?.fields.find((one) => one.field === field);

it('counts who has a field, from which columns, and what cannot be read', async () => {
  const report = await reportOf(
    csv(10, {
      'Asking Price': (n) => (n < 7 ? '9995' : n < 9 ? 'POA' : ''),
      Heading: (n) => `2019 Ford Fiesta 1.0 Petrol ${n}`,
      Make: (n) => (n < 4 ? 'Ford' : ''),
    }),
  );
  expect(report.coverage?.listings).toBe(10);
  expect(fieldOf(report, 'price')).toEqual({
    field: 'price',
    listings: 7,
    unreadable: 2,
    from: [{ name: 'Asking Price', count: 7 }],
  });
  expect(fieldOf(report, 'make')).toMatchObject({
    listings: 10,
    from: [
      { name: 'Heading', count: 6 },
      { name: 'Make', count: 4 },
    ],
  });
  expect(fieldOf(report, 'year')).toMatchObject({ listings: 10, from: [{ name: 'Heading', count: 10 }] });
  expect(fieldOf(report, 'postcode')).toBeUndefined();
});

it('has the own names of fields, and the postcode for a town that no column says', async () => {
  const feed =
    '{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","postcode":"LS1 1AA","make":"Ford"}';
  const report = await reportOf(feed);
  expect(report.coverage?.fields.map(({ field, from }) => [field, from[0]?.name])).toEqual([
    ['make', 'make'],
    ['loc', 'postcode'],
    ['postcode', 'postcode'],
  ]);
});

it('marks a field that more than a tenth of the listings lost, and no smaller loss', async () => {
  const before = await reportOf(
    csv(40, { Price: () => '5000', Mileage: () => '41000', Colour: () => 'Red' }),
  );
  expect(fallenFields(before)).toEqual([]);
  const after = await reportOf(
    csv(40, { Price: (n) => (n < 35 ? '5000' : ''), Mileage: (n) => (n < 36 ? '41000' : '') }),
    before,
  );
  expect(fallenFields(after).map(({ field }) => field)).toEqual(['price']);
  expect(fieldOf(after, 'price')).toMatchObject({
    listings: 35,
    before: { listings: 40, of: 40 },
    fell: true,
  });
});

it('compares shares, so that a feed with fewer listings is in order', async () => {
  const before = await reportOf(csv(40, { Price: (n) => (n % 2 === 0 ? '5000' : '') }));
  expect(
    fallenFields(await reportOf(csv(20, { Price: (n) => (n % 2 === 0 ? '5000' : '') }), before)),
  ).toEqual([]);
});

it('does not take one or two cars of a small stock for a fall, unless none is left', async () => {
  const before = await reportOf(csv(5, { Price: () => '5000', Year: () => '2019' }));
  const after = await reportOf(csv(5, { Price: (n) => (n < 3 ? '5000' : 'POA'), Year: () => '' }), before);
  expect(fallenFields(after).map(({ field }) => field)).toEqual(['year']);
});

it('compares a field that fell with the run before it fell, until it is back', async () => {
  const whole = csv(40, { Price: () => '5000' });
  const without = csv(40, { Price: () => '' });
  const first = await reportOf(whole);
  const second = await reportOf(without, first);
  const third = await reportOf(without, second);
  expect(fallenFields(third)).toMatchObject([
    { field: 'price', listings: 0, before: { listings: 40, of: 40 } },
  ]);
  const fourth = await reportOf(whole, third);
  expect(fallenFields(fourth)).toEqual([]);
  expect(fallenFields(await reportOf(without, fourth))).toHaveLength(1);
});

it('names ignored columns whose values are those of a field that nothing else feeds', async () => {
  const report = await reportOf(
    csv(12, { Wugg: (n) => String(4995 + 1000 * n), Zonk: (n) => `code ${n * 7}` }),
  );
  expect(report.ignoredColumns).toEqual([
    {
      name: 'Wugg',
      count: 12,
      looksLike: {
        field: 'price',
        reason: 'numbers that end as prices do',
        samples: ['4995', '5995', '6995'],
      },
    },
    { name: 'Zonk', count: 12 },
  ]);
  const known = await reportOf(csv(12, { Wugg: (n) => String(4995 + 1000 * n), Price: () => '2019' }));
  expect(known.ignoredColumns).toEqual([{ name: 'Wugg', count: 12 }]);
});
