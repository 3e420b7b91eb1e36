// The benchmark's OpenSearch finds the same in a small stock as Forecourt, so that their times are comparable.
import { expect, it } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { ReservoirSampler } from '../../bench/corpus/stock-source.ts';
import { drawQueries } from '../../bench/corpus/workload.ts';
import { OPENSEARCH } from '../../bench/engines/opensearch.ts';
import { ForecourtEngine } from '../../bench/engines/forecourt.ts';
import { verifyResults } from '../../bench/engines/verify-results.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { whereClustersRun } from './on-cluster.ts';

whereClustersRun("the benchmark's OpenSearch", () => {
  it('is found, and finds what Forecourt finds', async () => {
    expect(await OPENSEARCH.find()).toEqual({
      isAvailable: true,
      version: expect.stringMatching(/^(2\.19\.1|3\.8\.0)$/) as string,
    });
    const gazetteer = loadGazetteer();
    const listings = [...corpus({ size: 400, seed: 3 })];
    const sampler = new ReservoirSampler(3);
    for (const listing of listings) sampler.add(listing);
    const queries = drawQueries(sampler.sample(gazetteer), 5, 3)
      .flatMap(({ queries }) => queries)
      .map((pairs) => parseQuery(pairs, gazetteer).query);
    const open = await OPENSEARCH.open(temporaryFolder());
    try {
      await open.load(listings, gazetteer, () => undefined);
      const forecourt = new ForecourtEngine(listings, gazetteer);
      const { compared, disagreements } = await verifyResults(
        OPENSEARCH,
        open,
        (query) => forecourt.expect(query),
        queries,
      );
      expect(disagreements).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(30);
      expect(await open.bytes()).toBeGreaterThan(400 * 100);
    } finally {
      await open.close();
    }
  });
});
