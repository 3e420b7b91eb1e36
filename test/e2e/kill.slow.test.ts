// SIGKILL at random moments of imports and scheduled runs: afterwards the store opens with exactly the stock before or
// after, and searches agree. A few moments here; `npm run test:kills` tries two hundred.
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { openStore } from '../../src/store/store.ts';
import { forecourt, start } from '../support/process.ts';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { randomOf } from '../support/random.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const LISTINGS = 3000;

/** By key, the price. */
type Stock = ReadonlyMap<string, number>;

/** Two fifths of the listings and all prices differ from one version to the next. */
function version(number: number): { readonly feed: string; readonly stock: Stock } {
  const records = Array.from({ length: LISTINGS }, (_, n) => {
    const id = n % 5 < 2 ? `v${number}-${n}` : `all-${n}`;
    return { id, price: 1000 + ((n * 7 + number * 131) % 9000) };
  });
  return {
    feed: ndjson(...records.map(({ id, price }) => ({ ...plainRecord(id), price }))),
    stock: new Map(records.map(({ id, price }) => [`north.example/${id}`, price])),
  };
}

function stockIn(folder: string): Stock {
  const store = openStore(folder, { mode: 'read' });
  try {
    return new Map(
      Array.from(store.listings(), ({ dealer, id, priceGbp }) => [`${dealer}/${id}`, priceGbp ?? 0]),
    );
  } finally {
    void store.close();
  }
}

async function searched(folder: string, query: Record<string, string>): Promise<number> {
  const open = openEmbeddedBackend(folder, { threads: false });
  try {
    await open.catchUp();
    const { total } = await open.service.search(open.service.parse(Object.entries(query)).query);
    return total;
  } finally {
    await open.close();
  }
}

test(`${KILLS} kills, seed ${SEED}`, { timeout: 60_000 + KILLS * 30_000 }, async () => {
  const numbers = randomOf(SEED);
  const random = (): number => numbers.next();
  const folder = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const path = join(place, 'north.ndjson');
  const list = fileIn(
    place,
    'feeds.json',
    JSON.stringify({ feeds: [{ name: 'north', path: 'north.ndjson', dealers: '*', every: '1s' }] }),
  );
  let number = 0;
  let before = version(number);
  fileIn(place, 'north.ndjson', before.feed);
  const startedAt = Date.now();
  expect((await forecourt(['import', path, '--data', folder])).code).toBe(0);
  const longestMs = (Date.now() - startedAt) * 1.2;

  const outcomes = { before: 0, after: 0 };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    number += 1;
    const after = version(number);
    fileIn(place, 'north.ndjson', after.feed);
    utimesSync(path, number, number);
    const args = kill % 2 === 0 ? ['import', path, '--override-feeds'] : ['feed', 'follow', '--feeds', list];
    const child = start([...args, '--data', folder]);
    const ended = child.exitCode ?? once(child, 'exit');
    await pause(random() * longestMs);
    child.kill('SIGKILL');
    await ended;

    const what = `kill ${kill} of seed ${SEED}`;
    const stock = stockIn(folder);
    const isAfter = stock.has(`north.example/v${number}-0`);
    expect(stock, what).toEqual(isAfter ? after.stock : before.stock);
    outcomes[isAfter ? 'after' : 'before'] += 1;
    const most = 1000 + Math.floor(random() * 9000);
    const cheap = [...stock.values()].filter((price) => price <= most).length;
    expect(await searched(folder, { price_max: String(most) }), what).toBe(cheap);
    expect(await searched(folder, { dealer: 'north.example' }), what).toBe(LISTINGS);
    if (isAfter) before = after;
  }
  // Where all came too early, or too late, nothing was shown.
  if (KILLS >= 50) expect(Math.min(outcomes.before, outcomes.after)).toBeGreaterThan(5);

  // Nothing of all that is in the way of the next run.
  const last = version(number + 1);
  fileIn(place, 'north.ndjson', last.feed);
  expect((await forecourt(['import', path, '--override-feeds', '--data', folder])).code).toBe(0);
  expect(stockIn(folder)).toEqual(last.stock);
});
