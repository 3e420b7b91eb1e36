// A column of words from a small set (a make, a dealer): each distinct value has an ordinal, each row an ordinal,
// each ordinal the list of its rows. Queries come with keys, which the schema derives from the values.
import { noBits, setRows, type Bits } from './bits.ts';
import { groupRows } from './group-rows.ts';
import { PostingBitmaps } from './posting-bitmaps.ts';
import type { RowFilter } from './row-filter.ts';
import { commonRows, rowsMarked, unionOfRows } from './row-lists.ts';
import { sharedUint32s } from './shared-arrays.ts';
import { packStrings, unpackStrings, type StringList } from './strings.ts';

/** Typed arrays only. Ordinal 0 is "unknown" and has no dictionary entry: ordinal `o` is `dictionary[o - 1]`. */
export interface ValueColumnData {
  readonly dictionary: StringList;
  readonly ordinals: Uint32Array;
  /** Rows grouped by ordinal, ascending within each; those of `o` are `rows[starts[o]] … rows[starts[o + 1] - 1]`. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

export function buildValueColumn(values: readonly (string | null)[]): ValueColumnData {
  const ordinalOf = new Map<string, number>();
  const ordinals = sharedUint32s(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (value === null) continue;
    let ordinal = ordinalOf.get(value);
    if (ordinal === undefined) {
      ordinal = ordinalOf.size + 1;
      ordinalOf.set(value, ordinal);
    }
    ordinals[row] = ordinal;
  }
  return {
    dictionary: packStrings([...ordinalOf.keys()]),
    ordinals,
    ...groupRows(ordinals, ordinalOf.size + 1),
  };
}

export class ValueColumn {
  readonly #data: ValueColumnData;
  readonly #ordinalsOf = new Map<string, number[]>();
  readonly #bitmaps: PostingBitmaps;

  constructor(data: ValueColumnData, keysOf: (value: string) => readonly string[]) {
    this.#data = data;
    this.#bitmaps = new PostingBitmaps(data.ordinals.length);
    unpackStrings(data.dictionary).forEach((value, index) => {
      for (const key of keysOf(value)) {
        const ordinals = this.#ordinalsOf.get(key);
        if (ordinals === undefined) this.#ordinalsOf.set(key, [index + 1]);
        else if (!ordinals.includes(index + 1)) ordinals.push(index + 1);
      }
    });
  }

  /** The rows whose value answers to any of `keys`. */
  filter(keys: readonly string[]): RowFilter {
    const ordinals = new Set<number>();
    for (const key of keys) for (const ordinal of this.#ordinalsOf.get(key) ?? []) ordinals.add(ordinal);
    return new ValueFilter(this, [...ordinals]);
  }

  get size(): number {
    return this.#data.ordinals.length;
  }

  get ordinals(): Uint32Array {
    return this.#data.ordinals;
  }

  get distinct(): number {
    return this.#data.starts.length - 1;
  }

  postings(ordinal: number): Uint32Array {
    return this.#data.rows.subarray(this.#data.starts[ordinal], this.#data.starts[ordinal + 1]);
  }

  /** The rows of an ordinal as a bitmap; not to be written to. */
  sharedBits(ordinal: number): Bits {
    return this.#bitmaps.of(ordinal, this.postings(ordinal));
  }
}

class ValueFilter implements RowFilter {
  readonly estimate: number;
  readonly #column: ValueColumn;
  readonly #ordinals: readonly number[];

  constructor(column: ValueColumn, ordinals: readonly number[]) {
    this.#column = column;
    this.#ordinals = ordinals;
    this.estimate = ordinals.reduce((sum, ordinal) => sum + column.postings(ordinal).length, 0);
  }

  rows(): Uint32Array {
    return unionOfRows(this.#ordinals.map((ordinal) => this.#column.postings(ordinal)));
  }

  keepRows(rows: Uint32Array): Uint32Array {
    const { ordinals, distinct } = this.#column;
    if (this.estimate * 4 < rows.length) return commonRows(this.rows(), rows);
    const marks = new Uint8Array(distinct);
    for (const ordinal of this.#ordinals) marks[ordinal] = 1;
    return rowsMarked(rows, ordinals, marks);
  }

  bits(): Bits {
    if (this.#ordinals.length === 1) return this.#column.sharedBits(this.#ordinals[0]);
    const bits = noBits(this.#column.size);
    for (const ordinal of this.#ordinals) setRows(bits, this.#column.postings(ordinal));
    return bits;
  }
}
