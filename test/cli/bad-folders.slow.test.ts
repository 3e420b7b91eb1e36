// Unusable data folders: each command reports why, fails, and changes no byte.
import {
  readFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
  copyFileSync,
  readdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { FORMAT } from '../../src/store/tables.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, start } from '../support/process.ts';
import { fileIn, THREE } from './feeds.ts';

const scratch = mkdtempSync(join(tmpdir(), 'forecourt-bad-folders-'));
const whole = join(scratch, 'whole');
const feed = fileIn(scratch, 'three.ndjson', THREE);
beforeAll(() => importFeeds(whole, [{ name: feed, source: feed }], { merge: false }));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Every command that opens a stock. */
const COMMANDS: readonly (readonly string[])[] = [
  ['import', feed],
  ['search'],
  ['status', '--json'],
  ['serve', '--port', '0'],
  ['serve', '--port', '0', '--demo'],
];

/** A folder with a stock of three listings, damaged by `spoil`. */
function spoiledFolder(spoil: (file: string) => void): string {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  copyFileSync(join(whole, 'stock.mdb'), file);
  spoil(file);
  return folder;
}

describe.each<[what: string, spoil: (file: string) => void, sentence: string]>([
  [
    'with garbage for a stock',
    (file) => writeFileSync(file, 'garbage '.repeat(5000)),
    'does not begin as a file of this kind does',
  ],
  ['with half a stock', (file) => truncateSync(file, 20_000), 'stock.mdb has 20000 bytes and should have'],
  ['with a stock of zero bytes', (file) => truncateSync(file, 0), 'stock.mdb ends within its header'],
])('a folder %s', (_, spoil, finding) => {
  test.each(COMMANDS)('is damaged for %s', async (...args) => {
    const folder = spoiledFolder(spoil);
    const before = readFileSync(join(folder, 'stock.mdb'));
    const { code, stdout, stderr } = await forecourt([...args, '--data', folder]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.startsWith(`forecourt: The stock in the data folder '${folder}' is damaged: `)).toBe(true);
    expect(stderr).toContain(finding);
    expect(stderr).toContain(
      'Nothing was changed. Restore stock.mdb from a backup, or move it away and import the feeds again.\n',
    );
    expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['stock.mdb']);
  });
});

test.each(COMMANDS)('%s distinguishes a stock of another version from a damaged one', async (...args) => {
  const folder = spoiledFolder(() => undefined);
  const root = open<string, string>({ path: join(folder, 'stock.mdb'), encoding: 'string', pageSize: 8192 });
  root.openDB<string, string>('meta', { encoding: 'string' }).putSync('format', '2');
  await root.close();
  const before = readFileSync(join(folder, 'stock.mdb'));
  expect(await forecourt([...args, '--data', folder])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `forecourt: The stock in the data folder '${folder}' cannot be read by this version: stock.mdb has format 2, ` +
      `not ${FORMAT}, and was written by Forecourt 0.1.0. Nothing was changed. Use the version that wrote it, or move stock.mdb away and import the feeds again.\n`,
  });
  expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);
});

test.each(COMMANDS)('%s refuses a path below a file', async (...args) => {
  const folder = join(fileIn(temporaryFolder(), 'notes.txt', 'mine'), 'data');
  expect(await forecourt([...args, '--data', folder])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `forecourt: The data folder '${folder}' cannot be used: part of its path is not a folder. ` +
      'Fix this, or choose another folder.\n',
  });
});

test('postcodes import reports the same', async () => {
  const units = fileIn(scratch, 'units.csv', 'pcds,lat,long\nM1 1AE,53.1,-2.1\n');
  const file = fileIn(temporaryFolder(), 'notes.txt', 'mine');
  for (const [folder, reason] of [
    [file, 'it is not a folder'],
    [join(file, 'data'), 'part of its path is not a folder'],
  ] as const) {
    const { code, stderr } = await forecourt(['postcodes', 'import', units, '--data', folder]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `forecourt: The data folder '${folder}' cannot be used: ${reason}. Fix this, or choose another folder.\n`,
    );
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a folder with another writer is locked for import, not for search', async () => {
  const folder = temporaryFolder();
  await importFeeds(folder, [{ name: feed, source: feed }], { merge: false });
  const writer = start(['import', '-', '--data', folder]);
  writer.stdin.write(THREE);
  await expect
    .poll(
      () => readdirSync(folder).includes('writer.lock') && readFileSync(join(folder, 'writer.lock'), 'utf8'),
      {
        interval: 10,
      },
    )
    .toContain(`"pid":${writer.pid}`);

  const { code, stdout, stderr } = await forecourt(['import', feed, '--data', folder]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.replace(/since \S+Z/, 'since …')).toBe(
    `forecourt: Process ${writer.pid} has been writing to the data folder '${folder}' since …. ` +
      'Wait until it has finished, or end it, and try again.\n',
  );
  expect((await forecourt(['search', '--data', folder])).stdout).toContain('3 of 3 listings');
});

test('search and serve report a damaged postcode table, status does not need it', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const table = fileIn(folder, 'postcodes.bin', 'garbage');
  for (const args of [['search'], ['serve', '--port', '0']]) {
    const { code, stdout, stderr } = await forecourt([...args, '--data', folder]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^forecourt: .*postcodes\.bin.*\n$/);
  }
  expect((await forecourt(['status', '--data', folder])).code).toBe(0);
  expect(readFileSync(table, 'utf8')).toBe('garbage');
});
