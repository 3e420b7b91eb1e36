// Builds segments of a whole stock, as few as possible. One builder for all rows of a segment knows each word and name that it
// has met: building batches of 100,000 rows and merging them took 1.2 times the CPU time, for 300,000 listings.
import type { MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { IndexedFields, ListingKey } from '../listing/listing.ts';
import { MAX_ROWS } from './merge-policy.ts';
import { toRow, LISTING_SCHEMA } from './listing-schema.ts';
import { availableParallelism } from 'node:os';
import type { Store } from '../store/store.ts';

/** Builds segments of listings with distinct keys. */
export class IndexBuilder {
  readonly #gazetteer: Gazetteer;
  readonly #maxRows: number;
  #builder = new SegmentBuilder(LISTING_SCHEMA);
  readonly #done: MergeSource[] = [];

  constructor(gazetteer: Gazetteer, { maxRows = MAX_ROWS } = {}) {
    this.#gazetteer = gazetteer;
    this.#maxRows = maxRows;
  }

  /** Version of the postcode tables that place its rows. */
  get gazetteerVersion(): string {
    return this.#gazetteer.version;
  }

  add(listing: IndexedFields): void {
    if (this.#builder.size === this.#maxRows) this.#endSegment();
    this.#builder.add(toRow(listing, this.#gazetteer, this.#builder.terms));
  }

  /** The fewest possible segments of all listings added; none if there are none. Call it once, at the end. */
  finish(): readonly MergeSource[] {
    if (this.#builder.size > 0) this.#endSegment();
    return this.#done;
  }

  #endSegment(): void {
    this.#done.push({ data: this.#builder.finish(), liveRows: null });
    this.#builder = new SegmentBuilder(LISTING_SCHEMA);
  }
}

export function buildIndex(listings: Iterable<IndexedFields>, gazetteer: Gazetteer): readonly MergeSource[] {
  const builder = new IndexBuilder(gazetteer);
  for (const listing of listings) builder.add(listing);
  return builder.finish();
}

// Builds a whole stock on two threads, each half of it. The halves stay separate segments: they are searchable at
// once and merged later.

/** All listings from a key on, placed by the gazetteer of that version. */
export interface BuiltHalf {
  readonly gazetteerVersion: string;
  readonly parts: readonly MergeSource[];
}

/** Smaller stocks are built faster than a second thread starts. */
const PARALLEL_THRESHOLD = 100_000;

/** The segments of the whole stock. For a large stock on several processors, `helper` builds half of it. */
export async function buildInParallel(
  store: Store,
  gazetteer: Gazetteer,
  helper: (from: ListingKey) => Promise<BuiltHalf>,
): Promise<readonly MergeSource[]> {
  const middle = availableParallelism() < 2 ? undefined : middleKey(store.dealers());
  if (middle === undefined) return buildIndex(store.indexedFields(), gazetteer);
  const helped = helper(middle);
  // Awaited below; an earlier rejection must not end the process.
  helped.catch(() => undefined);
  const lower = buildIndex(store.indexedFields({ end: middle }), gazetteer);
  const upper = await helped;
  // New postcode tables may have arrived meanwhile.
  const isAlike = upper.gazetteerVersion === gazetteer.version;
  return [
    ...lower,
    ...(isAlike ? upper.parts : buildIndex(store.indexedFields({ start: middle }), gazetteer)),
  ];
}

/** The key at which the second half begins, estimated from the dealers' counts; undefined for a small stock. */
export function middleKey(dealers: ReadonlyMap<string, number>): ListingKey | undefined {
  const counts = Array.from(dealers, ([dealer, count]) => ({ first: `${dealer}/`, count }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < PARALLEL_THRESHOLD) return undefined;
  counts.sort((a, b) => (a.first < b.first ? -1 : 1));
  let before = 0;
  return counts.find(({ count }) => (before += count) * 2 > total)?.first;
}
