// A copy of the stock that is put back without the other files of the folder: the index file is of changes that it never had.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { indexPath } from '../../src/store/paths.ts';
import { afterTest } from '../support/after-test.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

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
