// Builds a segment row by row. Texts are tokenized as they are added and not stored, which bounds memory.
import { countingSort, denseRanks } from '../columns/counting-sort.ts';
import { packKeys } from '../columns/key-column.ts';
import { hashOf, sortedHashes } from '../columns/row-hashes.ts';
import { buildNumberColumn } from '../columns/number-column.ts';
import { buildGeoPointColumn } from '../columns/build-geo-points.ts';
import type { Point } from '../../geo/great-circle.ts';
import type { Row, Schema } from '../schema.ts';
import type { SegmentData } from './segment.ts';
import { PostingsWriter } from '../postings/postings-writer.ts';
import { KeywordColumnBuilder } from '../columns/keyword-column.ts';

export class SegmentBuilder {
  readonly #schema: Schema;
  // Column by column, in the order in which rows were added: an object for each row would be collected late, and its
  // values read when they are no longer in the cache.
  readonly #keys: string[] = [];
  /** Hashes of addresses, which need not be kept themselves. */
  readonly #addresses: number[] = [];
  readonly #values: readonly KeywordColumnBuilder[];
  readonly #numbers: readonly (number | null)[][];
  readonly #points: (Point | null)[] = [];
  readonly #text: PostingsWriter;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#values = schema.values.map(() => new KeywordColumnBuilder());
    this.#numbers = schema.numbers.map(() => []);
    this.#text = new PostingsWriter(schema);
  }

  /** Number of rows so far. */
  get size(): number {
    return this.#keys.length;
  }

  /** Adds a row, whose key must be new. */
  add({ key, address = '', values, numbers, point, texts }: Row): void {
    this.#keys.push(key);
    this.#addresses.push(hashOf(address));
    for (let field = 0; field < values.length; field++) this.#values[field].add(values[field]);
    for (let field = 0; field < numbers.length; field++) this.#numbers[field].push(numbers[field]);
    this.#points.push(point);
    this.#text.add({ texts, values });
  }

  /** The segment of all rows added. O(n log n) for n rows, and linear in their words. */
  finish(): SegmentData {
    const schema = this.#schema;
    const order = this.#tieOrder(schema.numbers.indexOf(schema.tieBreaker));
    return {
      size: order.length,
      keys: packKeys(inOrder(this.#keys, order)),
      addresses: sortedHashes(Uint32Array.from(order, (row) => this.#addresses[row])),
      values: this.#values.map((column) => column.finish(order)),
      numbers: this.#numbers.map((numbers) => buildNumberColumn(inOrder(numbers, order))),
      points: buildGeoPointColumn(inOrder(this.#points, order)),
      text: this.#text.finish(order),
    };
  }

  /** The rows by tie-breaker, unknown last, then by key. */
  #tieOrder(tieBreaker: number): Uint32Array {
    const keys = this.#keys;
    const { ranks, distinct } = denseRanks(this.#numbers[tieBreaker]);
    const { rows: order, starts } = countingSort(ranks, distinct + 1);
    for (let group = 0; group <= distinct; group++) {
      if (starts[group + 1] - starts[group] < 2) continue;
      const tied = Array.from(order.subarray(starts[group], starts[group + 1]));
      order.set(
        tied.sort((a, b) => (keys[a] < keys[b] ? -1 : 1)),
        starts[group],
      );
    }
    return order;
  }
}

function inOrder<V>(values: readonly V[], order: Uint32Array): V[] {
  const ordered = new Array<V>(order.length);
  for (let row = 0; row < order.length; row++) ordered[row] = values[order[row]];
  return ordered;
}

/** The segment of some rows, whose keys must differ. */
export function buildSegment(schema: Schema, rows: readonly Row[]): SegmentData {
  const builder = new SegmentBuilder(schema);
  for (const row of rows) builder.add(row);
  return builder.finish();
}
