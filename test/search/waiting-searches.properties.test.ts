// Searches that wait are called exactly when a request for their changes would list some, with the same changes: over random imports and
// random searches, of which most are tried only if a key of theirs changed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListingChange } from '../../src/listing/listing-index.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import type { WaitOutcome } from '../../src/search/waiting-searches.ts';
import { DataFolder } from '../support/data-folder.ts';
import { anyLine, anyQueryString } from '../index/random-stock.ts';

const named = (changes: readonly ListingChange[]): string[] =>
  changes.map(({ change, dealer, advertUrl, at }) => `${change} ${dealer} ${advertUrl} ${at}`);

const LIMIT = 500;

it('are called with what a request for changes lists, and not otherwise', async () => {
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
          for (const lines of imports) {
            const { state } = service.index;
            if (state === undefined) throw new Error('the index has no state');
            const waits = texts.map((text) => {
              const { query } = service.parse([...new URLSearchParams(text)]);
              const waited: { query: SearchQuery; outcome?: WaitOutcome } = { query };
              const wait = service.waiting.add(query, state, (outcome) => {
                waited.outcome = outcome;
              });
              return { waited, wait };
            });
            await folder.import(lines, { merge: true });
            await search.catchUp();
            await expect.poll(() => service.waiting.isCaughtUp, { interval: 1, timeout: 30_000 }).toBe(true);
            for (const { waited, wait } of waits) {
              const { changes } = await service.changes(waited.query, { state }, LIMIT);
              const { outcome } = waited;
              if (outcome !== undefined && 'error' in outcome) throw outcome.error;
              const found = outcome !== undefined && 'result' in outcome ? outcome.result.changes : [];
              expect(named(found)).toEqual(named(changes));
              counts[changes.length > 0 ? 'called' : 'quiet'] += 1;
              wait.leave();
            }
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 6, seed: 20261128, endOnFailure: true },
  );
  for (const [name, count] of Object.entries(counts)) expect([name, count > 5]).toEqual([name, true]);
}, 120_000);
