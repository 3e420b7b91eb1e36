// `forecourt import` with valid feeds: its report, and the stock afterwards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { stockStatus } from '../../src/stock-status.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import {
  forecourt,
  outcomeOf,
  startProcess,
  shellCommand,
  type CommandOptions,
  type Outcome,
} from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

const CSV =
  'id,dealer,advert_url,make,price\n' +
  'W1,west.example,https://west.example/w1,Seat,"7,250"\n' +
  'W2,west.example,https://west.example/w2,Kia,POA\n' +
  'W2,west.example,https://west.example/w2-again,Kia,5000\n' +
  'W3,west.example,,Kia,5000\n';

async function importInto(folder: string, args: string[], options?: CommandOptions): Promise<Outcome> {
  const { stdout, ...rest } = await forecourt(['import', '--data', folder, ...args], options);
  return { ...rest, stdout: stdout.replace(/Took \d+\.\d s\./, 'Took …') };
}

async function dealersIn(folder: string): Promise<Record<string, number>> {
  const { dealers } = await stockStatus(folder);
  return Object.fromEntries(dealers.map(({ dealer, listings }) => [dealer, listings]));
}

test('the report has counts, and each rejection with its line', async () => {
  const folder = temporaryFolder();
  expect(await importInto(folder, [fileIn(folder, 'west.csv', CSV)])).toEqual({
    code: 0,
    stderr: '',
    stdout: [
      '4 records read, 2 rejected.',
      '2 added, 0 changed, 0 unchanged, 0 withdrawn.',
      'Rejected, duplicate_id: 1',
      "  line 4: west.example sent the id 'W2' more than once; the first one counts",
      'Rejected, missing_advert_url: 1',
      '  line 5: advert_url is blank',
      "Value issue, price not given: 1 (line 3: 'POA')",
      'FIELD  LISTINGS  SHARE  UNUSABLE  FROM',
      'make          2  100 %            make',
      'price         1   50 %         1  price',
      'Took …',
      '',
    ].join('\n'),
  });
});

test('--json prints the report as one line of JSON', async () => {
  const folder = temporaryFolder();
  const { code, stdout } = await importInto(folder, [fileIn(folder, 'west.csv', CSV), '--json']);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toHaveLength(2);
  expect(JSON.parse(stdout)).toMatchObject({
    read: 4,
    rejected: 2,
    duplicates: 1,
    added: 2,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    files: ['west.csv'],
    merge: false,
  });
});

test('a run replaces the stock of its dealers; with --merge it withdraws nothing', async () => {
  const folder = temporaryFolder();
  await importInto(folder, [fileIn(folder, 'three.ndjson', THREE)]);
  const one = fileIn(folder, 'one.ndjson', ndjson(plainRecord('N9')));
  expect((await importInto(folder, [one, '--merge'])).stdout).toContain(
    '\n1 added, 0 changed, 0 unchanged, 0 withdrawn.\n',
  );
  expect(await dealersIn(folder)).toEqual({ 'north.example': 3, 'south.example': 1 });
  expect((await importInto(folder, [one])).stdout).toContain(
    '\n0 added, 0 changed, 1 unchanged, 2 withdrawn.\n',
  );
  expect(await dealersIn(folder)).toEqual({ 'north.example': 1, 'south.example': 1 });
});

test('several files of any formats are one run', async () => {
  const folder = temporaryFolder();
  const array = JSON.stringify([plainRecord('N3'), plainRecord('N1')], undefined, 2);
  const files = [
    fileIn(folder, 'three.ndjson', THREE),
    fileIn(folder, 'array.json', `\ufeff${array}`),
    fileIn(folder, 'west.csv.gz', gzipSync(CSV)),
  ];
  const { code, stdout } = await importInto(folder, files);
  expect(code).toBe(0);
  expect(stdout).toContain('9 records read, 3 rejected.\n6 added, 0 changed, 0 unchanged, 0 withdrawn.\n');
  // With several files a line alone would not say where.
  expect(stdout).toContain("  array.json, line 7: north.example sent the id 'N1' more than once");
  expect(stdout).toContain('  west.csv.gz, line 5: advert_url is blank');
  expect(stdout).toContain("(west.csv.gz, line 3: 'POA')");
  expect(await dealersIn(folder)).toEqual({ 'north.example': 3, 'west.example': 2, 'south.example': 1 });
});

