// A copy of the stock that is put back: the index file and the cursors of clients are of changes that it never had.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { indexPath } from '../../../src/store/paths.ts';
import { afterTest } from '../../support/after-test.ts';
import { carLine } from '../../support/car-line.ts';
import { DataFolder } from '../../support/data-folder.ts';

const importAt = (folder: DataFolder, price: number) =>
  folder.import([carLine(1, { price }), carLine(2)], { merge: false });

/** The number of cars up to a price, by a process that was started now, which leaves its index behind. */
async function countUpTo(folder: DataFolder, price: number): Promise<number> {
  const { service, ...search } = openEmbeddedBackend(folder.path, { threads: false });
  await search.catchUp();
  const { total } = await service.search(service.parse([['price_max', String(price)]]).query);
  await expect.poll(() => existsSync(indexPath(folder.path))).toBe(true);
  await search.close();
  return total;
}

test('is searched as it is, also once it has as many changes as the index file', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  const stock = join(folder.path, 'stock.mdb');
  const copy = join(folder.path, 'copy');
  await importAt(folder, 700);
  copyFileSync(stock, copy);
  await importAt(folder, 800);
  expect(await countUpTo(folder, 800)).toBe(1);
  copyFileSync(copy, stock);
  await importAt(folder, 900);
  expect(await countUpTo(folder, 800)).toBe(0);
});

/** A change by each price, after which the stock is read. */
async function follow(folder: DataFolder, prices: readonly number[]) {
  for (const price of prices) {
    await importAt(folder, price);
    // Changes of one instant cannot be told apart.
    await setTimeout(2);
  }
  const { service, ...search } = openEmbeddedBackend(folder.path, { threads: false });
  afterTest(() => search.close());
  await search.catchUp();
  return service;
}

test('has other cursors and versions after another change, though its number is the same', async () => {
  const [first, second] = [new DataFolder(), new DataFolder()];
  afterTest(() => Promise.all([first.remove(), second.remove()]));
  await importAt(first, 700);
  copyFileSync(join(first.path, 'stock.mdb'), join(second.path, 'stock.mdb'));
  const [one, other] = [await follow(first, [800, 900]), await follow(second, [1000, 900])];
  expect(one.index.state.sequence).toBe(3);
  expect(other.index.state.sequence).toBe(3);
  expect(one.version).not.toBe(other.version);
  const { query } = one.parse([]);
  const cursorOf = async (service: typeof one) => (await service.changes(query, undefined, 9)).cursor;
  const ofOther = { code: 'cursor_expired' };
  await expect(other.changes(query, await cursorOf(one), 9)).rejects.toMatchObject(ofOther);
  await expect(one.changes(query, await cursorOf(other), 9)).rejects.toMatchObject(ofOther);
  const before = { state: { ...one.index.state, sequence: 1, changedAt: await one.index.hold().timeOf(1) } };
  const { cursor, changes } = await one.changes(query, before, 1);
  expect(changes.length).toBe(1);
  expect(await other.changes(query, before, 1)).toMatchObject({ changes: [{ change: 'changed' }] });
  await expect(other.changes(query, cursor, 9)).rejects.toMatchObject(ofOther);
});
