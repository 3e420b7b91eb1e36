// One process writes while others read; and what is left when the writer is killed.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { nextMessage as step, startScript } from '../support/process.ts';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { changedKeysSince, getListings } from './changes.ts';

const WRITE_STOCK = join(import.meta.dirname, 'write-stock.ts');
// Enough for the file to outgrow what a reader has mapped, many times over.
const COUNT = 5000;

const startWriter = (folder: string): ChildProcess => startScript(WRITE_STOCK, [folder, `${COUNT}`]);

async function stockOfOne(folder: string): Promise<void> {
  const store = openStore(folder, { mode: 'write' });
  await store.write((transaction) => transaction.upsert(aListing()));
  await store.close();
}

test('a reader sees another process’s import completely, once it is committed', async () => {
  const folder = temporaryFolder();
  await stockOfOne(folder);
  const reader = openReader(folder);
  const walk = reader.listings()[Symbol.iterator]();

  const child = startWriter(folder);
  expect(await step(child)).toBe('upserted');
  expect(reader.sequence).toBe(1);
  expect(reader.dealers()).toEqual(new Map([['north.example', 1]]));
  expect(() => openStore(folder, { mode: 'write' })).toThrow(
    expect.objectContaining({
      code: 'data_locked',
      message: expect.stringContaining(`Process ${child.pid} has been writing`) as string,
    }),
  );

  expect(walk.next().value).toMatchObject({ id: 'A1' });
  child.send('go on');
  expect(await step(child)).toBe('committed');
  expect(reader.sequence).toBe(2);
  expect(getListings(reader, [`child.example/child-${COUNT - 1}`])[0]?.id).toBe(`child-${COUNT - 1}`);
  expect(changedKeysSince(reader, 1)).toMatchObject({ sequence: 2 });
  expect(Array.from(reader.listings())).toHaveLength(COUNT + 1);
  expect(walk.next().done).toBe(true);

  child.send('go on');
  await once(child, 'exit');
  expect(existsSync(join(folder, 'writer.lock'))).toBe(false);
});

test('a reader of an empty folder sees the store that another process creates', async () => {
  const folder = temporaryFolder();
  const reader = openReader(folder);
  expect(reader.sequence).toBe(0);
  const child = startWriter(folder);
  expect(await step(child)).toBe('upserted');
  expect(reader.sequence).toBe(0);
  child.send('go on');
  expect(await step(child)).toBe('committed');
  expect(reader.sequence).toBe(1);
  expect(reader.dealers()).toEqual(new Map([['child.example', COUNT]]));
});

test('a writer killed in a transaction leaves the previous state, and the next one takes over', async () => {
  const folder = temporaryFolder();
  await stockOfOne(folder);
  const child = startWriter(folder);
  expect(await step(child)).toBe('upserted');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(join(folder, 'writer.lock'))).toBe(true);

  const writer = openWriter(folder);
  expect(writer.sequence).toBe(1);
  expect(Array.from(writer.listings(), ({ id }) => id)).toEqual(['A1']);
  expect(await writer.write((transaction) => transaction.upsert(aListing({ id: 'A2' })))).toBe('added');
  expect(writer.sequence).toBe(2);
});
