// Searches that wait are called exactly when a request for their changes would list some, with the same changes: over random imports and
// random searches, of which most are tried only if a key of theirs changed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesKey } from '../../src/query/canonical-query.ts';
import type { StockState } from '../../src/stock/stock-changes.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { ChangesResult, Wait } from '../../src/search/waiting-searches.ts';
import { DataFolder } from '../support/data-folder.ts';
import { anyLine, anyQueryString } from '../index/random-stock.ts';

const LIMIT = 500;
/** More random imports: `SEED=1 HISTORIES=100`. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 20261128);
const TIMEOUT_MS = 120_000 + 3000 * HISTORIES;
const DIFFERS = 'The list of changes is not that of a client that waits.';

it(
  'are called with what a request for changes lists, and not otherwise',
  async () => {
    const counts = { called: 0, quiet: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyLine, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 5 }),
        fc.array(anyQueryString, { minLength: 12, maxLength: 12 }),
        async (imports, texts) => {
          const folder = new DataFolder();
          try {
            const search = await folder.open();
            await search.catchUp();
            const { service } = search;
            const queryOf = (text: string): SearchQuery =>
              service.parse([...new URLSearchParams(text)]).query;
            const waits = texts.map((text, number) => {
              const waited: {
                found: ChangesResult | undefined;
                readonly query: SearchQuery;
                wait: Wait | undefined;
              } = { found: undefined, query: queryOf(text), wait: undefined };
              const add = (state: StockState, query: SearchQuery): void => {
                waited.wait = service.waiting.add(query, state, (outcome) => {
                  if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
                  waited.found = outcome.result;
                  // Requests leave once they have been called.
                  if (number % 2 === 1) waited.wait?.leave();
                  // Streams wait again with the same query, at once; requests with another one that is equal.
                  if (number % 2 === 0) add(outcome.result.cursor.state, query);
                  else setImmediate(() => add(outcome.result.cursor.state, queryOf(text)));
                });
              };
              return { waited, start: () => add(service.index.state, waited.query) };
            });
            for (const [i, lines] of imports.entries()) {
              const { state } = service.index;
              if (i === 0) for (const { start } of waits) start();
              for (const { waited } of waits) waited.found = undefined;
              await folder.import(lines, { merge: true });
              await search.catchUp();
              await expect
                .poll(() => service.waiting.isCaughtUp, { interval: 1, timeout: 30_000 })
                .toBe(true);
              await nextTurn();
              for (const { waited } of waits) {
                const { changes, cursor, more } = await service.changes(waited.query, { state }, LIMIT);
                expect(waited.found?.changes ?? [], DIFFERS).toEqual(changes);
                if (waited.found !== undefined)
                  expect([waited.found.cursor, waited.found.more]).toEqual([cursor, more]);
                expect(waited.wait?.state).toEqual(service.index.state);
                counts[changes.length > 0 ? 'called' : 'quiet'] += 1;
              }
            }
            expect(service.waiting.stats.searches).toBe(
              new Set(texts.map((text) => matchesKey(queryOf(text)))).size,
            );
            for (const { waited } of waits) waited.wait?.leave();
            expect(service.waiting.stats.searches).toBe(0);
          } finally {
            await folder.remove();
          }
        },
      ),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true, includeErrorInReport: true },
    );
    for (const [name, count] of Object.entries(counts)) expect([name, count > 5]).toEqual([name, true]);
  },
  TIMEOUT_MS,
);
