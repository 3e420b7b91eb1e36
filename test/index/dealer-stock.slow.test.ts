// Compares the index with the reference model over a realistic stock: 99,187 listings of 600 dealers. Thirty searches
// here; `npm run test:model` tries 2,000.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { openStore } from '../../src/store/store.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { DataFolder } from '../support/data-folder.ts';
import { summarizeResult } from './answers.ts';
import { stockQueries } from './stock-queries.ts';

const FEED = fileURLToPath(new URL('../../../shared/data/feeds/dealer-stock.ndjson.gz', import.meta.url));
const QUERIES = Number(process.env['QUERIES'] ?? 30);
const SEED = 20241107;
/** The model takes tens of milliseconds for a query; a busy machine several times as long. */
const TIMEOUT_MS = 10 * 60 * 1000;

describe.skipIf(!existsSync(FEED))('the dealer stock (../shared)', () => {
  const folder = new DataFolder();
  let search: SearchBackend;
  let listings: Listing[];
  let model: ReferenceModel;

  beforeAll(async () => {
    await importFeeds(folder.path, [{ name: 'dealer-stock.ndjson.gz', source: FEED }], { merge: false });
    search = await folder.open();
    await search.catchUp();
    const store = openStore(folder.path, { mode: 'read' });
    listings = [...store.listings()];
    await store.close();
    model = new ReferenceModel(listings, loadGazetteer());
  }, TIMEOUT_MS);
  afterAll(() => folder.remove());

  it('is imported whole', () => {
    expect(search.service.index.size).toBe(99_187);
    expect(model.size).toBe(99_187);
  });

  it(
    `agrees with the model on ${QUERIES} random queries (seed ${SEED})`,
    async () => {
      let found = 0;
      for (const sendRequest of stockQueries(listings, QUERIES, SEED)) {
        const { query } = search.service.parse([...new URLSearchParams(sendRequest)]);
        const response = summarizeResult(await search.service.search(query));
        expect({ sendRequest, ...response }).toEqual({
          sendRequest,
          ...summarizeResult(await model.search(query)),
        });
        if (response.total > 0) found += 1;
      }
      // Queries without matches would compare nothing.
      expect(found).toBeGreaterThan(QUERIES / 2);
    },
    TIMEOUT_MS,
  );
});
