// Dealers' histories: which sizes and changes are stored, for how long and within which bounds.
import { expect, test } from 'vitest';
import { recentStock } from '../../src/store/dealer-tables.ts';
import { openStore } from '../../src/store/store.ts';
import type { StoreTransaction } from '../../src/store/transaction.ts';
import { aListing } from '../support/listings.ts';
import { openReader } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Writes at a time, as a feed where one is named. */
async function write(
  folder: string,
  at: number,
  feed: string | undefined,
  work: (transaction: StoreTransaction) => void,
): Promise<void> {
  const store = openStore(folder, { mode: 'write', now: () => at });
  try {
    await store.write((transaction) => {
      if (feed !== undefined) transaction.attributeTo(feed);
      work(transaction);
    });
  } finally {
    await store.close();
  }
}

function add(...ids: readonly string[]): (transaction: StoreTransaction) => void {
  return (transaction) => {
    for (const id of ids) transaction.upsert(aListing({ id, dealer: 'north.example' }));
  };
}

function withdraw(...ids: readonly string[]): (transaction: StoreTransaction) => void {
  return (transaction) => {
    for (const id of ids) transaction.withdraw(`north.example/${id}`);
  };
}

test('changes are numbered across dealers, by feed; a run without changes has no number', async () => {
  const folder = temporaryFolder();
  await write(folder, 1, 'north', add('A', 'B'));
  await write(folder, 2, undefined, (transaction) =>
    transaction.upsert(aListing({ id: 'A', dealer: 'x.example' })),
  );
  await write(folder, 3, 'north', add('A', 'B'));
  await write(folder, 4, undefined, withdraw('A'));
  await write(folder, 5, 'south', add('C'));
  const reader = openReader(folder);
  expect(reader.history('north.example').changes).toEqual([
    ['south', 4],
    [null, 3],
    ['north', 1],
  ]);
  expect(reader.history('x.example').changes).toEqual([[null, 2]]);
  expect(reader.history('none.example')).toEqual({ sizes: [], changes: [] });
});

test('a failed transaction leaves no history', async () => {
  const folder = temporaryFolder();
  const failing = write(folder, 1, 'north', (transaction) => {
    add('A')(transaction);
    transaction.setDealerOwner('north.example', 'north');
    throw new Error('enough');
  });
  await expect(failing).rejects.toThrow('enough');
  const reader = openReader(folder);
  expect(reader.history('north.example')).toEqual({ sizes: [], changes: [] });
  expect([...reader.owners()]).toEqual([]);
});

test('only sizes that may still be the largest are stored, and beyond the limit the oldest are joined', async () => {
  const folder = temporaryFolder();
  const ids = Array.from({ length: 60 }, (_, n) => `A${n}`);
  await write(folder, 0, undefined, add(...ids));
  for (let n = 0; n < 40; n += 1) await write(folder, n * HOUR, undefined, withdraw(`A${n}`));
  const reader = openStore(folder, { mode: 'read' });
  const history = reader.history('north.example');
  await reader.close();
  expect(history.sizes).toHaveLength(24);
  expect(history.sizes.slice(0, 2)).toEqual([
    [16 * HOUR, 60],
    [17 * HOUR, 43],
  ]);
  expect(recentStock(history, 20, 7 * DAY + 15 * HOUR).most).toBe(60);
  expect(recentStock(history, 20, 7 * DAY + 16 * HOUR).most).toBe(43);
  expect(recentStock(history, 20, 7 * DAY + 38 * HOUR).most).toBe(21);
  expect(recentStock(history, 20, 7 * DAY + 39 * HOUR).most).toBe(20);

  await write(folder, 40 * HOUR, undefined, add(...ids));
  await write(folder, 41 * HOUR, undefined, withdraw('A0'));
  expect(openReader(folder).history('north.example').sizes).toEqual([[41 * HOUR, 60]]);
});

test('the last sixteen feeds that changed a dealer are stored', async () => {
  const folder = temporaryFolder();
  for (let n = 1; n <= 20; n += 1) await write(folder, n, `f${n}`, add(`A${n}`));
  const { changes } = openReader(folder).history('north.example');
  expect(changes).toHaveLength(16);
  expect([changes[0], changes[15]]).toEqual([
    ['f20', 20],
    ['f5', 5],
  ]);
});
