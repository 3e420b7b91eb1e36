// What an operator of many feeds sees: which are ill, and how a record of one is read.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { illFeeds, stockStatus, publicStatus, withReasons } from '../../src/stock-status.ts';
import { openStore } from '../../src/store/store.ts';
import { fileIn } from './feeds.ts';
import { runProgram } from './program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'forecourt-ill-feeds-'));
const data = join(scratch, 'data');
afterAll(() => rmSync(scratch, { recursive: true }));

function csv(dealer: string, price: string): string {
  const rows = Array.from({ length: 5 }, (_, n) =>
    [
      `V-88${n}`,
      `https://${dealer}/${n}`,
      'VW',
      'Golf Match 1.4 TSI',
      '2019',
      price,
      '41.2',
      `note ${n}`,
    ].join(','),
  );
  return ['Stock No,Advert URL,Make,Heading,Year,Asking Price,Miles (000s),Blorp', ...rows].join('\n');
}

const names = ['well', 'gone', 'poor'];
const feeds = fileIn(
  scratch,
  'feeds.json',
  JSON.stringify({
    feeds: names.map((name) => ({
      name,
      path: join(scratch, `${name}.csv`),
      dealer: `${name}.example`,
      every: '1h',
    })),
  }),
);
const run = (...args: string[]): ReturnType<typeof runProgram> => runProgram([...args, '--data', data]);

beforeAll(async () => {
  for (const name of ['well', 'poor']) fileIn(scratch, `${name}.csv`, csv(`${name}.example`, '£7995'));
  await run('feed', 'run', '--feeds', feeds);
  fileIn(scratch, 'poor.csv', csv('poor.example', ''));
  await run('feed', 'run', 'gone', 'poor', '--feeds', feeds);
});

it('lists the feeds that need attention, the worst first, with their reasons and exit code 1', async () => {
  const { lines, problem } = await run('status', '--ill');
  expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'FEED | STATE | LAST SUCCESS | REASON',
    'gone | failed | never | 2 times in a row: there is no such file.',
    expect.stringMatching(/^poor \| degraded \| [0-9T:.-]+Z \| price in 0 of 5 listings, before in 5 of 5$/),
  ]);
  expect(problem).toContain('2 of 3 feeds need attention.');
  const { lines: json } = await run('status', '--ill', '--json');
  expect(JSON.parse(json[0] ?? '')).toMatchObject({ feeds: 3, ill: [{ feed: 'gone' }, { feed: 'poor' }] });
});

it('is done without a problem if all feeds are well, and knows those that nothing runs', async () => {
  const well = (await stockStatus(data)).feeds.filter(({ feed }) => feed === 'well');
  const due = Date.parse(well[0]?.nextRunAt ?? '');
  expect(illFeeds(well, due)).toEqual([]);
  expect(illFeeds(well, due + 7_200_000)).toMatchObject([{ feed: 'well', state: 'overdue' }]);
});

it('fails a run with a degraded feed only if that is asked for', async () => {
  expect((await run('feed', 'run', 'poor', '--feeds', feeds)).problem).toBeUndefined();
  const { problem } = await run('feed', 'run', 'poor', '--feeds', feeds, '--fail-on', 'degraded');
  expect(problem).toContain('1 of 1 feed degraded.');
  expect((await run('feed', 'run', 'poor', '--feeds', feeds, '--fail-on', 'rain')).problem).toContain(
    "--fail-on must be degraded (got 'rain').",
  );
});

it('has the reason of a failure in full for operators, and a fixed sentence for others', async () => {
  const store = openStore(data, { mode: 'read' });
  const status = publicStatus(store)();
  const reasonOf = ({ feeds: all }: typeof status): string | undefined =>
    all.find(({ feed }) => feed === 'gone')?.lastRun.reason;
  expect(reasonOf(status)).toBe('The feed could not be fetched.');
  expect(reasonOf(await withReasons(status, data))).toBe('there is no such file.');
  expect(await withReasons(status, join(scratch, 'nowhere'))).toEqual(status);
  await store.close();
});

it('explains where each field of a record comes from, by its id, its advert or its line', async () => {
  const { lines } = await run('feed', 'explain', 'well', 'v-881', '--feeds', feeds, '--json');
  const { line, outcome, fields, unused } = JSON.parse(lines[0] ?? '') as {
    line: number;
    outcome: string;
    fields: { field: string; value: unknown; from: object[] }[];
    unused: object[];
  };
  expect({ line, outcome }).toEqual({ line: 3, outcome: 'listed' });
  const of = (name: string): object | undefined => fields.find(({ field }) => field === name);
  expect(of('mileage')).toEqual({
    field: 'mileage',
    value: 41_200,
    from: [{ name: 'Miles (000s)', value: "'41.2'", use: 'mileage, times 1000, by its name' }],
  });
  expect(of('engine_size')).toMatchObject({ value: 1.4, from: [{ name: 'Heading' }] });
  expect(of('make')).toMatchObject({ value: 'Volkswagen', from: [{ name: 'Make', value: "'VW'" }] });
  expect(of('dealer')).toEqual({ field: 'dealer', value: 'well.example', from: [] });
  expect(unused).toEqual([{ name: 'Blorp', value: "'note 1'", use: 'ignored' }]);
  const { lines: shown } = await run('feed', 'explain', 'well', 'line 3', '--feeds', feeds);
  expect(shown[0]).toBe('well, line 3: listed.');
  expect((await run('feed', 'explain', 'well', 'V-999', '--feeds', feeds)).problem).toContain(
    "The last fetched file of well has no record with 'V-999'.",
  );
});

it('tries a mapping on the last fetched file, though the dealer has another since', async () => {
  fileIn(scratch, 'well.csv', 'changed since');
  const mapping = fileIn(scratch, 'new.json', '{"columns": {"Blorp": "full_description"}}');
  const args = ['feed', 'explain', 'well', '--feeds', feeds, '--json'];
  const before = JSON.parse((await run(...args)).lines[0] ?? '') as object;
  expect(before).toMatchObject({ read: 5, ignoredColumns: [{ name: 'Blorp' }] });
  const after = JSON.parse((await run(...args, '--mapping', mapping)).lines[0] ?? '') as object;
  expect(after).toMatchObject({ listed: 5, ignoredColumns: [] });
  expect((await run('feed', 'explain', 'gone', '--feeds', feeds)).problem).toContain(
    'The feed gone has not been fetched. Run forecourt feed run gone first.',
  );
});

it('warns above an explanation that the last run failed, and if it is of an earlier file', async () => {
  const warned = async (name: string): Promise<string> =>
    (await run('feed', 'explain', name, '--feeds', feeds)).warnings.join(' ');
  expect(await warned('poor')).toBe('');
  expect(await warned('gone')).toMatch(
    /^The last run of gone, at [0-9T:.-]+Z, failed while fetching: a file below is of an earlier run\. there is no such file\.$/,
  );
  await run('feed', 'run', 'well', '--feeds', feeds);
  expect(await warned('well')).toMatch(
    /^The last run of well, at [0-9T:.-]+Z, failed\. the header on line 1 /,
  );
});
