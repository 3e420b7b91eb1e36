// Runs searches on the first state of a process before visitors' searches do. The first ones are slow: code is not compiled yet,
// bitmaps of values and words are built lazily, and pages of the store are not in memory. On a million listings the first
// responses of eleven shapes took 2 to 22 ms after a start, and 2 to 7 ms after 0.4 seconds of this.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasBit } from '../engine/postings/bitmap.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { listingKey, type Listing, type ListingKey } from '../listing/listing.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { Problem } from '../problem.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { listingOfRow } from './shared/listing-schema.ts';
import { sampleSearches } from './sample-searches.ts';

/** A thousand searches, more than any budget allows. */
const MAX_LISTINGS = 100;

/** Multiples of this number, modulo 1, are spread evenly, however many are taken. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export interface WarmUp {
  readonly snapshot: Snapshot;
  /** The store that the searches are made from; undefined values of it are skipped. */
  readonly storeSnapshot: StoreSnapshot;
  readonly gazetteer: Gazetteer;
  /** Runs a search, and drops its result. */
  readonly run: (query: SearchQuery) => unknown;
  /** No search begins later than this many milliseconds after the start. */
  readonly budgetMs: number;
}

/** Ends when the budget is used up. Searches are in separate turns of the event loop. Never rejects. */
export async function warmUp({ snapshot, storeSnapshot, gazetteer, run, budgetMs }: WarmUp): Promise<void> {
  const end = performance.now() + budgetMs;
  try {
    for (const pairs of sampleSearches(sampleListings(snapshot, storeSnapshot))) {
      if (performance.now() >= end) return;
      const query = findQuery(() => parseQuery(pairs, gazetteer).query);
      if (query === undefined) continue;
      run(query);
      await nextTurn();
    }
  } catch {
    // Searches of visitors report damage and bugs; they must not stop the other sample searches.
  }
}

/** The query; undefined for invalid values, such as a gearbox of no class or a postcode that does not exist. */
function findQuery(parse: () => SearchQuery): SearchQuery | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function* sampleListings(snapshot: Snapshot, storeSnapshot: StoreSnapshot): Generator<Listing> {
  for (const key of sampleKeys(snapshot)) {
    const [listing] = storeSnapshot.getListings([key]);
    if (listing !== undefined) yield listing;
  }
}

/** Keys of live rows, spread over the whole snapshot. */
function* sampleKeys({ segments }: Snapshot): Generator<ListingKey> {
  const rows = segments.reduce((sum, { segment }) => sum + segment.size, 0);
  for (let i = 0; i < Math.min(rows, MAX_LISTINGS); i++) {
    let row = Math.floor(((i * GOLDEN_RATIO) % 1) * rows);
    for (const { segment, liveRows } of segments) {
      if (row < segment.size) {
        const isLive = liveRows === null || hasBit(liveRows, row);
        if (isLive) yield listingKey(listingOfRow(segment.keys, row));
        break;
      }
      row -= segment.size;
    }
  }
}
