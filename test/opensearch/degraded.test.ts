// Results while parts of the cluster are missing: correct, or an error. `KILLS=20` stops more nodes, `QUERIES=2000` tries more
// queries; `SEED=…` repeats a run. What happens during an import, and when nodes hang, is in faults.long.test.ts.
import { expect, it, onTestFinished } from 'vitest';
import { ClusteredStock } from './clustered-stock.ts';
import { onOwnCluster } from './on-cluster.ts';

const KILLS = Number(process.env['KILLS'] ?? 1);
const QUERIES = Number(process.env['QUERIES'] ?? 30);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Each of these tests waits for several starts of nodes. */
const TIMEOUT_MS = 240_000;

onOwnCluster(`a cluster of which parts go (seed ${SEED})`, (cluster) => {
  async function stockOf(size: number): Promise<ClusteredStock> {
    const { urls } = cluster();
    const stock = await ClusteredStock.create({ urls, size, queries: QUERIES, seed: SEED });
    onTestFinished(() => stock.close());
    return stock;
  }

  it('gives the same results without one of its nodes', { timeout: KILLS * TIMEOUT_MS }, async () => {
    const stock = await stockOf(1000);
    await stock.publish();
    await cluster().untilGreen();
    const search = await stock.open();
    await stock.expectRight(search);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const node = (SEED + kill) % 3;
      await cluster().stopNode(node);
      await stock.expectRight(search);
      await cluster().startNode(node);
      await stock.expectRight(search);
      await cluster().untilGreen();
    }
  });

  it('returns an error if no copy of some listings is left', { timeout: TIMEOUT_MS }, async () => {
    const stock = await stockOf(300);
    await stock.publish({ replicas: 0 });
    const search = await stock.open();
    await stock.expectRight(search);
    await cluster().stopNode(1);
    for (const { query } of stock.queries.slice(0, 5)) {
      await expect(search.service.search(query)).rejects.toMatchObject({ code: 'index_unavailable' });
    }
    await cluster().startNode(1);
    await cluster().untilGreen();
    await stock.expectRight(search);
  });
});
