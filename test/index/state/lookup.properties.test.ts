// Compares lookups of the index in this process with those of the reference model, after random imports.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { lookUpAdvert } from '../../../src/pricing/lookup.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { ExpectedStock } from '../expected-stock.ts';
import { anyComparables } from '../random-comparables.ts';

const gazetteer = loadGazetteer();
const NOW = new Date('2026-03-01T10:00:00Z');

it('says of each advert what the reference model says', async () => {
  const marks = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyComparables, anyComparables, async (first, second) => {
      const folder = new DataFolder();
      const expected = new ExpectedStock();
      try {
        const search = await folder.open();
        for (const lines of [first, second]) {
          await folder.import(lines, { merge: true });
          await expected.import(lines, { merge: true });
          await search.catchUp();
        }
        const model = expected.model(gazetteer);
        const adverts = [...first, ...second].slice(-40).map((line) => {
          const { advert_url } = JSON.parse(line) as { advert_url: string };
          return advert_url;
        });
        const found = await search.service.lookUp(adverts, NOW, { comparables: true });
        const gone = { findAdvert: (advertUrl: string) => search.service.findAdvert(advertUrl) };
        for (const [i, advert] of adverts.entries())
          expect(found[i]).toEqual(
            await model.read((stock) => lookUpAdvert(advert, stock, gone, NOW, { comparables: true })),
          );
        expect(found).toHaveLength(adverts.length);
        for (const entry of found) {
          if (entry.state !== 'listed') continue;
          const { priceRating } = entry;
          const outcome = priceRating.rating ?? priceRating.reason;
          marks.set(outcome, (marks.get(outcome) ?? 0) + 1);
          expect(entry.comparables).toHaveLength(priceRating.rating === null ? 0 : priceRating.comparables);
          if (priceRating.rating === null) continue;
          const { total } = await search.service.search(priceRating.search);
          expect(total).toBeGreaterThanOrEqual(priceRating.comparables);
        }
      } finally {
        await folder.remove();
      }
    }),
    { numRuns: 8, seed: 20260301, endOnFailure: true },
  );
  expect([...marks.keys()].sort()).toEqual([
    'above',
    'around',
    'below',
    'nearly_new',
    'price_out_of_range',
    'too_few_comparables',
    'too_old',
    'unknown_facts',
    'write_off',
  ]);
}, 120_000);
