// The benchmark's OpenSearch answers a small stock as Forecourt does, so that its times are times for the same.
import { expect, it } from 'vitest';
import { corpus } from '../../bench/corpus.ts';
import { compareAnswers } from '../../bench/rivals/agree.ts';
import { OPENSEARCH } from '../../bench/rivals/opensearch/opensearch-rival.ts';
import { OwnAnswers } from '../../bench/rivals/own-answers.ts';
import { Sampler } from '../../bench/sample.ts';
import { drawQuestions } from '../../bench/workload.ts';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { whereClustersRun } from './on-cluster.ts';

whereClustersRun("the benchmark's OpenSearch", () => {
  it('is found, and answers as Forecourt does', async () => {
    expect(await OPENSEARCH.find()).toEqual({ found: true, version: '2.19.1' });
    const gazetteer = loadGazetteer();
    const listings = [...corpus({ size: 400, seed: 3 })];
    const sampler = new Sampler(3);
    for (const listing of listings) sampler.add(listing);
    const queries = drawQuestions(sampler.sample(gazetteer), 5, 3)
      .flatMap(({ asked }) => asked)
      .map((pairs) => parseQuery(pairs, gazetteer).query);
    const open = await OPENSEARCH.open(temporaryFolder());
    try {
      await open.load(listings, gazetteer, () => undefined);
      const own = new OwnAnswers(listings, gazetteer);
      const { compared, disagreements } = await compareAnswers(OPENSEARCH, open, own, queries);
      expect(disagreements).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(30);
      expect(await open.bytes()).toBeGreaterThan(400 * 100);
    } finally {
      await open.close();
    }
  });
});
