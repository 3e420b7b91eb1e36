// A segment: rows and their columns, immutable once built (segment-builder.ts). Rows are numbered in the order that breaks ties
// (the schema's tie-breaker, then the key), so everywhere else ascending row numbers break ties, in some orders after the
// shuffle.
import { fullBitmap, type Bitmap } from '../postings/bitmap.ts';
import { KeyColumn, type KeyColumnData } from '../columns/key-column.ts';
import { type RowHashes } from '../columns/row-hashes.ts';
import { NumberColumn, type NumberColumnData } from '../columns/number-column.ts';
import { GeoPointColumn } from '../columns/geo-point-column.ts';
import { type GeoPointColumnData } from '../columns/build-geo-points.ts';
import type { Steps } from '../time-slices.ts';
import type { Schema } from '../schema.ts';
import { InvertedIndex, type InvertedIndexData } from '../postings/inverted-index.ts';
import { KeywordColumn, LabelColumn } from '../columns/keyword-column.ts';
import { type KeywordColumnData, type LabelColumnData } from '../columns/build-keywords.ts';

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
