// `forecourt status`: counts and recent imports of a small stock.
import { VERSION } from '../../src/package-files.ts';
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

async function twoImports(): Promise<string> {
  const folder = temporaryFolder();
  const feeds = [fileIn(folder, 'three.ndjson', THREE), fileIn(folder, 'bad.ndjson', '{"id":"X"}\n')];
  for (const sources of [
    feeds,
    [fileIn(folder, 'north.ndjson', ndjson(plainRecord('N1'), plainRecord('N3')))],
  ]) {
    await importFeeds(
      folder,
      sources.map((path) => ({ name: path, source: path })),
      { merge: false },
    );
  }
  return folder;
}

test('prints counts per dealer and recent imports as two tables', async () => {
  const folder = await twoImports();
  const { code, stdout, stderr } = await forecourt(['status'], { environment: { FORECOURT_DATA: folder } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gm, '2026-01-01T00:00:00.000Z').split('\n'),
  ).toEqual([
    `3 listings of 2 dealers in ${folder}.`,
    `Written last by Forecourt ${VERSION}.`,
    '',
    'LISTINGS  DEALER         FEED',
    '       2  north.example  -',
    '       1  south.example  -',
    '',
    'IMPORTED AT               READ  ADDED  CHANGED  UNCHANGED  WITHDRAWN  REJECTED  FILES',
    '2026-01-01T00:00:00.000Z     2      1        1          0          1         0  north.ndjson',
    '2026-01-01T00:00:00.000Z     4      3        0          0          0         1  three.ndjson, bad.ndjson',
    '',
  ]);
});

test('--json prints the same as JSON', async () => {
  const folder = await twoImports();
  const { code, stdout } = await forecourt(['status', '--json', '--data', folder]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    folder,
    listings: 3,
    sequence: 2,
    dealers: [
      { dealer: 'north.example', listings: 2 },
      { dealer: 'south.example', listings: 1 },
    ],
    imports: [
      { files: ['north.ndjson'], read: 2, added: 1, changed: 1, withdrawn: 1 },
      { files: ['three.ndjson', 'bad.ndjson'], read: 4, added: 3, rejected: 1 },
    ],
  });
});

test('without a stock, suggests an import', async () => {
  const { code, stdout } = await forecourt(['status'], { cwd: temporaryFolder() });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'There is no stock in ./data yet. Import some: forecourt import FILE --data ./data. Or try demo stock: forecourt serve --demo --data ./data\n',
  });
});

test('uses the singular for one', async () => {
  const folder = temporaryFolder();
  const feed = fileIn(folder, 'one.ndjson', ndjson(plainRecord('N1')));
  await importFeeds(folder, [{ name: feed, source: feed }], { merge: false });
  const { stdout } = await forecourt(['status', '--data', folder]);
  expect(stdout).toMatch(/^1 listing of 1 dealer in /);
});
