// The names of the stock, by which searches are corrected, are read before a search needs them.
import { afterEach, expect, test, vi } from 'vitest';
import { StockNames } from '../../../src/query/stock-names.ts';
import { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { afterTest } from '../../support/after-test.ts';
import { carLine } from '../../support/car-line.ts';
import { DataFolder } from '../../support/data-folder.ts';

afterEach(() => vi.restoreAllMocks());

test('are read beside requests once a server polls, so the first search of several makes reads none', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  await folder.import([carLine(1), carLine(2)], { merge: false });
  const reading = vi.spyOn(StockNames, 'build');
  const { service, ...search } = openEmbeddedBackend(folder.path, { threads: false });
  afterTest(() => search.close());
  await search.catchUp();
  expect(reading).not.toHaveBeenCalled();
  await expect.poll(() => search.catchUp().then(() => reading.mock.calls.length)).toBe(1);
  await service.search(service.parse([['make', 'Ford,Audi']]).query);
  expect(reading).toHaveBeenCalledTimes(1);
});
