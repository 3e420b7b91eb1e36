// Searches on a new state before it is searched.
import { buildSegment, snapshotOf } from '../engine/builders.ts';
import { expect, it } from 'vitest';
import { Segment } from '../../src/engine/segment/segment.ts';
import type { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { LISTING_SCHEMA, toRow } from '../../src/index/shared/listing-schema.ts';
import { warmUp } from '../../src/index/warm-up.ts';
import { listingKey, type Listing } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { EMPTY_STORE_SNAPSHOT, type StoreSnapshot } from '../../src/store/store-snapshot.ts';
import { unknownListing } from '../support/listings.ts';

const gazetteer = loadGazetteer();
const LISTINGS = Array.from({ length: 10 }, (_, i) =>
  unknownListing({
    id: `id-${i}`,
    dealer: 'north.example',
    priceGbp: 1000 + i,
    make: 'Ford',
    model: `M${i}`,
  }),
);

function stateOf(listings: readonly Listing[]): { snapshot: Snapshot; storeSnapshot: StoreSnapshot } {
  const rows = listings.map((listing) => toRow(listing, gazetteer));
  const byKey = new Map(listings.map((listing) => [listingKey(listing), listing]));
  return {
    snapshot: snapshotOf(new Segment(LISTING_SCHEMA, buildSegment(LISTING_SCHEMA, rows))),
    storeSnapshot: { ...EMPTY_STORE_SNAPSHOT, getListings: (keys) => keys.map((key) => byKey.get(key)) },
  };
}

/** The searches that are run; `onRun` is called with the number of each. */
async function searchesOf(
  listings: readonly Listing[],
  {
    budgetMs = 60_000,
    onRun = (): void => undefined,
  }: { budgetMs?: number; onRun?: (run: number) => void } = {},
): Promise<SearchQuery[]> {
  const searches: SearchQuery[] = [];
  const run = (query: SearchQuery): void => onRun(searches.push(query));
  await warmUp({ ...stateOf(listings), gazetteer, run, budgetMs });
  return searches;
}

it('searches are made from listings all over the stock, the same each time', async () => {
  const searches = await searchesOf(LISTINGS);
  const models = searches.flatMap(({ model, sort }) =>
    sort === 'price_asc' && model !== undefined ? model : [],
  );
  expect(new Set(models.slice(0, 8)).size).toBeGreaterThanOrEqual(6);
  expect(await searchesOf(LISTINGS)).toEqual(searches);
});

it('values that searches do not accept are left out', async () => {
  const steam = unknownListing({
    dealer: 'north.example',
    make: 'Ford',
    engineLitres: 1,
    transmission: 'Steam',
  });
  expect(await searchesOf([steam])).toMatchObject([{ sort: 'year_desc' }, { sort: 'price_desc' }]);
});

it('no search is begun when the time is over', async () => {
  expect(await searchesOf(LISTINGS, { budgetMs: 0 })).toEqual([]);
});

it('an error ends it, and is left to the search that meets it', async () => {
  const fail = (run: number): void => {
    if (run === 3) throw new Error('broken');
  };
  expect(await searchesOf(LISTINGS, { onRun: fail })).toHaveLength(3);
});

it('an empty stock has no searches', async () => {
  expect(await searchesOf([])).toEqual([]);
});
