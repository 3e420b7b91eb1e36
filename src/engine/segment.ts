// A segment: some rows and all their columns, never changed once built. Rows are numbered in the order that breaks
// ties (the schema's tie-breaker, then the key), so everywhere else "by ascending row" is all that ties need.
import { allBits, type Bits } from './bits.ts';
import { KeyColumn, type KeyColumnData } from './key-column.ts';
import { NumberColumn, type NumberColumnData } from './number-column.ts';
import { PlaceColumn, type PlaceColumnData } from './place-column.ts';
import type { Row, Schema } from './schema.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { TextColumn, type TextColumnData } from './text/text-column.ts';
import { ValueColumn, type ValueColumnData } from './value-column.ts';

/** Typed arrays on shared memory and numbers only: threads hand it over without a copy, and files can hold it. */
export interface SegmentData {
  readonly size: number;
  readonly keys: KeyColumnData;
  /** Parallel to the schema's `values` and `numbers`. */
  readonly values: readonly ValueColumnData[];
  readonly numbers: readonly NumberColumnData[];
  readonly place: PlaceColumnData;
  readonly text: TextColumnData;
}

/** Keys must differ. */
export function buildSegment(schema: Schema, rows: readonly Row[]): SegmentData {
  const builder = new SegmentBuilder(schema);
  for (const row of rows) builder.add(row);
  return builder.finish();
}

export class Segment {
  /** What it was made from, for merging it and for keeping it. */
  readonly data: SegmentData;
  readonly size: number;
  readonly keys: KeyColumn;
  readonly place: PlaceColumn;
  readonly text: TextColumn;
  /** The schema's tie-breaker: rows are in its order. */
  readonly tieBreaker: NumberColumn;
  readonly #values: ReadonlyMap<string, ValueColumn>;
  readonly #numbers: ReadonlyMap<string, NumberColumn>;
  #allRows: Bits | undefined;

  constructor(schema: Schema, data: SegmentData) {
    this.data = data;
    this.size = data.size;
    this.keys = new KeyColumn(data.keys);
    this.place = new PlaceColumn(data.place);
    this.text = new TextColumn(data.text, data.size);
    this.#values = new Map(
      schema.values.map((field, i) => [field.name, new ValueColumn(data.values[i], (v) => field.keysOf(v))]),
    );
    this.#numbers = new Map(schema.numbers.map((name, i) => [name, new NumberColumn(data.numbers[i])]));
    this.tieBreaker = this.numbers(schema.tieBreaker);
  }

  /**
   * Makes ahead what searches would make at their first use, one step of a few milliseconds a million rows at a time:
   * whoever answers meanwhile may go on between steps.
   */
  *prepare(): Generator<void> {
    for (const column of this.#values.values()) yield void column.groups;
    for (const column of this.#numbers.values()) {
      yield* column.prepare();
    }
    yield this.place.prepare();
    yield this.text.prepare();
  }

  /** Every row, dead ones too; not to be written to. */
  get allRows(): Bits {
    return (this.#allRows ??= allBits(this.size));
  }

  values(field: string): ValueColumn {
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
