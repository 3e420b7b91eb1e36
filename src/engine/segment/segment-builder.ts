// Builds a segment row by row. Texts are tokenized when they are added and not stored. All else is in typed arrays, because the
// garbage collector would copy objects per row.
import { GeoPointColumnBuilder } from '../columns/build-geo-points.ts';
import { KeywordColumnBuilder } from '../columns/build-keywords.ts';
import { NumberColumnBuilder } from '../columns/build-numbers.ts';
import { denseRanks, countingSort } from '../columns/counting-sort.ts';
import { KeyColumnBuilder } from '../columns/key-column.ts';
import type { NumberColumnData } from '../columns/number-column.ts';
import { compareStrings } from '../columns/packed-strings.ts';
import { RowHashesBuilder } from '../columns/row-hashes.ts';
import { PostingsWriter } from '../postings/postings-writer.ts';
import type { TextTerms } from '../postings/text-terms.ts';
import type { Schema, Row } from '../schema.ts';
import { type SegmentData, shuffledRows } from './segment.ts';

export class SegmentBuilder {
  readonly #keys = new KeyColumnBuilder();
  readonly #addresses = new RowHashesBuilder();
  readonly #values: readonly KeywordColumnBuilder[];
  readonly #numbers: readonly NumberColumnBuilder[];
  readonly #labels: readonly KeywordColumnBuilder[];
  readonly #points = new GeoPointColumnBuilder();
  readonly #text: PostingsWriter;
  /** Number of the column that breaks ties. */
  readonly #tieBreaker: number;
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#values = schema.values.map(() => new KeywordColumnBuilder());
    this.#numbers = schema.numbers.map(() => new NumberColumnBuilder());
    this.#labels = schema.labels?.map(() => new KeywordColumnBuilder()) ?? [];
    this.#text = new PostingsWriter(schema);
    this.#tieBreaker = schema.numbers.indexOf(schema.tieBreaker);
  }

  /** Number of rows so far. */
  get size(): number {
    return this.#keys.size;
  }

  /** Numbers the words of the texts. Also for callers that read a row's text before adding the row. */
  get terms(): TextTerms {
    return this.#text.terms;
  }

  /** Adds a row, whose key must be new. */
  add({ key, address = '', values, numbers, point, texts, labels = [] }: Row): void {
    this.#keys.add(key);
    this.#addresses.add(address);
    for (let field = 0; field < values.length; field++) this.#values[field].add(values[field]);
    for (let field = 0; field < numbers.length; field++) this.#numbers[field].add(numbers[field]);
    for (let field = 0; field < labels.length; field++) this.#labels[field].add(labels[field]);
    this.#points.add(point);
    this.#text.add({ texts, values });
  }

  /** The segment of all rows added. O(n log n) for n rows, and linear in their words. */
  finish(): SegmentData {
    const order = this.#tieOrder();
    // The first, because it takes the most memory while it is made: the other columns do not exist yet.
    const text = this.#text.finish(order);
    return {
      size: order.length,
      keys: this.#keys.finish(order),
      addresses: this.#addresses.finish(order),
      values: this.#values.map((column) => column.finish(order)),
      numbers: this.#finishNumbers(order),
      labels: this.#labels.map((column) => column.finishLabels(order)),
      points: this.#points.finish(order),
      text,
    };
  }

  #finishNumbers(order: Uint32Array): NumberColumnData[] {
    const { numbers, shuffle } = this.#schema;
    const places = this.#numbers[numbers.indexOf(shuffle.by)].finish(order);
    return this.#numbers.map((column, i) => {
      if (numbers[i] === shuffle.by) return places;
      return column.finish(order, shuffle.columns.includes(numbers[i]) ? shuffledRows(places) : undefined);
    });
  }

  /** The rows by tie-breaker, unknown last, then by key. */
  #tieOrder(): Uint32Array {
    const { keys } = this.#keys;
    const { ranks, distinct } = denseRanks(this.#numbers[this.#tieBreaker].values);
    const { rows: order, starts } = countingSort(ranks, distinct + 1);
    for (let group = 0; group <= distinct; group++) {
      if (starts[group + 1] - starts[group] < 2) continue;
      order.subarray(starts[group], starts[group + 1]).sort((a, b) => compareStrings(keys, a, b));
    }
    return order;
  }
}
