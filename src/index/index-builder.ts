// Builds segments of a whole stock, as few as possible. One builder for all rows of a segment knows each word and name that it
// has met: building batches of 100,000 rows and merging them took 1.2 times the CPU time, for 300,000 listings.
import type { MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment-builder.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { IndexedFields } from '../listing/listing.ts';
import { MAX_ROWS } from './merge-policy.ts';
import { toRow, LISTING_SCHEMA } from './listing-schema.ts';

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
    this.#builder.add(toRow(listing, this.#gazetteer));
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
