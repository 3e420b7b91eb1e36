// Lists of changes while the postcode tables are being replaced.
import { expect, test } from 'vitest';
import { afterTest } from '../support/after-test.ts';
import { carLine } from '../support/car-line.ts';
import { DataFolder } from '../support/data-folder.ts';

test('a search without a place is not ready while the index is built with new postcode tables, and its cursor stays valid', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  await folder.import([carLine(0), carLine(1)], { merge: true });
  const search = await folder.open();
  await search.catchUp();
  const { service } = search;
  const { query } = service.parse([['make', 'Ford']]);
  const { cursor } = await service.changes(query, undefined, 10);
  await folder.import([carLine(0, { price: 500 })], { merge: true });
  await search.catchUp();
  await folder.importPostcodes('pcds,lat,long\nM1 1AE,53.1,-2.1\n');
  // Loads the tables at once, and builds the index with them later.
  const building = search.catchUp();
  await expect(service.changes(query, cursor, 10)).rejects.toMatchObject({
    code: 'not_ready',
    message: 'The postcode tables are being replaced.',
  });
  await building;
  const { changes } = await service.changes(query, cursor, 10);
  expect(changes.map(({ change, advertUrl }) => [change, advertUrl])).toEqual([
    ['changed', 'https://north.example/0'],
  ]);
});
