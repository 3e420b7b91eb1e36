// An inspection shows what an import would do: the same counts, the same rejections, the same Problem.
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FeedSettings } from '../../../src/ingest/settings/feed-mapping.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { FeedFile } from '../../../src/ingest/run/feed-importer.ts';
import { inspectFeed } from '../../../src/ingest/suggest/inspect-feed.ts';
import { Problem } from '../../../src/problem.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { NOW } from '../collect.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/feeds/', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => !name.endsWith('.mapping.json'));

const feedOf = (text: string): FeedFile => ({ name: 'stock', source: Readable.from([Buffer.from(text)]) });
const fileOf = (name: string): FeedFile => ({ name, source: FOLDER + name });

/** The results of an import into a new folder, without the time that it took. */
async function imported(feed: FeedFile, options: FeedSettings): Promise<unknown> {
  try {
    const run = await importFeeds(temporaryFolder(), [feed], { ...options, merge: false, now: () => NOW });
    const { added, read, rejected, duplicates, rejections, valueIssues, ignoredColumns } = run;
    return { listed: added, read, rejected, duplicates, rejections, valueIssues, ignoredColumns };
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
}

async function inspected(feed: FeedFile, options: FeedSettings): Promise<unknown> {
  const { inspection, problem } = await inspectFeed(feed, { ...options, now: () => NOW });
  expect(inspection.fault).toBe(problem?.message ?? null);
  if (problem !== undefined) return `${problem.code}: ${problem.message}`;
  const { listed, read, rejected, duplicates, rejections, valueIssues, ignoredColumns } = inspection;
  return { listed, read, rejected, duplicates, rejections, valueIssues, ignoredColumns };
}

describe('an inspection has the results of an import', () => {
  it.each(FILES)('of %s, with and without a dealer', async (name) => {
    for (const options of [{}, { dealer: 'northgate-cars.example' }])
      expect(await inspected(fileOf(name), options)).toEqual(await imported(fileOf(name), options));
  });

  const value = fc.oneof(
    fc.constantFrom('', '1', '2', '7000', 'POA', '€5', 'Ford', 'https://a.example/1', 'https://a.example/2'),
    fc.constantFrom('a.example', 'AB12 CDE', '2019', '2050', '"', 'x,y', 'CD34 EFG'),
  );
  const name = fc.constantFrom('id', 'dealer', 'advert_url', 'price', 'year', 'registration', 'milage');

  test('of any records, as CSV or NDJSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(name, value), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (records, isCsv) => {
          const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
          const row = (record: Record<string, string>): string =>
            names.map((column) => `"${(record[column] ?? '').replaceAll('"', '""')}"`).join(',');
          const text = isCsv
            ? [names.join(','), ...records.map(row)].join('\n')
            : records.map((record) => JSON.stringify(record)).join('\n');
          expect(await inspected(feedOf(text), {})).toEqual(await imported(feedOf(text), {}));
        },
      ),
      { seed: 17, numRuns: 40 },
    );
  });
});

const record = (n: number, more: object = {}): string =>
  `${JSON.stringify({ id: `${n}`, dealer: 'a.example', advert_url: `https://a.example/${n}`, ...more })}\n`;

it('reads the whole feed', async () => {
  const records = Array.from({ length: 2500 }, (_, n) => record(n, n === 2400 ? { price: 'POA' } : {}));
  const { inspection } = await inspectFeed(feedOf(`${records.join('')}${record(7)}`));
  expect(inspection).toMatchObject({
    fault: null,
    read: 2501,
    listed: 2500,
    rejected: 1,
    duplicates: 1,
    valueIssues: [{ field: 'price', reason: 'not_given', count: 1 }],
  });
  expect(inspection.listings).toHaveLength(3);
});

it('shows three different values of each column, shortened and escaped', async () => {
  const values = ['Red', 'Red', '', ' ', `Blue\u202e${'x'.repeat(90)}`, 'Red', ['a', 'b'], 'Green'];
  const { inspection } = await inspectFeed(
    feedOf(values.map((tint, n) => record(n, { tint, shade: 3 })).join('')),
  );
  expect(inspection.columns.slice(3)).toEqual([
    {
      name: 'tint',
      field: null,
      unwanted: false,
      records: 6,
      samples: ['Red', `Blue\\u202e${'x'.repeat(59)}`, 'a|b'],
    },
    { name: 'shade', field: null, unwanted: false, records: 8, samples: ['3'] },
  ]);
});

it('shows the values of a feed whose header is refused, and counts no record', async () => {
  const { inspection, problem } = await inspectFeed(feedOf('Nr;Preis\n1;5000\n2;6000\n'));
  expect(problem?.message).toMatch(/^stock: the header on line 1 lacks id, dealer and advert_url/);
  expect(inspection).toMatchObject({ read: 0, listed: 0, rejected: 0, listings: [] });
  expect(inspection.columns.map(({ name, samples }) => [name, samples])).toEqual([
    ['Nr', ['1', '2']],
    ['Preis', ['5000', '6000']],
  ]);
});

it('reports the results up to a fault in the feed', async () => {
  const { inspection, problem } = await inspectFeed(feedOf(`${record(1)}${record(2, { price: 'POA' })}{"id`));
  expect(problem?.message).toMatch(/^stock: line 3 is not valid JSON/);
  expect(inspection).toMatchObject({ read: 2, listed: 0, valueIssues: [{ count: 1 }] });
});

it('guesses no column of a log of changes, which an import refuses', async () => {
  const change = (event: string, more: object): string =>
    JSON.stringify({ event, vehicleId: 'a1', url: 'https://a.example/1', ...more });
  const log = [
    change('created', { make: 'Kia', mdl: 'Rio', price: 5995 }),
    change('changed', { price: { from: 5995, to: 5495 } }),
  ].join('\n');
  expect(await inspected(feedOf(log), { dealer: 'a.example' })).toMatch(/^feed_unreadable: .*log of changes/);
});

it('lists the record of the smallest feed, at the head of docs/feeds.md', async () => {
  const page = readFileSync(new URL('../../../docs/feeds.md', import.meta.url), 'utf8');
  const [, csv = ''] = /^```csv\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { inspection } = await inspectFeed(feedOf(csv), {});
  expect(inspection).toMatchObject({ listed: 1, rejected: 0, ignoredColumns: [], valueIssues: [] });
});

it('suggests the field of a heading that is one slip away from a known one', async () => {
  const csv =
    'id,url,Odomter,Gearbx,Askign price,Wheel colour\n1,https://a.example/1,x,y,z,w\n2,https://a.example/2,x,y,z,w\n';
  const { inspection } = await inspectFeed(feedOf(csv), { dealer: 'a.example' });
  expect(inspection.columns.map(({ name, suggestion }) => [name, suggestion])).toEqual([
    ['id', undefined],
    ['url', undefined],
    ['Odomter', 'mileage'],
    ['Gearbx', 'transmission'],
    ['Askign price', 'price'],
    ['Wheel colour', undefined],
  ]);
});
