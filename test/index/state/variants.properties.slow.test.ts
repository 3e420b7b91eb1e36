// Compares the variants of summaries with the reference model, and their counts with the searches that they say.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { ExpectedStock } from '../expected-stock.ts';
import { anyVariantLine, anyVariantQuery } from '../random-variants.ts';

it('counts what the search for each variant finds, as the model does', async () => {
  let counted = 0;
  let cut = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyVariantLine(), { minLength: 40, maxLength: 100 }),
      fc.array(anyVariantQuery, { minLength: 12, maxLength: 12 }),
      async (lines, asks) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          await folder.import(lines, { merge: false });
          await expected.import(lines, { merge: false });
          await search.catchUp();
          const model = expected.model(loadGazetteer());
          for (const sendRequest of asks) {
            const { query } = search.service.parse([...new URLSearchParams(sendRequest)]);
            const { variant } = await search.service.index.summarize(query);
            expect(variant, sendRequest).toEqual((await model.summarize(query)).variant);
            if (variant.more.values > 0) cut += 1;
            for (const { model, count } of variant.values) {
              const { query: one } = search.service.parse([['model', model]]);
              const found = await search.service.search({ ...query, model: one.model });
              expect([sendRequest, model, found.total]).toEqual([sendRequest, model, count]);
              counted += 1;
            }
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 12, seed: 20261124, endOnFailure: true },
  );
  expect(counted).toBeGreaterThan(300);
  expect(cut).toBeGreaterThan(5);
});
