// Lists of changes on a cluster hold what those of the embedded index do, over random histories, each state published. HISTORIES sets
// their number.
import { expect, it, onTestFinished } from 'vitest';
import { stateIndex } from '../../src/cluster/index-names.ts';
import { findPublished } from '../../src/cluster/published-state.ts';
import { holdInHistories } from '../index/random-histories.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 4);

/** Servers then have a new index, as after another version has published. */
async function forgetIndex(stock: PublishedStock): Promise<void> {
  await stock.withCluster(async (cluster) => {
    const published = await findPublished(cluster);
    if (published === undefined) return;
    const path = `/${stateIndex(cluster.prefix)}/_doc/${published.index}`;
    await cluster.request({ method: 'DELETE', path });
  });
}

onSharedCluster('changes on a cluster', (urls) => {
  it(
    'turn the matches of any earlier state into those of now, with at most one entry for each',
    () =>
      holdInHistories(
        () => {
          const stock = new PublishedStock(urls);
          const { folder } = stock;
          return {
            folder,
            async open(rebuilds) {
              if (rebuilds) await forgetIndex(stock);
              await stock.publish();
              return stock.open();
            },
            async catchUp(search) {
              await stock.publish();
              await search.catchUp();
            },
            remove: () => stock.remove(),
          };
        },
        // Of an empty folder nothing is published.
        { runs: HISTORIES, searches: 6, atLeast: 0, startsEmpty: false },
      ),
    600_000,
  );

  const car = (number: number, more: object = {}): string =>
    JSON.stringify({
      id: String(number),
      dealer: 'north.example',
      advert_url: `https://north.example/${number}`,
      make: 'Ford',
      price: 1000 + number,
      arrived_at: '2024-03-01',
      ...more,
    });

  it('have the entries of the embedded index, at the same times', async () => {
    const stock = new PublishedStock(urls);
    onTestFinished(() => stock.remove());
    const embedded = await stock.folder.open();
    const all = Array.from({ length: 12 }, (_, number) => car(number));
    await stock.folder.import(all, { merge: true });
    await stock.publish();
    const clustered = await stock.open();
    await embedded.catchUp();
    const { query } = embedded.service.parse([['price_max', '1008']]);
    const { cursor } = await embedded.service.changes(query, undefined, 500);
    const imports = [
      [car(0, { price: 5000 }), car(1, { price: 900 }), car(10, { price: 800 }), car(20)],
      [car(0, { price: 5001 }), car(1, { price: 901 }), car(2, { price: 5000 }), car(20, { price: 7 })],
      [car(2), car(3, { make: 'Jaguar' }), car(4, { advert_url: 'https://north.example/44' })],
    ];
    for (const [i, lines] of imports.entries()) {
      await stock.folder.import(lines, { merge: true });
      // Not each state is published.
      if (i !== 1) await stock.publish();
    }
    await stock.folder.import(all.slice(1, 7), { merge: false, force: true });
    await stock.publish();
    await Promise.all([embedded.catchUp(), clustered.catchUp()]);
    for (let sequence = 1; sequence <= 5; sequence++) {
      const since = { state: { ...cursor.state, sequence } };
      const expected = await embedded.service.changes(query, since, 500);
      const found = await clustered.service.changes(query, since, 500);
      expect(found.changes, `since ${sequence}`).toEqual(expected.changes);
      expect(found.cursor).toEqual(expected.cursor);
    }
    const times = [0, Date.now(), Date.now() - 1e9];
    for (const time of times)
      expect(await clustered.service.changes(query, { time }, 500)).toMatchObject({
        changes: (await embedded.service.changes(query, { time }, 500)).changes,
      });
  });
});
