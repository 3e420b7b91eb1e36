// Builds segments of a whole stock in bounded memory: rows are built in batches, and the batches' arrays are merged.
import { mergeSegments, type MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment-builder.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { IndexedFields } from '../listing/listing.ts';
import { MAX_ROWS } from './merge-policy.ts';
import { toRow, LISTING_SCHEMA } from './listing-schema.ts';

/** Larger batches are no faster, and take more memory. */
const BATCH_ROWS = 100_000;

/** Builds segments of listings with distinct keys. */
export class IndexBuilder {
  readonly #gazetteer: Gazetteer;
  readonly #batchSize: number;
  readonly #maxRows: number;
  #batch = new SegmentBuilder(LISTING_SCHEMA);
  #batches: MergeSource[] = [];
  #batchRows = 0;
  readonly #done: MergeSource[] = [];

  constructor(gazetteer: Gazetteer, { batchRows = BATCH_ROWS, maxRows = MAX_ROWS } = {}) {
    this.#gazetteer = gazetteer;
    this.#batchSize = batchRows;
    this.#maxRows = maxRows;
  }

  /** Version of the postcode tables that place its rows. */
  get gazetteerVersion(): string {
    return this.#gazetteer.version;
  }

  add(listing: IndexedFields): void {
    this.#batch.add(toRow(listing, this.#gazetteer));
    if (this.#batch.size === this.#batchSize) this.#endBatch();
  }

  /** The fewest possible segments of all listings added; none if there are none. */
  finish(): readonly MergeSource[] {
    this.#endBatch();
    this.#mergeBatches();
    return this.#done;
  }

  #endBatch(): void {
    if (this.#batch.size === 0) return;
    if (this.#batchRows + this.#batch.size > this.#maxRows) this.#mergeBatches();
    this.#batches.push({ data: this.#batch.finish(), liveRows: null });
    this.#batchRows += this.#batch.size;
    this.#batch = new SegmentBuilder(LISTING_SCHEMA);
  }

  #mergeBatches(): void {
    const [first, ...others] = this.#batches;
    if (first === undefined) return;
    const one = others.length === 0 ? first.data : mergeSegments(LISTING_SCHEMA, this.#batches);
    this.#done.push({ data: one, liveRows: null });
    this.#batches = [];
    this.#batchRows = 0;
  }
}

export function buildIndex(listings: Iterable<IndexedFields>, gazetteer: Gazetteer): readonly MergeSource[] {
  const builder = new IndexBuilder(gazetteer);
  for (const listing of listings) builder.add(listing);
  return builder.finish();
}
