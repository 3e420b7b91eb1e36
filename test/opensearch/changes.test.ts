// Lists of changes on a cluster hold what those of the embedded index do, over random histories, each state published. HISTORIES sets
// their number.
import { expect, it } from 'vitest';
import { DocumentWriter } from '../../src/cluster/document-writer.ts';
import { pastIndex, stateIndex } from '../../src/cluster/index-names.ts';
import { PastDocumentWriter } from '../../src/cluster/past-writer.ts';
import { findPublished } from '../../src/cluster/published-state.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import type { Since } from '../../src/search/since.ts';
import { openStore } from '../../src/store/store.ts';
import { holdInHistories } from '../index/random-histories.ts';
import { onSharedCluster } from './on-cluster.ts';
import { carLine, carLines } from '../support/car-line.ts';
import { followedStock, PublishedStock } from './published-stock.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 7);

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
            async open({ rebuilds }) {
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
    240_000 + 60_000 * HISTORIES,
  );

  it('have the entries of the embedded index, at the same times', async () => {
    const { stock, embedded, clustered } = await followedCars(12);
    const { state } = embedded.service.index;
    const imports = [
      [carLine(0, { price: 5000 }), carLine(1, { price: 900 }), carLine(10, { price: 800 }), carLine(20)],
      [
        carLine(0, { price: 5001 }),
        carLine(1, { price: 901 }),
        carLine(2, { price: 5000 }),
        carLine(20, { price: 7 }),
      ],
      [carLine(2), carLine(3, { make: 'Jaguar' }), carLine(4, { advert_url: 'https://north.example/44' })],
    ];
    for (const [i, lines] of imports.entries()) {
      await stock.folder.import(lines, { merge: true });
      // Not each state is published.
      if (i !== 1) await stock.publish();
    }
    await stock.folder.import(carLines(7).slice(1), { merge: false, force: true });
    await stock.publish();
    await Promise.all([embedded.catchUp(), clustered.catchUp()]);
    expect(clustered.stats().past).toEqual(embedded.stats().past);
    for (const text of ['price_max=1008', 'q=jaguar', 'make=Frod', 'q=jagaur', ''])
      for (const sequence of [0, 1, 2, 3, 4, 5])
        await expectAlike(embedded, clustered, text, { state: { ...state, sequence, changedAt: 0 } });
    for (const time of [0, Date.now() - 1e9, Date.now()])
      await expectAlike(embedded, clustered, '', { time });
  });

  it('are complete after a publisher that died between two writes, though the same listings change again', async () => {
    const { stock, embedded, clustered, change } = await followedCars(6);
    const published = await stock.withCluster((cluster) => findPublished(cluster));
    const first = embedded.service.index.state;
    await stock.folder.import([carLine(0, { price: 5 }), carLine(1, { price: 6 }), carLine(9)], {
      merge: true,
    });
    await stock.withCluster(async (cluster) => {
      const store = openStore(stock.folder.path, { mode: 'read' });
      const storeSnapshot = store.snapshot();
      const changes = storeSnapshot.changesInOrder(1);
      if (published === undefined || changes === 'too_old') expect.fail('nothing to publish');
      const { index } = published;
      const target = { index, sequence: 2, gazetteer: loadGazetteer() };
      const writer = new DocumentWriter(cluster, target, () => undefined);
      const past = new PastDocumentWriter(cluster, index, target.gazetteer);
      const last = await past.write(storeSnapshot, changes, (keys) => writer.findSequences(keys, 1));
      // Only the first listing of the change.
      await writer.writeChanges(storeSnapshot, new Map([...last].slice(0, 1)));
      await writer.refresh(0);
      storeSnapshot.release();
      await store.close();
    });
    await change([carLine(0, { price: 7 }), carLine(2, { price: 8 })]);
    for (const sequence of [0, 1, 2, 3])
      await expectAlike(embedded, clustered, '', { state: { ...first, sequence, changedAt: 0 } });
  });

  it('come in many batches, and in parts of one difference though the stock changes between them', async () => {
    const { embedded, clustered, change } = await followedCars(2500);
    const { query } = clustered.service.parse([]);
    const since = { state: clustered.service.index.state };
    const dearer = Array.from({ length: 2100 }, (_, number) => carLine(number, { price: 5000 + number }));
    await change(dearer);
    const whole = await embedded.service.changes(query, since, 5000);
    expect(whole.changes).toHaveLength(2100);
    const part = await clustered.service.changes(query, since, 1500);
    await change([carLine(0, { price: 1 }), carLine(2000, { price: 2 })]);
    const rest = await clustered.service.changes(query, part.cursor, 1500);
    expect([...part.changes, ...rest.changes]).toEqual(whole.changes);
    expect(rest.more).toBe(true);
    const last = await clustered.service.changes(query, rest.cursor, 1500);
    expect(last.changes.map(({ advertUrl, was }) => [advertUrl, was?.priceGbp])).toEqual([
      ['https://north.example/0', 5000],
      ['https://north.example/2000', 7000],
    ]);
  });

  it('have the time at which a listing left, though others changed more often since than one batch holds', async () => {
    const { stock, embedded, clustered, change } = await followedCars(3);
    const { state } = embedded.service.index;
    const store = openStore(stock.folder.path, { mode: 'write' });
    await store.write((transaction) => transaction.withdraw('north.example/1'));
    const [listing] = store.snapshot().getListings(['north.example/0']);
    for (let priceGbp = 1; priceGbp <= 1001; priceGbp++)
      await store.write((transaction) => transaction.upsert({ ...(listing ?? expect.fail()), priceGbp }));
    await store.write((transaction) => transaction.withdraw('north.example/0'));
    await store.close();
    await change([carLine(2, { price: 5 })]);
    await expectAlike(embedded, clustered, '', { state });
  });

  it('are found though points in time are lost, and refused if their state is lost too', async () => {
    const { stock, clustered, change } = await followedCars(3);
    const { query } = clustered.service.parse([]);
    const since = { state: clustered.service.index.state };
    await change([carLine(0, { price: 5 })]);
    const held = clustered.service.index.hold();
    await stock.losePointsInTime();
    expect((await clustered.service.changes(query, since, 500, held)).changes).toHaveLength(1);
    await change([carLine(0, { price: 6 })]);
    // Another text, because what was found is kept.
    const { query: other } = clustered.service.parse([['price_max', '9000']]);
    expect((await clustered.service.changes(query, since, 500)).changes).toHaveLength(1);
    await stock.losePointsInTime();
    await expect(clustered.service.changes(other, since, 500, held)).rejects.toMatchObject({
      code: 'index_unavailable',
    });
    held.release();
  });

  it('are none since a cursor of a server that has read a later state, and not gone', async () => {
    const { stock, clustered, change } = await followedCars(3);
    const behind = await stock.open();
    const { query } = behind.service.parse([['make', 'Ford']]);
    await change([carLine(0, { price: 5 })]);
    const cursor = { state: clustered.service.index.state };
    const none = await behind.service.changes(query, cursor, 500);
    expect({ changes: none.changes, cursor: none.cursor }).toEqual({ changes: [], cursor });
    const { sequence } = cursor.state;
    for (const different of [{ sequence: sequence + 1 }, { changedAt: 1 }]) {
      const unknown = { state: { ...cursor.state, ...different } };
      await expect(behind.service.changes(query, unknown, 500)).rejects.toMatchObject({
        code: 'cursor_expired',
      });
    }
    await change([carLine(1, { price: 6 })]);
    await behind.catchUp();
    expect((await behind.service.changes(query, cursor, 500)).changes).toMatchObject([
      { advertUrl: 'https://north.example/1' },
    ]);
  });

  it('forget what the log of changes forgets, and delete it from the cluster', async () => {
    const { stock, clustered } = await followedCars(3);
    const { query } = clustered.service.parse([]);
    const first = { state: clustered.service.index.state };
    for (const price of [1, 2, 3]) {
      await stock.folder.import([carLine(0, { price })], { merge: true });
      await stock.publish();
    }
    const store = openStore(stock.folder.path, {
      mode: 'write',
      changeLogRetention: { keys: 1000, sequences: 2 },
    });
    await store.write((transaction) => transaction.withdraw('north.example/1'));
    await store.close();
    await stock.publish();
    await clustered.catchUp();
    const at = (sequence: number) =>
      clustered.service.changes(query, { state: { ...first.state, sequence, changedAt: 0 } }, 500);
    await expect(at(2)).rejects.toMatchObject({ code: 'cursor_expired' });
    expect((await at(3)).changes).toMatchObject([
      { change: 'changed', was: { priceGbp: 2 }, hit: { id: '0' } },
      { change: 'left', advertUrl: 'https://north.example/1' },
    ]);
    await expect(clustered.service.changes(query, { time: 1000 }, 500)).rejects.toThrow(
      /no longer known, only those since 20/,
    );
    const left = await stock.withCluster(async (cluster) => {
      const published = await findPublished(cluster);
      const path = `/${pastIndex(published?.index ?? '')}`;
      await cluster.request({ method: 'POST', path: `${path}/_refresh` });
      const query = { range: { until: { lt: 3 } } };
      return cluster.request<{ readonly count: number }>({
        method: 'POST',
        path: `${path}/_count`,
        body: { query },
      });
    });
    expect(left.count).toBe(0);
  });

  it.each([
    // A log of one change, which the published state precedes: servers get a new index.
    { what: 'log', changeLogRetention: { keys: 1000, sequences: 1 }, found: ['https://north.example/0'] },
    { what: 'past', changeLogRetention: { keys: 1000, sequences: 1000, pastCharacters: 0 }, found: [] },
  ])('are known since the last change that the $what forgot', async ({ changeLogRetention, found }) => {
    const { stock, embedded, clustered } = await followedCars(3);
    for (const priceGbp of [1, 2, 3]) {
      const store = openStore(stock.folder.path, { mode: 'write', changeLogRetention });
      const [listing] = store.snapshot().getListings(['north.example/0']);
      await store.write((transaction) => transaction.upsert({ ...(listing ?? expect.fail()), priceGbp }));
      await store.close();
    }
    await stock.publish();
    await Promise.all([embedded.catchUp(), clustered.catchUp()]);
    const { past } = embedded.stats();
    const since = { time: past?.knownSince ?? expect.fail() };
    await expectAlike(embedded, clustered, '', since);
    const { query } = clustered.service.parse([]);
    const { changes } = await clustered.service.changes(query, since, 500);
    expect(changes.map(({ advertUrl }) => advertUrl)).toEqual(found);
    await expect(clustered.service.changes(query, { time: since.time - 1 }, 500)).rejects.toMatchObject({
      code: 'cursor_expired',
    });
  });

  it('answer clients that wait, each only if its own search changes', async () => {
    const { clustered, change } = await followedCars(3);
    const { service } = clustered;
    const outcomes: string[] = [];
    for (const text of ['make=Ford', 'q=ford', 'make=Jaguar', 'dealer=south.example', 'price_max=10']) {
      const { query } = service.parse([...new URLSearchParams(text)]);
      service.waiting.add(query, service.index.state, (outcome) => {
        const changes = 'result' in outcome ? outcome.result.changes : [];
        outcomes.push(`${text}: ${changes.map(({ change, advertUrl }) => `${change} ${advertUrl}`).join()}`);
      });
    }
    await change([carLine(0, { price: 500 })]);
    await expect.poll(() => service.waiting.isCaughtUp, { timeout: 60_000 }).toBe(true);
    expect(outcomes.sort()).toEqual([
      'make=Ford: changed https://north.example/0',
      'q=ford: changed https://north.example/0',
    ]);
    expect(service.waiting.stats.searches).toBe(3);
  });

  const followedCars = (count: number) => followedStock(urls, carLines(count));

  async function expectAlike(
    embedded: SearchBackend,
    clustered: SearchBackend,
    text: string,
    since: Since,
  ): Promise<void> {
    const { query } = embedded.service.parse([...new URLSearchParams(text)]);
    const expected = await embedded.service.changes(query, since, 500);
    const found = await clustered.service.changes(query, since, 500);
    expect({ since, changes: found.changes, cursor: found.cursor }).toEqual({
      since,
      changes: expected.changes,
      cursor: expected.cursor,
    });
    expect(await clustered.service.findCorrections(query, found.cursor)).toEqual(
      await embedded.service.findCorrections(query, found.cursor),
    );
  }
});
