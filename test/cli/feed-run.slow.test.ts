// `forecourt feed run`: its output, JSON and exit codes, with a dealer's server and a file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { dealerServer, type DealerServer } from '../ingest/fetch/dealer-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, type Outcome } from '../support/process.ts';
import { fileIn, ndjson, plainRecord } from './feeds.ts';

let folder = '';
let list = '';
let dealer: DealerServer;

function stock(count: number): string {
  return ndjson(...Array.from({ length: count }, (_, n) => plainRecord(`A${n}`)));
}

beforeEach(async () => {
  folder = join(temporaryFolder(), 'data');
  dealer = await dealerServer((request, response) => {
    if (request.headers.authorization === 'Bearer sesame') response.end(stock(12));
    else response.writeHead(401).end();
  });
  const place = temporaryFolder();
  fileIn(place, 'south.ndjson', ndjson(plainRecord('S', 'south.example')));
  const north = {
    name: 'north',
    address: dealer.url,
    dealer: 'north.example',
    allowPrivate: true,
    credentials: { bearer: 'NORTH_TOKEN' },
  };
  list = fileIn(
    place,
    'feeds.json',
    JSON.stringify({ feeds: [north, { name: 'south', path: 'south.ndjson', dealer: 'south.example' }] }),
  );
});

function feedRun(...args: string[]): Promise<Outcome> {
  return forecourt(['feed', 'run', ...args], {
    environment: { FORECOURT_FEEDS: list, FORECOURT_DATA: folder, NORTH_TOKEN: 'sesame' },
  });
}

test('pulls all feeds, or the given ones', async () => {
  const all = await feedRun();
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout.replace(/Took .* s\./g, 'Took 1 s.')).toBe(
    'north: imported.\n  12 records read, 0 rejected.\n  12 added, 0 changed, 0 unchanged, 0 withdrawn.\n  Took 1 s.\n' +
      'south: imported.\n  1 record read, 0 rejected.\n  1 added, 0 changed, 0 unchanged, 0 withdrawn.\n  Took 1 s.\n',
  );
  const one = await feedRun('south');
  expect(one).toEqual({ code: 0, stdout: 'south: not modified since the last run.\n', stderr: '' });
});

test('reports a failed feed with exit code 1, and still pulls the others', async () => {
  dealer.response = (_, response) => response.writeHead(500).end();
  const { code, stdout, stderr } = await feedRun();
  expect(code).toBe(1);
  expect(stdout).toContain('north: failed: the server responded with status 500.\nsouth: imported.\n');
  expect(stderr).toBe('forecourt: 1 of 2 feeds failed.\n');
  const status = await forecourt(['status', '--data', folder]);
  expect(status.stdout).toMatch(
    /\nnorth +\S+Z +failed +never +by hand +1 +the server responded with status 500\.\n/,
  );
  expect(status.stdout).toMatch(/\nsouth +\S+Z +imported +\S+Z +by hand +0\n/);
});

test('a blocked run exits with 1, and --force imports it', async () => {
  await feedRun('north');
  dealer.response = (_, response) => response.end(stock(2));
  const blocked = await feedRun('north', '--json');
  expect(blocked).toMatchObject({ code: 1, stderr: 'forecourt: 1 of 1 feed blocked.\n' });
  expect(JSON.parse(blocked.stdout)).toMatchObject({
    feed: 'north',
    outcome: 'blocked',
    report: { withdrawn: 10 },
  });
  expect((await forecourt(['status', '--data', folder])).stdout).toContain('  north (blocked)\n');
  const forced = await feedRun('north', '--force', '--json');
  expect(forced.code).toBe(0);
  expect(JSON.parse(forced.stdout)).toMatchObject({ outcome: 'imported', counts: { withdrawn: 10 } });
});

test('--dry-run creates nothing, not even the data folder', async () => {
  const { code, stdout } = await feedRun('--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('north: would change:\n  12 records read, 0 rejected.\n');
  expect(stdout).toContain('  New:\n    south.example/S\n');
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('--rejects sets the file of rejected records', async () => {
  writeFileSync(join(list, '../south.ndjson'), `${ndjson(plainRecord('S', 'south.example'))}{"id":"X"}\n`);
  const file = join(folder, '../rejected.ndjson');
  expect((await feedRun('south', '--rejects', file)).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ line: 2, record: { id: 'X' } });
  expect((await feedRun('--rejects', file)).code).toBe(2);
});

test.each([
  [['nroth'], 'The list of feeds does not contain nroth. It contains: north, south.'],
  [['--feeds', '/none/feeds.json'], "The feeds cannot be read from '/none/feeds.json': it is not there."],
])('%j exits with 2', async (args, message) => {
  expect(await feedRun(...args)).toEqual({ code: 2, stdout: '', stderr: `forecourt: ${message}\n` });
});

test('a missing environment variable is named, and no secret is shown', async () => {
  const { code, stderr } = await forecourt(['feed', 'run', '--feeds', list, '--data', folder]);
  expect(code).toBe(2);
  expect(stderr).toContain("feed 'north', credentials: the environment variable NORTH_TOKEN is not set");
});
