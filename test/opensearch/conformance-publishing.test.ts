// Publishing a data folder to a cluster: what is written, when it becomes visible, who may write.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mappingVersion } from '../../src/cluster/cluster-mapping.ts';
import { stateIndex } from '../../src/cluster/index-names.ts';
import { ensureStateIndex, findPublished } from '../../src/cluster/published-state.ts';
import { WriterLease } from '../../src/cluster/lease.ts';
import { decodeListing } from '../../src/listing/codec.ts';
import { UNIT_POSTCODES } from '../support/fixtures.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

function line(id: string, price: number, more: Readonly<Record<string, unknown>> = {}): string {
  const advert_url = `https://north.example/${id}`;
  return JSON.stringify({
    id,
    dealer: 'north.example',
    advert_url,
    make: 'Ford',
    price,
    arrived_at: '2024-01-01',
    ...more,
  });
}

const lines = (prices: readonly number[]): string[] => prices.map((price, i) => line(`n${i}`, price));

onSharedCluster('publishing to a cluster', (urls) => {
  function newStock(): PublishedStock {
    const stock = new PublishedStock(urls);
    onTestFinished(() => stock.remove());
    return stock;
  }

  const publishedIn = (stock: PublishedStock) => stock.withCluster((cluster) => findPublished(cluster));

  const pricesIn = async (search: Awaited<ReturnType<PublishedStock['open']>>): Promise<unknown[]> => {
    const { query } = search.service.parse([['sort', 'price_asc']]);
    const { hits } = await search.service.search(query);
    return hits.map((hit) => decodeListing(hit, Buffer.from(hit.record).toString())?.priceGbp);
  };

  it('writes changed documents only, and reports progress', async () => {
    const stock = newStock();
    await stock.folder.import(lines([5, 6, 7, 8]), { merge: false });
    await stock.publish();
    const first = await publishedIn(stock);
    await stock.folder.import(lines([5, 6, 30]), { merge: false });
    await stock.publish();
    const second = await publishedIn(stock);
    expect(first?.state).toMatchObject({ sequence: 1, listings: 4 });
    expect(second).toMatchObject({ index: first?.index, state: { sequence: 2, listings: 3 } });
    const written = await stock.withCluster((cluster) =>
      cluster.request<{ readonly count: number }>({
        method: 'POST',
        path: `/${second?.index}/_count`,
        body: { query: { range: { sequence: { gte: 2 } } } },
      }),
    );
    expect(written.count).toBe(1);
  });

  it('makes a change visible once it is complete', async () => {
    const stock = newStock();
    await stock.folder.import(lines([5, 6, 7]), { merge: false });
    await stock.publish();
    const search = await stock.open();
    const { version } = search.service;
    await stock.folder.import(lines([10, 20, 30]), { merge: false });
    expect(await pricesIn(search)).toEqual([5, 6, 7]);
    await stock.publish();
    expect([await pricesIn(search), search.service.version]).toEqual([[5, 6, 7], version]);
    await search.catchUp();
    expect(await pricesIn(search)).toEqual([10, 20, 30]);
    expect(search.service.version).not.toBe(version);
  });

  it("has the same version as the folder's index, so that servers of both kinds send the same ETags", async () => {
    const stock = newStock();
    const embedded = await stock.folder.open();
    await stock.folder.import(lines([5]), { merge: false });
    await embedded.catchUp();
    await stock.publish();
    expect((await stock.open()).service.version).toBe(embedded.service.version);
  });

  it('shows a stock that was put back after as many other changes', async () => {
    const stock = newStock();
    const file = join(stock.folder.path, 'stock.mdb');
    const copy = join(stock.folder.path, 'copy');
    await stock.folder.import(lines([5, 6]), { merge: false });
    copyFileSync(file, copy);
    await stock.folder.import(lines([5, 7]), { merge: false });
    await stock.publish();
    copyFileSync(copy, file);
    await stock.folder.import(lines([5, 8]), { merge: false });
    await stock.publish();
    expect(await pricesIn(await stock.open())).toEqual([5, 8]);
  });

  it('builds a new index if listings move, and removes the old one with the next change', async () => {
    const stock = newStock();
    const at = { postcode: 'LS1 4AP' };
    await stock.folder.import([line('n1', 5, at)], { merge: false });
    await stock.publish();
    const search = await stock.open();
    const before = await publishedIn(stock);
    await stock.folder.importPostcodes(UNIT_POSTCODES);
    await stock.publish();
    const after = await publishedIn(stock);
    expect(after?.index).not.toBe(before?.index);
    expect(after?.index).toMatch(
      new RegExp(`^${stock.clusterOptions.prefix}-${mappingVersion()}-[0-9a-z]{11}$`),
    );
    // A server that has not polled yet still serves the old state.
    expect(await pricesIn(search)).toEqual([5]);
    await stock.folder.import([line('n1', 6, at)], { merge: false });
    await stock.publish();
    await search.catchUp();
    expect(await pricesIn(search)).toEqual([6]);
    const indices = await stock.withCluster((cluster) =>
      cluster.request<object>({ method: 'GET', path: `/${stock.clusterOptions.prefix}-*/_alias` }),
    );
    expect(Object.keys(indices).sort()).toEqual(
      [
        after?.index,
        `${after?.index}-adverts`,
        `${after?.index}-past`,
        stateIndex(stock.clusterOptions.prefix),
      ].sort(),
    );
  });

  it('tracks adverts from the first publication: listed, withdrawn, listed again', async () => {
    const stock = newStock();
    await stock.folder.import([line('n1', 1), line('n2', 2), line('n3', 3)], { merge: false });
    await stock.folder.import([line('n1', 1), line('n3', 3)], { merge: false });
    await stock.publish();
    const search = await stock.open();
    const find = (id: string) => search.service.findAdvert(`https://north.example/${id}`);
    expect(await find('n1')).toEqual({ state: 'listed' });
    expect(await find('n2')).toEqual({ state: 'withdrawn', was: { make: 'Ford', model: null } });
    expect(await find('n4')).toEqual({ state: 'unknown' });
    await stock.folder.import([line('n2', 2), line('n3', 3, { advert_url: 'https://north.example/n5' })], {
      merge: false,
    });
    await stock.publish();
    await search.catchUp();
    expect(await Promise.all(['n1', 'n2', 'n3', 'n5'].map(find))).toMatchObject([
      { state: 'withdrawn' },
      { state: 'listed' },
      { state: 'withdrawn' },
      { state: 'listed' },
    ]);
  });

  it('is correct after concurrent publishers', async () => {
    const stock = newStock();
    await stock.folder.import(lines([5, 6, 7]), { merge: false });
    await Promise.all([stock.publish(), stock.publish(), stock.publish()]);
    expect(await pricesIn(await stock.open())).toEqual([5, 6, 7]);
    expect((await publishedIn(stock))?.state).toMatchObject({ sequence: 1, listings: 3 });
  });

  it('allows one writer at a time, and another once the lease of the first has expired', async () => {
    const stock = newStock();
    const times = { renewMs: 100, expiryMs: 1500 };
    const always = async (): Promise<boolean> => true;
    await stock.withCluster(async (cluster) => {
      await ensureStateIndex(cluster, 0);
      const first = await WriterLease.acquire(cluster, always, times);
      let looks = 0;
      const second = await WriterLease.acquire(cluster, async () => ++looks <= 20, times);
      expect([first !== undefined, second]).toEqual([true, undefined]);
      await first?.release();
      const third = await WriterLease.acquire(cluster, always, { renewMs: 100_000, expiryMs: 1500 });
      // Its lease expires before it is renewed.
      const fourth = await WriterLease.acquire(cluster, always, times);
      await expect(third?.check()).rejects.toThrow('another process writes to the cluster now');
      await fourth?.check();
      await Promise.all([third?.release(), fourth?.release()]);
    });
  });

  it('is not searched if another version of the mapping wrote it', async () => {
    const stock = newStock();
    await stock.folder.import(lines([5]), { merge: false });
    await stock.publish();
    const published = await publishedIn(stock);
    const foreign = `${stock.clusterOptions.prefix}-00000000-abcdefghijk`;
    await stock.withCluster(async (cluster) => {
      await cluster.request({ method: 'PUT', path: `/${foreign}`, body: {} });
      await cluster.request({
        method: 'PUT',
        path: `/${stateIndex(stock.clusterOptions.prefix)}/_doc/${foreign}`,
        body: { ...published?.state },
      });
      await cluster.request({
        method: 'POST',
        path: '/_aliases',
        body: {
          actions: [
            { remove: { index: published?.index, alias: stock.clusterOptions.prefix } },
            { add: { index: foreign, alias: stock.clusterOptions.prefix } },
          ],
        },
      });
    });
    await expect(stock.open()).rejects.toMatchObject({ code: 'index_unavailable' });
    // Publishing again repairs it.
    await stock.publish();
    expect(await pricesIn(await stock.open())).toEqual([5]);
  });
});