test.each([
  ['plain', THREE],
  ['gzip', gzipSync(THREE)],
])('- reads standard input, %s', async (_, input) => {
  const folder = temporaryFolder();
  const { code, stdout } = await importInto(folder, ['-'], { input });
  expect(code).toBe(0);
  expect(stdout).toContain('3 records read, 0 rejected.\n3 added,');
  expect((await stockStatus(folder)).imports[0]?.files).toEqual(['standard input']);
});

test('the folder and boolean settings may come from the environment', async () => {
  const folder = temporaryFolder();
  const environment = { FORECOURT_DATA: `${folder}/deep/er`, FORECOURT_JSON: '1' };
  const { code, stdout } = await forecourt(['import', '-'], { input: THREE, environment });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ added: 3 });
  expect(await dealersIn(`${folder}/deep/er`)).toEqual({ 'north.example': 2, 'south.example': 1 });
});

// `script` gives a command a terminal; other systems have another `script`.
test.skipIf(process.platform !== 'linux')(
  'on a terminal a bar shows progress, on standard error',
  async () => {
    const folder = temporaryFolder();
    const report = `${folder}/report.txt`;
    const feeds = [fileIn(folder, 'small.ndjson', THREE), fileIn(folder, 'west.csv', CSV)];
    const command = `${shellCommand(['import', '--data', folder, ...feeds])} > '${report}'`;
    const { code, stdout } = await outcomeOf(startProcess('script', ['-qec', command, '/dev/null']));
    expect(code).toBe(0);
    expect(stdout).toMatch(/Importing █{40} 100% \d records?, /);
    // Both files are small enough to be read in one piece, and each has its own end.
    const percentages = Array.from(stdout.matchAll(/ (\d+)% /g), ([, percentage]) => percentage);
    expect(percentages.length).toBeGreaterThan(1);
    expect(new Set(percentages)).toEqual(new Set(['100']));
    expect(stdout).not.toContain('added');
  },
);

test.skipIf(process.platform !== 'linux')('an interrupted import leaves the terminal intact', async () => {
  const folder = temporaryFolder();
  // The feed comes through a pipe that stays open, so the import waits for more until it is interrupted.
  const command = `(cat '${fileIn(folder, 'three.ndjson', THREE)}'; sleep 60) | ${shellCommand(['import', '--data', folder, '-'])}`;
  const child = startProcess('script', ['-qec', command, '/dev/null']);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (/Importing .*standard input/.test(text)) child.stdin.write('\u0003');
  });
  await new Promise((resolve) => child.once('close', resolve));
  // What was switched off, the cursor or line breaks, is on again.
  for (const [off, on] of [
    ['\u001b[?25l', '\u001b[?25h'],
    ['\u001b[?7l', '\u001b[?7h'],
  ] as const) {
    expect(shown.lastIndexOf(off)).toBeLessThanOrEqual(shown.lastIndexOf(on));
  }
  expect(shown).not.toContain('added');
  expect(await dealersIn(folder)).toEqual({});
});

test('a run that would withdraw most of a dealer is blocked unless forced', async () => {
  const folder = temporaryFolder();
  const many = ndjson(...Array.from({ length: 12 }, (_, n) => plainRecord(`A${n}`)));
  expect((await forecourt(['import', '-', '--data', folder], { input: many })).code).toBe(0);
  const few = { input: `${ndjson(plainRecord('A0'))}{"id":"X"}\n` };
  const blocked = await forecourt(['import', '-', '--data', folder], few);
  expect(blocked.code).toBe(1);
  expect(blocked.stdout).toContain('0 added, 0 changed, 1 unchanged, 11 withdrawn.\n');
  expect(blocked.stderr).toBe(
    'forecourt: Import blocked: 11 of 12 listings of north.example are not in the feed. ' +
      '1 of 2 records were rejected, the first: line 2: dealer is missing. Nothing was changed. ' +
      'If they are really gone, run it again with --force.\n',
  );
  const rejects = join(folder, 'rejected.ndjson');
  const forced = await forecourt(['import', '-', '--data', folder, '--force', '--rejects', rejects], few);
  expect(forced.code).toBe(0);
  expect(readFileSync(rejects, 'utf8')).toContain('"record":{"id":"X"}');
});
