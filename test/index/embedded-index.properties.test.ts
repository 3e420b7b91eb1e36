// Compares the index in this process with the reference model: random imports, each followed, and random queries. QUERIES sets
// the number of queries, SEED repeats a run.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { DataFolder } from '../support/data-folder.ts';
import { expectEveryPageAlike } from './answers.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyQueryString, anyLine } from './random-stock.ts';

const QUERIES = Number(process.env['QUERIES'] ?? 1500);
const SEED = Number(process.env['SEED'] ?? 20241105);
const QUERIES_OF_A_STOCK = 25;

const gazetteer = loadGazetteer();

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
  merge: fc.boolean(),
  /** Otherwise the next import comes first. */
  followed: fc.boolean(),
});

const READINGS = [
  'class',
  'completion',
  'edit',
  'either',
  'inflection',
  'joined',
  'not',
  'nothing',
  'sound',
  'term',
  'word',
];

it(
  'agrees with the model on any queries after any imports',
  async () => {
    const found = new Map<string, number>(READINGS.map((reading) => [reading, 0]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyImport, { minLength: 1, maxLength: 5 }),
        fc.array(anyQueryString, { minLength: QUERIES_OF_A_STOCK, maxLength: QUERIES_OF_A_STOCK }),
        async (imports, asks) => {
          const folder = new DataFolder();
          const expected = new ExpectedStock();
          try {
            const search = await folder.open();
            for (const { lines, merge, followed } of imports) {
              // Some lose most of a dealer's listings.
              await folder.import(lines, { merge, force: true });
              await expected.import(lines, { merge });
              if (followed) await search.catchUp();
            }
            await search.catchUp();
            const model = expected.model(gazetteer);
            expect(search.service.index.size).toBe(model.size);
            for (const sendRequest of asks) {
              const { query } = search.service.parse([...new URLSearchParams(sendRequest)]);
              await expectEveryPageAlike(search.service, model, query);
              const { state } = search.service.index;
              // Lists of changes say how a search is read without searching.
              expect(await search.service.findCorrections(query, { state })).toEqual(
                (await search.service.search(query)).corrections ?? [],
              );
              const isFound = (await model.search({ ...query, page: 1 })).total > 0;
              for (const reading of model.readingsOf(query.q ?? ''))
                if (isFound || reading === 'nothing') found.set(reading, (found.get(reading) ?? 0) + 1);
            }
          } finally {
            await folder.remove();
          }
        },
      ),
      { numRuns: Math.ceil(QUERIES / QUERIES_OF_A_STOCK), seed: SEED },
    );
    // Each way to read a word has found something, and often enough to compare.
    expect([...found].filter(([, times]) => times < 5)).toEqual([]);
  },
  120_000 + QUERIES * 20,
);

it('changes its version with every import that changes something, and only then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyImport, { minLength: 2, maxLength: 6 }), async (imports) => {
      const folder = new DataFolder();
      try {
        const search = await folder.open();
        await search.catchUp();
        const versions = new Set([search.service.version]);
        let states = 1;
        // Every import twice: the second one changes nothing.
        for (const { lines, merge } of imports.flatMap((one) => [one, one])) {
          const { added, changed, withdrawn } = await folder.import(lines, { merge });
          if (added + changed + withdrawn > 0) states += 1;
          await search.catchUp();
          versions.add(search.service.version);
          expect(versions.size).toBe(states);
        }
        expect(states).toBeGreaterThan(1);
      } finally {
        await folder.remove();
      }
    }),
    { numRuns: 20, seed: 20241106 },
  );
});
