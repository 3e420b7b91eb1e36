// The whole stock as segments, in bounded memory: rows are made and built in batches, and the arrays of many batches are
// merged. Nothing but arrays is kept of a batch.
import { mergeSegments, type SegmentPart } from '../engine/merge-segments.ts';
import { buildSegment } from '../engine/segment.ts';
import type { Row } from '../engine/schema.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import type { Listing } from '../listing/listing.ts';
import { MOST_ROWS } from './merge-policy.ts';
import { rowOf, STOCK_SCHEMA } from './stock-schema.ts';

/** Measured on a million listings: batches of 20,000 to 100,000 rows take the same time, larger ones more. */
const BATCH_ROWS = 50_000;

/** Takes listings of different keys as they come and makes segments of them. */
export class StockBuilder {
  readonly #gazetteer: Gazetteer;
  readonly #batchSize: number;
  readonly #mostRows: number;
  #rows: Row[] = [];
  #batches: SegmentPart[] = [];
  #batchRows = 0;
  readonly #done: SegmentPart[] = [];

  constructor(gazetteer: Gazetteer, { batchRows = BATCH_ROWS, mostRows = MOST_ROWS } = {}) {
    this.#gazetteer = gazetteer;
    this.#batchSize = batchRows;
    this.#mostRows = mostRows;
  }

  add(listing: Listing): void {
    this.#rows.push(rowOf(listing, this.#gazetteer));
    if (this.#rows.length === this.#batchSize) this.#endBatch();
  }

  /** Everything that was added, in as few segments as may be; none where nothing was. */
  finish(): readonly SegmentPart[] {
    this.#endBatch();
    this.#mergeBatches();
    return this.#done;
  }

  #endBatch(): void {
    if (this.#rows.length === 0) return;
    if (this.#batchRows + this.#rows.length > this.#mostRows) this.#mergeBatches();
    this.#batches.push({ data: buildSegment(STOCK_SCHEMA, this.#rows), alive: null });
    this.#batchRows += this.#rows.length;
    this.#rows = [];
  }

  #mergeBatches(): void {
    const [first, ...others] = this.#batches;
    if (first === undefined) return;
    const one = others.length === 0 ? first.data : mergeSegments(STOCK_SCHEMA, this.#batches);
    this.#done.push({ data: one, alive: null });
    this.#batches = [];
    this.#batchRows = 0;
  }
}

export function buildStock(listings: Iterable<Listing>, gazetteer: Gazetteer): readonly SegmentPart[] {
  const builder = new StockBuilder(gazetteer);
  for (const listing of listings) builder.add(listing);
  return builder.finish();
}
