// Summaries of the index in this process against the plain model: any imports, followed one by one, and any queries.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { StockFolder } from '../support/stock-folder.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyAsk, anyLine } from './random-stock.ts';

const gazetteer = loadGazetteer();

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
  merge: fc.boolean(),
});

it('summarises as the model does after any imports, whatever is asked', async () => {
  let helped = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyImport, { minLength: 1, maxLength: 4 }),
      fc.array(anyAsk, { minLength: 25, maxLength: 25 }),
      async (imports, asks) => {
        const folder = new StockFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          for (const { lines, merge } of imports) {
            await folder.import(lines, { merge });
            await expected.import(lines, { merge });
            await search.catchUp();
          }
          const model = expected.model(gazetteer);
          for (const ask of asks) {
            const { query } = search.service.parse([...new URLSearchParams(ask)]);
            const summary = await search.service.summarize(query);
            expect(summary).toEqual(await model.summarize(query));
            expect(summary.total).toBe((await model.search(query)).total);
            for (const { total, query: relaxed } of summary.relaxations ?? []) {
              expect((await search.service.search(relaxed)).total).toBe(total);
              helped += 1;
            }
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 60, seed: 20261124 },
  );
  expect(helped).toBeGreaterThan(500);
});
