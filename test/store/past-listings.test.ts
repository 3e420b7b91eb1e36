import { expect, test } from 'vitest';
import type { ChangeLogRetention } from '../../src/store/change-log.ts';
import { openStore, type WritableStore } from '../../src/store/store.ts';
import { afterTest } from '../support/after-test.ts';
import { aListing } from '../support/listings.ts';
import { temporaryFolder } from './temporary-folder.ts';

function open(
  retention: Partial<ChangeLogRetention> = {},
  now: () => number = secondBySecond(),
): WritableStore {
  const store = openStore(temporaryFolder(), {
    mode: 'write',
    changeLogRetention: { keys: 1000, sequences: 1000, ...retention },
    now,
  });
  afterTest(() => store.close());
  return store;
}

/** Begins at 2000. */
function secondBySecond(): () => number {
  let now = 1000;
  return () => (now += 1000);
}

const listing = (id: string, priceGbp: number) => aListing({ dealer: 'a.example', id, priceGbp });

function pastOf(store: WritableStore, since: number) {
  const snapshot = store.snapshot();
  try {
    const spans = snapshot.changesSince(since);
    if (spans === 'too_old') return spans;
    return Array.from(spans, ([key, { first, last }]) => {
      const [past] = snapshot.getPastListings([{ key, sequence: first }]);
      const price = past === undefined ? null : /"price":(\d+)/.exec(past.record.toString())?.[1];
      return [key.slice(-1), first, last, price];
    });
  } finally {
    snapshot.release();
  }
}

test('each listing is known as it was before each change, also if it was not there', async () => {
  const store = open();
  await store.write((transaction) => transaction.upsert(listing('1', 10)));
  await store.write((transaction) => {
    transaction.upsert(listing('1', 11));
    transaction.upsert(listing('2', 20));
  });
  await store.write((transaction) => {
    transaction.withdraw('a.example/1');
    transaction.upsert(listing('2', 21));
  });
  expect(pastOf(store, 0)).toEqual([
    ['1', 1, 3, null],
    ['2', 2, 3, null],
  ]);
  expect(pastOf(store, 1)).toEqual([
    ['1', 2, 3, '10'],
    ['2', 2, 3, null],
  ]);
  expect(pastOf(store, 2)).toEqual([
    ['1', 3, 3, '11'],
    ['2', 3, 3, '20'],
  ]);
  expect(pastOf(store, 3)).toEqual([]);
  expect(pastOf(store, 4)).toBe('too_old');
  expect(store.snapshot().timeOf(3)).toBe(4000);
});

test('what a transaction adds and withdraws again was not there before', async () => {
  const store = open();
  await store.write((transaction) => transaction.upsert(listing('1', 10)));
  await store.write((transaction) => {
    transaction.upsert(listing('2', 20));
    transaction.withdraw('a.example/2');
    transaction.withdraw('a.example/1');
    transaction.upsert(listing('1', 30));
  });
  expect(pastOf(store, 1)).toEqual([
    ['2', 2, 2, null],
    ['1', 2, 2, '10'],
  ]);
});

test('beyond the limit of characters the oldest states are forgotten, and a cursor below the floor is too old', async () => {
  const store = open({ pastCharacters: 2000 });
  for (let price = 1; price <= 20; price++)
    await store.write((transaction) => transaction.upsert(listing('1', price)));
  const known = Array.from({ length: 21 }, (_, since) => pastOf(store, since) !== 'too_old');
  const floor = known.indexOf(true);
  expect(floor).toBeGreaterThan(5);
  expect(floor).toBeLessThan(20);
  expect(known.slice(floor)).not.toContain(false);
  expect(pastOf(store, floor)).toEqual([['1', floor + 1, 20, String(floor)]]);
});

test('a single transaction beyond the limit leaves no past before it', async () => {
  const store = open({ pastCharacters: 3000 });
  const ids = Array.from({ length: 50 }, (_, id) => String(id));
  await store.write((transaction) => ids.forEach((id) => transaction.upsert(listing(id, 1))));
  await store.write((transaction) => ids.forEach((id) => transaction.upsert(listing(id, 2))));
  expect(pastOf(store, 1)).toBe('too_old');
  expect(pastOf(store, 2)).toEqual([]);
  await store.write((transaction) => transaction.upsert(listing('1', 3)));
  expect(pastOf(store, 2)).toEqual([['1', 3, 3, '2']]);
});

test('the past goes with the log', async () => {
  const store = open({ sequences: 3 });
  for (let price = 1; price <= 10; price++)
    await store.write((transaction) => transaction.upsert(listing('1', price)));
  expect([5, 6, 7, 8].map((since) => pastOf(store, since) !== 'too_old')).toEqual([false, false, true, true]);
});

test('a time is resolved to the last sequence by then', async () => {
  const store = open();
  for (let price = 1; price <= 20; price++)
    await store.write((transaction) => transaction.upsert(listing('1', price)));
  const at = (time: number) => store.snapshot().sequenceAt(time);
  // Each transaction takes a second; the first began at 2000.
  expect([0, 1999, 2000, 2001, 11_500, 21_000, 99_000].map(at)).toEqual(
    [0, 0, 1, 1, 10, 20, 20].map((sequence) => ({ sequence })),
  );
});

test('a time is resolved to no later sequence if the clock was set back by an hour meanwhile', async () => {
  const hour = 3_600_000;
  const times = [11 * hour, 10 * hour, 12 * hour, 13 * hour];
  let now = 0;
  const store = open({}, () => now);
  for (const [price, time] of times.entries()) {
    now = time;
    await store.write((transaction) => transaction.upsert(listing('1', price)));
  }
  const at = (time: number) => store.snapshot().sequenceAt(time);
  expect([10, 10.5, 11, 12].map((hours) => at(hours * hour))).toEqual(
    [0, 0, 2, 3].map((sequence) => ({ sequence })),
  );
});

test('a time before the oldest known state is not resolved, but says from when on times are', async () => {
  const store = open({ sequences: 3 });
  expect(store.snapshot().sequenceAt(5000)).toEqual({ sequence: 0 });
  for (let price = 1; price <= 10; price++)
    await store.write((transaction) => transaction.upsert(listing('1', price)));
  expect(pastOf(store, 7)).not.toBe('too_old');
  expect(pastOf(store, 6)).toBe('too_old');
  const at = (time: number) => store.snapshot().sequenceAt(time);
  expect(at(8000)).toEqual({ sequence: 7 });
  expect(at(7999)).toEqual({ knownSince: 8000 });
});
