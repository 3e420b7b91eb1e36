// Compares the variants of summaries on a cluster with the reference model.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { ExpectedStock } from '../index/expected-stock.ts';
import { anyVariantLine, anyVariantQuery } from '../index/random-variants.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

onSharedCluster('on a cluster', (urls) => {
  it('summaries count the variants as the model does', async () => {
    const anyLines = fc.array(anyVariantLine(), { minLength: 80, maxLength: 100 });
    const [lines] = fc.sample(anyLines, { seed: 20261124, numRuns: 1 });
    const stock = new PublishedStock(urls);
    const expected = new ExpectedStock();
    let counted = 0;
    try {
      await stock.folder.import(lines, { merge: false });
      await expected.import(lines, { merge: false });
      await stock.publish();
      const { service } = await stock.open();
      const model = expected.model(loadGazetteer());
      for (const sendRequest of fc.sample(anyVariantQuery, { seed: 20261124, numRuns: 40 })) {
        const { query } = service.parse([...new URLSearchParams(sendRequest)]);
        const summary = await service.index.summarize(query);
        expect(summary, sendRequest).toEqual(await model.summarize(query));
        counted += summary.variant.values.length;
      }
    } finally {
      await stock.remove();
    }
    expect(counted).toBeGreaterThan(50);
  });
});
