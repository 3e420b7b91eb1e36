// Exports and feeds from a cluster are those of the index in this process, byte for byte, and are of one state also when the cluster
// loses the point in time that they are read from.
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { serverFor } from '../support/server.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { UNIT_POSTCODES } from '../support/fixtures.ts';
import { anyLine, anyQueryString } from '../index/random-stock.ts';
import { onSharedCluster } from './on-cluster.ts';
import { carLine, carLines } from '../support/car-line.ts';
import { followedStock } from './published-stock.ts';

const EXPORT = '/api/v1/vehicles/export/';
const FEED = '/api/v1/vehicles/feed.atom';
const QUERIES = Number(process.env['QUERIES'] ?? 200);

async function listen({ service }: SearchBackend): Promise<string> {
  const app = serverFor(service);
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function bodyOf(url: string): Promise<{ status: number; corrections: string | null; body: string }> {
  const response = await fetch(url);
  const { status, headers } = response;
  return { status, corrections: headers.get('corrections'), body: await response.text() };
}

const WORDS = { full_description: 'one two three four five six seven eight nine ten eleven twelve' };

const positionsOf = async (
  service: SearchService,
  text: string,
  from: number,
  between: () => Promise<void>,
): Promise<string[]> => {
  const { query } = service.parse([...new URLSearchParams(text)]);
  const opened = await service.index.openExport(query, from);
  const ids: string[] = [];
  for (;;) {
    const hits = await opened.next(300);
    ids.push(...hits.map(({ id }) => id));
    if (hits.length < 300) break;
    await between();
  }
  opened.close();
  return ids;
};

onSharedCluster('an export from a cluster', (urls) => {
  it('has the bytes of the embedded index, and so has a feed', async () => {
    const [lines, ...imports] = fc.sample(fc.array(anyLine, { minLength: 20, maxLength: 60 }), {
      seed: 20261128,
      numRuns: 3,
    });
    const { stock, embedded, clustered: search, change } = await followedStock(urls, lines);
    await stock.folder.importPostcodes(UNIT_POSTCODES);
    for (const lines of imports) await change(lines);
    const [own, clustered] = [await listen(embedded), await listen(search)];
    let exported = 0;
    for (const text of fc.sample(anyQueryString, { seed: 20261128, numRuns: QUERIES })) {
      for (const path of [EXPORT, FEED]) {
        const expected = await bodyOf(`${own}${path}?${text}`);
        expect(await bodyOf(`${clustered}${path}?${text}`), `${path}?${text}`).toEqual(expected);
        if (path === EXPORT && expected.status === 200) exported += expected.body.split('\n').length - 2;
      }
    }
    expect(exported).toBeGreaterThan(QUERIES);
  });

  it.each([
    ['in the default order', ''],
    ['by a number', 'sort=price_asc'],
    ['by relevance', 'q=two+seven'],
    [
      'by the relevance of more words than a cluster adds up',
      'q=one+two+three+four+five+six+seven+eight+nine+ten+eleven',
    ],
  ])('is read in batches %s, from any position, though points in time are lost', async (_, text) => {
    const { stock, embedded, clustered } = await followedStock(urls, carLines(2300, WORDS));
    const { service } = clustered;
    const nothing = async (): Promise<void> => undefined;
    const all = await positionsOf(embedded.service, text, 0, nothing);
    expect(all).toHaveLength(2300);
    for (const from of [0, 1150, 2299, 2300])
      expect(await positionsOf(service, text, from, () => stock.losePointsInTime())).toEqual(all.slice(from));
  });

  it('is of the state at which it was opened, and is cut if that is lost once the stock has changed', async () => {
    const { stock, clustered, change } = await followedStock(urls, carLines(1500));
    const { service } = clustered;
    const { query } = service.parse([['sort', 'price_asc']]);
    const opened = await service.openExport(query);
    const first = await opened.next(10);
    await change([carLine(3, { price: 5 }), carLine(1499, { price: 6 })]);
    expect((await service.search(query)).hits.slice(0, 2).map(({ id }) => id)).toEqual(['3', '1499']);
    const rest = [...(await opened.next(1200))];
    expect([...first, ...rest].map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 1210 }, (_, i) => i),
    );
    opened.close();
    const other = await service.openExport(query);
    await other.next(10);
    await change([carLine(4, { price: 7 })]);
    await stock.losePointsInTime();
    await expect(other.next(1200)).rejects.toMatchObject({ code: 'index_unavailable' });
    other.close();
  });

  it('ends with a cursor if the cluster can no longer read its state', async () => {
    const { stock, clustered, change } = await followedStock(urls, carLines(1500));
    const { service } = clustered;
    const open = service.openExport.bind(service);
    service.openExport = async (query, cursor) => {
      const opened = await open(query, cursor);
      let reads = 0;
      return {
        ...opened,
        async next(limit) {
          if (++reads === 3) await change([carLine(4, { price: 7 })]);
          // The first batch was read already, but the last chunk of it also needs the second.
          if (reads >= 3) await stock.losePointsInTime();
          return opened.next(limit);
        },
      };
    };
    const { body } = await bodyOf(`${await listen(clustered)}${EXPORT}?sort=price_asc`);
    const lines = body.trimEnd().split('\n');
    expect(lines).toHaveLength(961);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      total: 1500,
      cursor: expect.any(String) as string,
      more: true,
      detail: 'The export was interrupted. Send the cursor to read the rest.',
    });
  });
});
