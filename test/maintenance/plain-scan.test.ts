// Compares the plain scan with the reference model: random stocks, random queries without `q` and `cell`.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { PlainScan } from '../../src/maintenance/plain-scan.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { listingsOf } from '../support/fixtures.ts';
import { anyQueryString, anyLine } from '../index/random-stock.ts';

const gazetteer = loadGazetteer();

test('agrees with the model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { minLength: 1, maxLength: 60 }),
      fc.array(anyQueryString, { minLength: 20, maxLength: 20 }),
      async (lines, asks) => {
        const listings = new Map(
          (await listingsOf(lines)).map((listing) => [`${listing.dealer}/${listing.id}`, listing]),
        );
        const model = new ReferenceModel(listings.values(), gazetteer);
        const queries = asks.flatMap((sendRequest) => {
          const pairs = [...new URLSearchParams(sendRequest)].filter(
            ([name]) => name !== 'q' && name !== 'cell',
          );
          const { query } = parseQuery(pairs, gazetteer);
          return [query, { ...query, page: 2 }];
        });
        const scan = new PlainScan(queries, gazetteer);
        for (const listing of listings.values()) scan.add(listing);
        const results = scan.results();
        for (const [i, query] of queries.entries()) {
          const { total, hits, corrections = [] } = await model.search(query);
          // A scan takes every name as it is.
          if (corrections.length > 0) continue;
          expect(results[i]).toEqual({ total, hits: hits.map(({ id, dealer }) => ({ id, dealer })) });
        }
      },
    ),
    { numRuns: 60, seed: 20260201 },
  );
});
