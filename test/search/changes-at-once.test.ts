import { expect, test } from 'vitest';
import { afterTest } from '../support/after-test.ts';
import { DataFolder } from '../support/data-folder.ts';

test('changes of a whole stock are found one search after the other, so that many at once do not fill the memory', async () => {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  const lines = Array.from({ length: 3000 }, (_, number) => {
    // So the search reads differently in the two states, and its changes are of any number.
    const words = number === 0 ? 'plain' : 'spotless';
    const advert_url = `https://north.example/${number}`;
    return JSON.stringify({
      id: String(number),
      dealer: 'north.example',
      advert_url,
      price: number,
      full_description: words,
    });
  });
  await folder.import(lines.slice(0, 1), { merge: false });
  const search = await folder.open();
  const { cursor } = await search.service.changes(search.service.parse([]).query, undefined, 1);
  await folder.import(lines, { merge: false });
  await search.catchUp();
  const ended: string[] = [];
  const find = async (price_max: string): Promise<void> => {
    const { query } = search.service.parse([
      ['q', 'spotless'],
      ['price_max', price_max],
    ]);
    await search.service.changes(query, cursor, 100);
    ended.push(price_max);
  };
  await Promise.all(['3000', '2', '2999', '1'].map(find));
  expect(ended).toEqual(['3000', '2', '2999', '1']);
});
