// Folders and files that are no good: each gives a Problem that names the folder, and stays as it is.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../src/problem.ts';
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { openReader, openWriter } from './opened.ts';
import { outcomeOf, startProcess } from '../support/process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { changesSince, getListings } from './changes.ts';

const MODES = ['read', 'write'] as const;

// A valid store of a few hundred kilobytes, which the tests damage.
const original = mkdtempSync(join(tmpdir(), 'forecourt-store-'));
const originalFile = join(original, 'stock.mdb');
let originalBytes = 0;
beforeAll(async () => {
  const store = openStore(original, { mode: 'write' });
  await store.write((transaction) => {
    for (let number = 100; number < 400; number += 1) {
      transaction.upsert(aListing({ id: `${number}`, advertUrl: `https://north.example/${number}` }));
    }
  });
  await store.close();
  originalBytes = readFileSync(originalFile).length;
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

function spoiled(spoil: (file: string) => void): string {
  const folder = temporaryFolder();
  const file = join(folder, 'stock.mdb');
  copyFileSync(originalFile, file);
  spoil(file);
  return folder;
}

function patched(position: number, bytes: Buffer): string {
  return spoiled((file) => {
    const content = readFileSync(file);
    bytes.copy(content, position);
    writeFileSync(file, content);
  });
}

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('a Problem was expected');
}

function openAndClose(folder: string, mode: 'read' | 'write'): void {
  if (mode === 'write') openWriter(folder);
  else openReader(folder);
}

describe.each(MODES)('opened to %s', (mode) => {
  test('an intact store opens', () => {
    const folder = spoiled(() => undefined);
    const store = mode === 'write' ? openWriter(folder) : openReader(folder);
    expect(store.dealers()).toEqual(new Map([['north.example', 300]]));
  });

  test.each([0, 1, 159, 160, 8191, 8192, 8352, 16384, 100_000])(
    'a stock truncated to %i bytes is damaged',
    (bytes) => {
      const folder = spoiled((file) => truncateSync(file, bytes));
      const problem = problemOf(() => openAndClose(folder, mode));
      expect(problem.code).toBe('data_damaged');
      expect(problem.message).toContain(`'${folder}'`);
      expect(readFileSync(join(folder, 'stock.mdb')).length).toBe(bytes);
    },
  );

  test('a store without its last byte is damaged', () => {
    const folder = spoiled((file) => truncateSync(file, originalBytes - 1));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_damaged');
    expect(problem.message).toContain(
      `stock.mdb has ${originalBytes - 1} bytes and should have ${originalBytes}`,
    );
  });

  test.each([
    ['text', Buffer.from('make,model,price\n'.repeat(5000))],
    ['zeros', Buffer.alloc(100_000)],
    ['ones', Buffer.alloc(100_000, 0xff)],
  ])('a file of %s is damaged and is not overwritten', (_, content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'stock.mdb'), content);
    expect(problemOf(() => openAndClose(folder, mode)).code).toBe('data_damaged');
    expect(readFileSync(join(folder, 'stock.mdb')).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(['stock.mdb']);
  });

  test.each([
    ['the number of the first page', 0],
    ['the kind of the first page', 18],
    ['the mark of the first page', 24],
    ['the page size', 49],
    ['the kind of the second page', 8192 + 18],
    ['the mark of the second page', 8192 + 24],
    ['the page size on the second page', 8192 + 48],
  ])('%s is checked', (_, position) => {
    const folder = patched(position, Buffer.from([0x5a]));
    expect(problemOf(() => openAndClose(folder, mode)).code).toBe('data_damaged');
  });

  test('a root outside the file is damage', () => {
    const root = Buffer.from('0000010000000000', 'hex');
    const content = readFileSync(originalFile);
    root.copy(content, 136);
    root.copy(content, 8192 + 136);
    const folder = spoiled((file) => writeFileSync(file, content));
    expect(problemOf(() => openAndClose(folder, mode)).code).toBe('data_damaged');
  });

  test('another format of LMDB is another version', () => {
    const folder = patched(28, Buffer.from([1]));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_version');
    expect(problem.message).toContain('LMDB format 1, not 2');
  });

  test('another format of the stock is another version, and is not overwritten', async () => {
    const folder = temporaryFolder();
    const root = open<string, string>({ path: join(folder, 'stock.mdb'), encoding: 'string' });
    const meta = root.openDB<string, string>('meta', { encoding: 'string' });
    meta.putSync('format', '999');
    await root.close();
    const before = readFileSync(join(folder, 'stock.mdb'));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_version');
    expect(problem.message).toContain(`'${folder}'`);
    expect(problem.message).toContain('stock.mdb has format 999, not 7');
    expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);
  });

  test("another program's LMDB file is another version, and is not overwritten", async () => {
    const folder = temporaryFolder();
    const root = open<string, string>({ path: join(folder, 'stock.mdb'), encoding: 'string' });
    root.putSync('left', 'alone');
    await root.close();
    const before = readFileSync(join(folder, 'stock.mdb'));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_version');
    expect(problem.message).toContain('stock.mdb has format unknown, not 7');
    expect(readFileSync(join(folder, 'stock.mdb')).equals(before)).toBe(true);
  });

  test('a file is not a data folder', () => {
    const file = join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'keep me');
    for (const folder of [file, join(file, 'data')]) {
      const problem = problemOf(() => openAndClose(folder, mode));
      expect(problem.code).toBe('data_unusable');
      expect(problem.message).toContain(`'${folder}'`);
    }
    expect(readFileSync(file, 'utf8')).toBe('keep me');
  });

  test('a folder in place of the store file is rejected', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'stock.mdb'));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_unusable');
    expect(problem.message).toContain('stock.mdb in it is not a file');
  });

  test('a folder in place of the file of its locks is rejected', () => {
    const folder = spoiled((file) => mkdirSync(`${file}-lock`));
    const problem = problemOf(() => openAndClose(folder, mode));
    expect(problem.code).toBe('data_unusable');
    expect(problem.message).toContain('stock.mdb-lock in it is not a file');
  });

  test('a link in place of the file of its locks is rejected, and its target stays as it is', () => {
    const target = join(temporaryFolder(), 'other');
    writeFileSync(target, 'keep me');
    const folder = spoiled((file) => symlinkSync(target, `${file}-lock`));
    expect(problemOf(() => openAndClose(folder, mode)).message).toContain(
      'stock.mdb-lock in it is not a file',
    );
    expect(readFileSync(target, 'utf8')).toBe('keep me');
  });

  test('a folder without permissions is rejected', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o000);
    onTestFinished(() => chmodSync(folder, 0o700));
    const child = startProcess(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'open-stock.ts'), folder, mode],
      { unprivileged: true },
    );
    expect((await outcomeOf(child)).stdout).toBe(
      `data_unusable: The data folder '${folder}' cannot be used: this user may not read and write it. ` +
        'Fix this, or choose another folder.\n',
    );
  });
});

