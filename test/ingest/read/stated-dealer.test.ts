// The dealer of records that name none, if the feed states the site that their adverts are on.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const vehicle = (id: string, host: string) => ({
  id,
  make: 'Kia',
  model: 'Rio',
  url: `https://${host}/used/${id}`,
});

async function dealersIn(feed: string, dealer?: string): Promise<string[]> {
  const results = await resultsOf(feed, dealer === undefined ? {} : { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing.dealer : result.reason));
}

it.each([
  [
    'in an object beside the list',
    JSON.stringify({
      retailer: { name: 'Moor Cars', website: 'https://www.moor.example' },
      stock: [vehicle('1', 'moor.example'), vehicle('2', 'stock.moor.example')],
    }),
  ],
  [
    'in an element above the vehicles',
    '<export><dealer><website>https://moor.example/</website></dealer><vehicles>' +
      '<vehicle id="1"><make>Kia</make><model>Rio</model><url>https://www.moor.example/1</url></vehicle>' +
      '<vehicle id="2"><make>Kia</make><model>Ceed</model><url>https://www.moor.example/2</url></vehicle>' +
      '</vehicles></export>',
  ],
  [
    'in the channel of a feed',
    '<rss xmlns:g="http://base.google.example/ns/1.0"><channel><link>https://www.moor.example/</link>' +
      '<item><g:id>1</g:id><g:make>Kia</g:make><g:model>Rio</g:model><g:link>https://www.moor.example/1</g:link></item>' +
      '<item><g:id>2</g:id><g:make>Kia</g:make><g:model>Rio</g:model><g:link>https://www.moor.example/2</g:link></item>' +
      '</channel></rss>',
  ],
])('is that of the site %s', async (_, feed) => {
  expect(await dealersIn(feed)).toEqual(['moor.example', 'moor.example']);
  expect(await dealersIn(feed, 'hill.example')).toEqual(['hill.example', 'hill.example']);
});

it('is of each record that of the site that its advert is on, and missing on others', async () => {
  const sites = ['https://moor.example', 'https://hill.example'];
  const stock = ['moor.example', 'www.hill.example', 'portal.example'].map((host, n) =>
    vehicle(String(n), host),
  );
  const feed = JSON.stringify({ sites, schema: 'https://schema.example', stock });
  expect(await dealersIn(feed)).toEqual(['moor.example', 'hill.example', 'missing_dealer']);
});

it('is of a branch its own, and the same however the text is cut', async () => {
  const stock = [vehicle('1', 'www.north.moor.example'), vehicle('2', 'moor.example')];
  const feed = JSON.stringify({ sites: ['https://moor.example', 'https://north.moor.example'], stock });
  const expected = ['north.moor.example', 'moor.example'];
  expect(await dealersIn(feed)).toEqual(expected);
  const behind = JSON.stringify({ stock, sites: ['https://moor.example', 'https://north.moor.example'] });
  const bytes = Buffer.from(behind);
  const whole = await resultsOf(behind);
  for (const at of [20, 60, bytes.length - 70]) {
    const cut = await resultsOf([bytes.subarray(0, at), bytes.subarray(at)]);
    expect(cut).toEqual(whole);
  }
});
