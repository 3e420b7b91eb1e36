// Compares summaries of the index with the reference model: random imports, each followed, and random queries.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { toSummaryResponse } from '../../../src/api/summary-response.ts';
import { COUNTED_GROUPS } from '../../../src/stock/summary.ts';
import { SUMMARY_SCHEMA } from '../../../src/api/schemas/summary-schema.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { ExpectedStock } from '../expected-stock.ts';
import { anyQueryString, anyLine } from '../random-stock.ts';

const gazetteer = loadGazetteer();

const NO_TERMS = Object.fromEntries(COUNTED_GROUPS.map((group) => [group, []]));

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const isSummary = ajv.compile(SUMMARY_SCHEMA);

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
  merge: fc.boolean(),
});

it('agrees with the model after any imports, and conforms to the schema', async () => {
  let helped = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyImport, { minLength: 1, maxLength: 4 }),
      fc.array(anyQueryString, { minLength: 25, maxLength: 25 }),
      async (imports, asks) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          for (const { lines, merge } of imports) {
            await folder.import(lines, { merge });
            await expected.import(lines, { merge });
            await search.catchUp();
          }
          const model = expected.model(gazetteer);
          for (const sendRequest of asks) {
            const { query } = search.service.parse([...new URLSearchParams(sendRequest)]);
            const summary = await search.service.index.summarize(query);
            expect(summary).toEqual(await model.summarize(query));
            const brief = { groups: ['body'], isBrief: true };
            expect(await search.service.index.summarize(query, brief)).toEqual({
              ...summary,
              variant: { values: [], more: { values: 0, count: 0 }, unknown: 0 },
              matching: {},
              excludedUnknown: new Map(),
              terms: { ...NO_TERMS, body: summary.terms['body'] },
            });
            expect(summary.total).toBe((await model.search(query)).total);
            const json: unknown = JSON.parse(
              JSON.stringify(toSummaryResponse(summary, 'https://cars.example')),
            );
            if (!isSummary(json)) expect.fail(JSON.stringify(isSummary.errors));
            if (query.q === undefined) {
              for (const { q, count } of Object.values(summary.terms).flat().slice(0, 3)) {
                expect((await search.service.search({ ...query, q, page: 1 })).total).toBe(count);
                asked += 1;
              }
            }
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
    { numRuns: 40, seed: 20261124 },
  );
  expect(helped).toBeGreaterThan(300);
  expect(asked).toBeGreaterThan(100);
}, 120_000);
