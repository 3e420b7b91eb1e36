// Builds a segment row by row. Texts are tokenized as they are added and not stored, which bounds memory.
import { countingSort, denseRanks } from '../columns/counting-sort.ts';
import { packKeys } from '../columns/key-column.ts';
import { buildNumberColumn } from '../columns/number-column.ts';
import { buildGeoPointColumn } from '../columns/geo-point-column.ts';
import type { Row, Schema } from '../schema.ts';
import type { SegmentData } from './segment.ts';
import { PostingsWriter } from '../postings/postings-writer.ts';
import { buildKeywordColumn } from '../columns/keyword-column.ts';

export class SegmentBuilder {
  readonly #schema: Schema;
  /** All of the rows but their texts, in the order in which they were added. */
  readonly #rows: Omit<Row, 'texts'>[] = [];
  readonly #text: PostingsWriter;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#text = new PostingsWriter(schema);
  }

  /** Number of rows so far. */
  get size(): number {
    return this.#rows.length;
  }

  /** Adds a row, whose key must be new. */
  add({ key, values, numbers, point, texts }: Row): void {
    this.#rows.push({ key, values, numbers, point });
    this.#text.add({ texts, values });
  }

  /** The segment of all rows added. O(n log n) for n rows, and linear in their words. */
  finish(): SegmentData {
    const schema = this.#schema;
    const order = this.#tieOrder(schema.numbers.indexOf(schema.tieBreaker));
    const sorted = Array.from(order, (row) => this.#rows[row]);
    return {
      size: sorted.length,
      keys: packKeys(sorted.map((row) => row.key)),
      values: schema.values.map((_, field) => buildKeywordColumn(sorted.map((row) => row.values[field]))),
      numbers: schema.numbers.map((_, field) => buildNumberColumn(sorted.map((row) => row.numbers[field]))),
      points: buildGeoPointColumn(sorted.map((row) => row.point)),
      text: this.#text.finish(order),
    };
  }

  /** The rows by tie-breaker, unknown last, then by key. */
  #tieOrder(tieBreaker: number): Uint32Array {
    const rows = this.#rows;
    const { ranks, distinct } = denseRanks(rows.map((row) => row.numbers[tieBreaker]));
    const { rows: order, starts } = countingSort(ranks, distinct + 1);
    for (let group = 0; group <= distinct; group++) {
      if (starts[group + 1] - starts[group] < 2) continue;
      const tied = Array.from(order.subarray(starts[group], starts[group + 1]));
      order.set(
        tied.sort((a, b) => (rows[a].key < rows[b].key ? -1 : 1)),
        starts[group],
      );
    }
    return order;
  }
}

/** The segment of some rows, whose keys must differ. */
export function buildSegment(schema: Schema, rows: readonly Row[]): SegmentData {
  const builder = new SegmentBuilder(schema);
  for (const row of rows) builder.add(row);
  return builder.finish();
}
