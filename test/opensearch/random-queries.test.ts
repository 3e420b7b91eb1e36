// Compares the index on a cluster with the reference model: random stocks in several imports, each published, and random
// queries about them. All pages and summaries must equal the model's. QUERIES sets the number of queries
// in total (2,000 before a release), SEED repeats a run.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadCellTowns } from '../../src/geo/cell-towns.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { stockMap } from '../../src/stock/stock-map.ts';
import { expectEveryPageAlike } from '../index/answers.ts';
import { ExpectedStock } from '../index/expected-stock.ts';
import { anyQueryString, anyLine } from '../index/random-stock.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const QUERIES = Number(process.env['QUERIES'] ?? 200);
const SEED = Number(process.env['SEED'] ?? 20261125);
const QUERIES_OF_A_STOCK = 100;
/** Concurrent searches: a sequential test would mostly wait. */
const CONCURRENCY = 8;

const gazetteer = loadGazetteer();

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 60 }),
  merge: fc.boolean(),
});
const anyImports = fc.array(anyImport, { minLength: 1, maxLength: 4 });

onSharedCluster('on a cluster', (urls) => {
  it.each(Array.from({ length: Math.ceil(QUERIES / QUERIES_OF_A_STOCK) }, (_, i) => [i + 1, SEED + i]))(
    'agrees with the model on random stock %i, seed %i',
    async (_, seed) => {
      const [imports] = fc.sample(anyImports, { seed, numRuns: 1 });
      const asks = fc.sample(anyQueryString, { seed, numRuns: QUERIES_OF_A_STOCK });
      const stock = new PublishedStock(urls);
      const expected = new ExpectedStock();
      try {
        for (const { lines, merge } of imports) {
          await stock.folder.import(lines, { merge });
          await expected.import(lines, { merge });
          await stock.publish();
        }
        const { service } = await stock.open();
        const model = expected.model(gazetteer);
        expect(service.index.size).toBe(model.size);
        const queue = asks.values();
        const searchOn = async (): Promise<void> => {
          for (const sendRequest of queue) {
            const { query } = service.parse([...new URLSearchParams(sendRequest)]);
            await expectEveryPageAlike(service, model, query);
            expect(await service.index.summarize(query), sendRequest).toEqual(await model.summarize(query));
            expect(await service.prices(query), sendRequest).toEqual(await model.prices(query));
            const view = { zoom: query.page % 13, box: undefined };
            expect(await service.map(query, view), sendRequest).toEqual(
              stockMap(await model.countPlaces(query, view.zoom), view, loadCellTowns()),
            );
          }
        };
        await Promise.all(Array.from({ length: CONCURRENCY }, searchOn));
      } finally {
        await stock.remove();
      }
    },
    300_000,
  );
});
