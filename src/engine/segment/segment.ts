// A segment: rows and their columns, immutable once built, and its builder. Rows are numbered in the order that breaks ties (the
// schema's tie-breaker, then the key), so everywhere else ascending row numbers break ties, in some orders after the shuffle.
import { fullBitmap, type Bitmap } from '../postings/bitmap.ts';
import {
  KeyColumn,
  type KeyColumnData,
  type RowHashes,
  KeyColumnBuilder,
  RowHashesBuilder,
} from '../columns/key-column.ts';
import { NumberColumn, type NumberColumnData } from '../columns/number-column.ts';
import { GeoPointColumn } from '../columns/geo-point-column.ts';
import { type GeoPointColumnData, GeoPointColumnBuilder } from '../columns/build-geo-points.ts';
import type { Steps } from '../time-slices.ts';
import type { Schema, Row } from '../schema.ts';
import { InvertedIndex, type InvertedIndexData } from '../postings/inverted-index.ts';
import { KeywordColumn, LabelColumn } from '../columns/keyword-column.ts';
import {
  type KeywordColumnData,
  type LabelColumnData,
  KeywordColumnBuilder,
} from '../columns/build-keywords.ts';
import { countingSort, denseRanks } from '../columns/shared-arrays.ts';
import { NumberColumnBuilder } from '../columns/merge-numbers.ts';
import { compareStrings } from '../columns/packed-strings.ts';
import { PostingsWriter } from '../postings/postings-writer.ts';
import type { TextTerms } from '../postings/text-terms.ts';

/** Numbers and typed arrays on shared memory: threads exchange it without copying, and files can store it. */
export interface SegmentData {
  readonly size: number;
  readonly keys: KeyColumnData;
  /** Hashes of the rows' addresses. */
  readonly addresses: RowHashes;
  /** Parallel to the schema's `values`, `numbers` and `labels`. */
  readonly values: readonly KeywordColumnData[];
  readonly numbers: readonly NumberColumnData[];
  readonly labels: readonly LabelColumnData[];
  readonly points: GeoPointColumnData;
  readonly text: InvertedIndexData;
}

/** The rows in the order of the schema's shuffle, from its column; undefined if the rows themselves are in that order. */
export function shuffledRows({ order }: NumberColumnData): Uint32Array | undefined {
  return order.length === 0 ? undefined : order;
}

export class Segment {
  /** The arrays behind the columns, for merging and saving. */
  readonly data: SegmentData;
  readonly size: number;
  readonly keys: KeyColumn;
  readonly points: GeoPointColumn;
  readonly text: InvertedIndex;
  /** The schema's tie-breaker, in whose order rows are numbered. */
  readonly tieBreaker: NumberColumn;
  /** Each row's place in the schema's shuffle. */
  readonly shuffle: NumberColumn;
  readonly #values: ReadonlyMap<string, KeywordColumn>;
  readonly #numbers: ReadonlyMap<string, NumberColumn>;
  readonly #labels: ReadonlyMap<string, LabelColumn>;
  #allRows: Bitmap | undefined;

  constructor(schema: Schema, data: SegmentData) {
    this.data = data;
    this.size = data.size;
    this.keys = new KeyColumn(data.keys);
    this.points = new GeoPointColumn(data.points);
    this.text = new InvertedIndex(data.text, data.size);
    this.#values = new Map(
      schema.values.map((field, i) => [
        field.name,
        new KeywordColumn(data.values[i], (v) => field.termsOf(v)),
      ]),
    );
    const { by, columns } = schema.shuffle;
    const shuffle = new NumberColumn(data.numbers[schema.numbers.indexOf(by)]);
    this.shuffle = shuffle;
    this.#numbers = new Map(
      schema.numbers.map((name, i) => [
        name,
        name === by ? shuffle : new NumberColumn(data.numbers[i], { isShuffled: columns.includes(name) }),
      ]),
    );
    const labels = new Map(schema.values.map(({ name }, i) => [name, new LabelColumn(data.values[i])]));
    for (const [i, name] of (schema.labels ?? []).entries()) {
      if (labels.has(name)) throw new Error(`the schema has two columns ${name}`);
      labels.set(name, new LabelColumn(data.labels[i]));
    }
    this.#labels = labels;
    this.tieBreaker = this.numbers(schema.tieBreaker);
  }

  /** Precomputes what searches would build lazily, while `liveRows` (null: all) are live. */
  *warm(liveRows: Bitmap | null): Steps<void> {
    for (const column of this.#values.values()) yield* column.warm();
    for (const column of this.#numbers.values()) {
      // No search filters by the shuffle, or sorts by it alone.
      yield* column === this.shuffle ? column.warmPositions() : column.warm();
    }
    yield* this.points.warm(liveRows);
    yield* this.text.warm();
  }

  /** All rows, deleted ones included; not to be modified. */
  get allRows(): Bitmap {
    return (this.#allRows ??= fullBitmap(this.size));
  }

  values(field: string): KeywordColumn {
    const column = this.#values.get(field);
    if (column === undefined) throw new Error(`the schema has no keyword column ${field}`);
    return column;
  }

  numbers(field: string): NumberColumn {
    const column = this.#numbers.get(field);
    if (column === undefined) throw new Error(`the schema has no number column ${field}`);
    return column;
  }

  /** A column of labels, or the values of a keyword column. */
  labels(field: string): LabelColumn {
    const column = this.#labels.get(field);
    if (column === undefined) throw new Error(`the schema has no label column ${field}`);
    return column;
  }
}

// Builds a segment row by row. Texts are tokenized when they are added and not stored. All else is in typed arrays, because the
// garbage collector would copy objects per row.

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
    return {
      size: order.length,
      keys: this.#keys.finish(order),
      addresses: this.#addresses.finish(order),
      values: this.#values.map((column) => column.finish(order)),
      numbers: this.#finishNumbers(order),
      labels: this.#labels.map((column) => column.finishLabels(order)),
      points: this.#points.finish(order),
      text: this.#text.finish(order),
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
