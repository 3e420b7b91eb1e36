import { expect, test } from 'vitest';
import { writeChanges } from '../../src/api/search-response.ts';
import { formatCursor } from '../../src/search/cursor.ts';
import { afterTest } from '../support/after-test.ts';
import { DataFolder } from '../support/data-folder.ts';

/** A listing of 200 kB: as many pictures as it may have, with addresses as long as they may be. */
function largeListing(number: number): string {
  const images = Array.from({ length: 100 }, (_, picture) =>
    `https://north.example/${number}/${picture}/`.padEnd(2000, 'x'),
  );
  const advert_url = `https://north.example/${number}`;
  return JSON.stringify({ id: String(number), dealer: 'north.example', advert_url, images });
}

test('a list of changes is no larger than a page of the largest listings, and the next ones have the rest', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  await folder.import([largeListing(0)], { merge: false });
  const search = await folder.open();
  await search.catchUp();
  const { service } = search;
  const { query } = service.parse([]);
  let { cursor } = await service.changes(query, undefined, 500);
  const numbers = Array.from({ length: 70 }, (_, number) => number);
  await folder.import(numbers.map(largeListing), { merge: false });
  await search.catchUp();
  const sizes: number[] = [];
  const adverts: string[] = [];
  for (let more = true; more;) {
    const result = await service.changes(query, cursor, 500);
    ({ cursor, more } = result);
    const body = writeChanges({ ...result, cursor: formatCursor(cursor) }, 'https://cars.example');
    sizes.push(result.changes.length);
    expect(body.length).toBeLessThan(6_100_000);
    adverts.push(...result.changes.map(({ advertUrl }) => advertUrl));
  }
  expect(sizes).toEqual([29, 29, 11]);
  expect(new Set(adverts).size).toBe(69);
});