test('a record that is not JSON is damage, reported with its key', async () => {
  const file = readFileSync(originalFile);
  const position = file.lastIndexOf(
    '[1700000000000,',
    file.indexOf('"url":"https%3A%2F%2Fnorth.example%2F123"'),
  );
  expect(position).toBeGreaterThan(16384);
  const folder = patched(position, Buffer.from('?'));
  const store = openWriter(folder);
  const readings = [
    () => getListings(store, ['north.example/123'])[0],
    () => Array.from(store.listings()),
    () => changesSince(store, 0),
  ];
  for (const reading of readings) {
    const problem = problemOf(reading);
    expect(problem.code).toBe('data_damaged');
    expect(problem.message).toContain(
      'the entry "north.example/123" of listings does not match its checksum',
    );
  }
  await expect(store.write((transaction) => transaction.withdraw('north.example/123'))).rejects.toMatchObject(
    { code: 'data_damaged' },
  );
  expect(getListings(store, ['north.example/124'])[0]?.id).toBe('124');
});

test('a writer that failed to open a folder leaves no lock', () => {
  const folder = spoiled((file) => truncateSync(file, 5));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(problemOf(() => openAndClose(folder, 'write')).code).toBe('data_damaged');
  }
  expect(readdirSync(folder)).toEqual(['stock.mdb']);
});

test('a half-created store file is created anew', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'new-stock.mdb'), 'half');
  const store = openWriter(join(folder));
  expect(store.sequence).toBe(0);
  expect(
    readdirSync(folder)
      .filter((name) => !name.startsWith('in-use-'))
      .sort(),
  ).toEqual(['stock.mdb', 'stock.mdb-lock', 'writer.lock']);
});
