// Builds the fewest possible segments of a whole stock, and decides which segments to merge. One builder for all rows of a
// segment knows every word and name it has met: building batches of 100,000 rows and merging them took 1.2 times the CPU time,
// for 300,000 listings. Young small segments are merged until they reach an eighth of the next older one, so the number of
// segments grows with the logarithm of the stock, and each row is moved a few times per size. Listings as they were at an earlier
// state form a segment too: it replaces the listings changed since, so that the engine searches the earlier state like any other.
import type { MergeSource } from '../../engine/segment/merge-segments.ts';
import { type SegmentData } from '../../engine/segment/segment.ts';
import { SegmentBuilder } from '../../engine/segment/segment-builder.ts';
import type { Gazetteer } from '../../geo/postcode-gazetteer.ts';
import type { IndexedFields } from '../../listing/listing.ts';
import { toRow, LISTING_SCHEMA } from '../shared/listing-schema.ts';
import type { Store } from '../../store/store.ts';
import { decodeIndexedRecord } from '../../listing/codec.ts';

/** Builds the fewest possible segments of listings with distinct keys. `take` gets each as it ends. */
export class IndexBuilder {
  readonly #gazetteer: Gazetteer;
  readonly #take: (segment: MergeSource) => void;
  readonly #maxRows: number;
  #builder = new SegmentBuilder(LISTING_SCHEMA);

  constructor(gazetteer: Gazetteer, take: (segment: MergeSource) => void, { maxRows = MAX_ROWS } = {}) {
    this.#gazetteer = gazetteer;
    this.#take = take;
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

  /** Ends the last segment. */
  finish(): void {
    if (this.#builder.size > 0) this.#endSegment();
  }

  #endSegment(): void {
    const data = this.#builder.finish();
    this.#builder = new SegmentBuilder(LISTING_SCHEMA);
    this.#take({ data, liveRows: null });
  }
}

/** The fewest possible segments of the listings; none if there are none. */
export function buildIndex(listings: Iterable<IndexedFields>, gazetteer: Gazetteer): readonly MergeSource[] {
  const segments: MergeSource[] = [];
  const builder = new IndexBuilder(gazetteer, (segment) => segments.push(segment));
  for (const listing of listings) builder.add(listing);
  builder.finish();
  return segments;
}

/** The facts about a segment that the merge policy needs. */
export interface SegmentSize {
  readonly rows: number;
  readonly liveCount: number;
}

/** An older segment is left alone while it has this many times the rows of all younger ones. */
const RATIO = 8;

/** Maximum rows of a merged segment: larger merges would take minutes. */
export const MAX_ROWS = 4_000_000;

/** Deleted rows up to which a segment is not merged to remove them. */
const TOLERATED_DELETES = 1000;

/** The range of segments to merge, as the first index and the one after the last; undefined: none. The oldest comes first. */
export function segmentsToMerge(segments: readonly SegmentSize[]): [from: number, to: number] | undefined {
  return youngSegments(segments) ?? mostlyDeletedSegment(segments);
}

function youngSegments(segments: readonly SegmentSize[]): [number, number] | undefined {
  let younger = 0;
  let from = segments.length;
  for (; from > 0; from--) {
    const { liveCount } = segments[from - 1];
    const isAlone = from === segments.length;
    if (!isAlone && (liveCount >= RATIO * younger || liveCount + younger > MAX_ROWS)) break;
    younger += liveCount;
  }
  return segments.length - from >= 2 ? [from, segments.length] : undefined;
}

function mostlyDeletedSegment(segments: readonly SegmentSize[]): [number, number] | undefined {
  const at = segments.findIndex(
    ({ rows, liveCount }) => rows - liveCount > TOLERATED_DELETES && rows - liveCount > liveCount,
  );
  return at < 0 ? undefined : [at, at + 1];
}

export interface PastSegment {
  readonly gazetteerVersion: string;
  /** Undefined if none of the listings existed. */
  readonly data: SegmentData | undefined;
}

const BATCH_SIZE = 1000;

/** The listings that changed after `since`, up to `to`, as they were at `since`; `too_old` if that is no longer known. */
export function buildPastSegment(
  store: Store,
  gazetteer: Gazetteer,
  since: number,
  to: number,
): PastSegment | 'too_old' {
  const storeSnapshot = store.snapshot();
  try {
    const spans = storeSnapshot.changesSince(since);
    if (spans === 'too_old') return 'too_old';
    const builder = new SegmentBuilder(LISTING_SCHEMA);
    const changed = [...spans].flatMap(([key, { first }]) => (first > to ? [] : [{ key, sequence: first }]));
    // In the store's order, for locality.
    changed.sort((a, b) => a.sequence - b.sequence || (a.key < b.key ? -1 : 1));
    for (let from = 0; from < changed.length; from += BATCH_SIZE) {
      const some = changed.slice(from, from + BATCH_SIZE);
      for (const [i, past] of storeSnapshot.getPastListings(some).entries()) {
        if (past === undefined) continue;
        const listing = decodeIndexedRecord(some[i].key, past.record.toString());
        if (listing === undefined) throw new Error(`the past listing '${some[i].key}' cannot be read`);
        builder.add(toRow(listing, gazetteer, builder.terms));
      }
    }
    const data = builder.size === 0 ? undefined : builder.finish();
    return { gazetteerVersion: gazetteer.version, data };
  } finally {
    storeSnapshot.release();
  }
}
