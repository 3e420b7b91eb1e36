// Compares lookups on a cluster with those of the reference model, after random imports.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { lookUpAdvert } from '../../src/pricing/lookup.ts';
import { ExpectedStock } from '../index/expected-stock.ts';
import { anyComparables } from '../index/random-comparables.ts';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const SEED = 20260301;

onSharedCluster('on a cluster', (urls) => {
  it.each([SEED, SEED + 1])(
    'says of each advert what the reference model says, seed %i',
    async (seed) => {
      const lines = fc.sample(anyComparables, { seed, numRuns: 8 });
      const imports = [lines.slice(0, 4).flat(), lines.slice(4).flat()];
      const stock = new PublishedStock(urls);
      const expected = new ExpectedStock();
      const outcomes = new Set<string>();
      try {
        for (const each of imports) {
          await stock.folder.import(each, { merge: true });
          await expected.import(each, { merge: true });
          await stock.publish();
        }
        const { service } = await stock.open();
        const model = expected.model(loadGazetteer());
        const adverts = imports
          .flat()
          .slice(-300)
          .map((line) => (JSON.parse(line) as { advert_url: string }).advert_url);
        const found = await service.lookUp(adverts, NOW, { comparables: true });
        const gone = { findAdvert: (advertUrl: string) => service.findAdvert(advertUrl) };
        for (const [i, advert] of adverts.entries()) {
          const entry = found[i];
          expect(entry).toEqual(
            await model.read((reader) => lookUpAdvert(advert, reader, gone, NOW, { comparables: true })),
          );
          if (entry.state === 'listed') outcomes.add(entry.priceRating.rating ?? entry.priceRating.reason);
        }
        expect(found).toHaveLength(adverts.length);
        for (const outcome of ['around', 'too_few_comparables', 'write_off'])
          expect(outcomes).toContain(outcome);
      } finally {
        await stock.remove();
      }
    },
    300_000,
  );
});
