// A segment: some rows and all their columns, never changed once built. Rows are numbered in the order that breaks
// ties (the schema's tie-breaker, then the key), so everywhere else "by ascending row" is all that ties need.
import { fullBitmap, type Bitmap } from '../postings/bitmap.ts';
import { KeyColumn, type KeyColumnData } from '../columns/key-column.ts';
import { NumberColumn, type NumberColumnData } from '../columns/number-column.ts';
import { GeoPointColumn, type GeoPointColumnData } from '../columns/geo-point-column.ts';
import type { Schema } from '../schema.ts';
import { InvertedIndex, type InvertedIndexData } from '../postings/inverted-index.ts';
import { KeywordColumn, type KeywordColumnData } from '../columns/keyword-column.ts';

/** Typed arrays on shared memory and numbers only: threads hand it over without a copy, and files can hold it. */
export interface SegmentData {
  readonly size: number;
  readonly keys: KeyColumnData;
  /** Parallel to the schema's `values` and `numbers`. */
  readonly values: readonly KeywordColumnData[];
  readonly numbers: readonly NumberColumnData[];
  readonly points: GeoPointColumnData;
  readonly text: InvertedIndexData;
}

export class Segment {
  /** What it was made from, for merging it and for keeping it. */
  readonly data: SegmentData;
  readonly size: number;
  readonly keys: KeyColumn;
  readonly points: GeoPointColumn;
  readonly text: InvertedIndex;
  /** The schema's tie-breaker: rows are in its order. */
  readonly tieBreaker: NumberColumn;
  readonly #values: ReadonlyMap<string, KeywordColumn>;
  readonly #numbers: ReadonlyMap<string, NumberColumn>;
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
    this.#numbers = new Map(schema.numbers.map((name, i) => [name, new NumberColumn(data.numbers[i])]));
    this.tieBreaker = this.numbers(schema.tieBreaker);
  }

  /**
   * Makes ahead what searches would make at their first use, one step of a few milliseconds a million rows at a time:
   * whoever answers meanwhile may go on between steps.
   */
  *warm(): Generator<void> {
    for (const column of this.#values.values()) yield void column.groups;
    for (const column of this.#numbers.values()) {
      yield* column.warm();
    }
    yield this.points.warm();
    yield this.text.warm();
  }

  /** Every row, dead ones too; not to be written to. */
  get allRows(): Bitmap {
    return (this.#allRows ??= fullBitmap(this.size));
  }

  values(field: string): KeywordColumn {
    const column = this.#values.get(field);
    if (column === undefined) throw new Error(`the schema has no value column ${field}`);
    return column;
  }

  numbers(field: string): NumberColumn {
    const column = this.#numbers.get(field);
    if (column === undefined) throw new Error(`the schema has no number column ${field}`);
    return column;
  }
}
