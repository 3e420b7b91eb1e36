// A segment: some rows and all their columns, never changed once built. Rows are numbered in the order that breaks
// ties (the schema's tie-breaker, then the key), so everywhere else "by ascending row" is all that ties need.
import { allBits, type Bits } from './bits.ts';
import { groupRows, ranksOf } from './group-rows.ts';
import { KeyColumn, packKeys, type KeyColumnData } from './key-column.ts';
import { buildNumberColumn, NumberColumn, type NumberColumnData } from './number-column.ts';
import { buildPlaceColumn, PlaceColumn, type PlaceColumnData } from './place-column.ts';
import type { Row, Schema } from './schema.ts';
import { buildTextColumn, TextColumn, type TextColumnData } from './text/text-column.ts';
import { buildValueColumn, ValueColumn, type ValueColumnData } from './value-column.ts';

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

/** Keys must differ. O(n log n) for n rows, and linear in their words. */
export function buildSegment(schema: Schema, rows: readonly Row[]): SegmentData {
  const sorted = inTieOrder(rows, schema.numbers.indexOf(schema.tieBreaker));
  return {
    size: sorted.length,
    keys: packKeys(sorted.map((row) => row.key)),
    values: schema.values.map((_, field) => buildValueColumn(sorted.map((row) => row.values[field]))),
    numbers: schema.numbers.map((_, field) => buildNumberColumn(sorted.map((row) => row.numbers[field]))),
    place: buildPlaceColumn(sorted.map((row) => row.point)),
    text: buildTextColumn(sorted, schema.texts),
  };
}

/** By the tie-breaker, unknown last, then by key. */
function inTieOrder(rows: readonly Row[], tieBreaker: number): Row[] {
  const { ranks, distinct } = ranksOf(rows.map((row) => row.numbers[tieBreaker]));
  const { rows: order, starts } = groupRows(ranks, distinct + 1);
  const sorted: Row[] = [];
  for (let group = 0; group <= distinct; group++) {
    const tied = Array.from(order.subarray(starts[group], starts[group + 1]), (row) => rows[row]);
    for (const row of tied.sort((a, b) => (a.key < b.key ? -1 : 1))) sorted.push(row);
  }
  return sorted;
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
