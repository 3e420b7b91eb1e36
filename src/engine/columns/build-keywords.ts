// Builds and merges keyword columns, in typed arrays. Each distinct value has an ordinal, each row has the ordinal of its value,
// and each ordinal has the list of its rows.
import { DELETED } from '../segment/row-map.ts';
import { packStrings, unpackStrings, type PackedStrings } from './packed-strings.ts';
import { sharedUint32s, grown } from './shared-arrays.ts';
import { countingSort } from './counting-sort.ts';

/** Typed arrays only. Ordinal 0 is "unknown" and has no dictionary entry: ordinal `o` is `dictionary[o - 1]`. */
export interface LabelColumnData {
  readonly dictionary: PackedStrings;
  readonly ordinals: Uint32Array;
}

export interface KeywordColumnData extends LabelColumnData {
  /** Rows grouped by ordinal, ascending within each; those of `o` are `rows[starts[o]] … rows[starts[o + 1] - 1]`. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

/** Builds a column value by value. Each is numbered when added: later it is no longer in the processor's cache. */
export class KeywordColumnBuilder {
  readonly #numbers = new Map<string, number>();
  #ofRows = new Uint32Array(1024);
  #rows = 0;

  /** Adds the value of the next row. */
  add(value: string | null): void {
    let number = 0;
    if (value !== null) {
      number = this.#numbers.get(value) ?? this.#numbers.size + 1;
      if (number > this.#numbers.size) this.#numbers.set(value, number);
    }
    if (this.#rows === this.#ofRows.length) this.#ofRows = grown(this.#ofRows, this.#rows + 1);
    this.#ofRows[this.#rows++] = number;
  }

  /** The column in a new order: row `row` is the one added as number `order[row]`, from 0. */
  finish(order: Uint32Array): KeywordColumnData {
    return withRows(this.finishLabels(order));
  }

  /** The column in a new order, without the rows of each value. */
  finishLabels(order: Uint32Array): LabelColumnData {
    const values = [...this.#numbers.keys()];
    const dictionary: string[] = [];
    const ordinalOf = new Uint32Array(values.length + 1);
    const ordinals = sharedUint32s(order.length);
    for (let row = 0; row < order.length; row++) {
      const number = this.#ofRows[order[row]];
      if (number === 0) continue;
      if (ordinalOf[number] === 0) ordinalOf[number] = dictionary.push(values[number - 1]);
      ordinals[row] = ordinalOf[number];
    }
    return { dictionary: packStrings(dictionary), ordinals };
  }
}

function withRows(labels: LabelColumnData): KeywordColumnData {
  return { ...labels, ...countingSort(labels.ordinals, labels.dictionary.offsets.length) };
}

interface MergedRows {
  readonly size: number;
  readonly newRows: readonly Uint32Array[];
}

export function mergeKeywordColumns(
  columns: readonly KeywordColumnData[],
  rows: MergedRows,
): KeywordColumnData {
  return withRows(mergeLabelColumns(columns, rows));
}

/** Drops the values that no live row has. The others are numbered as in a build: in order of first appearance by row. */
export function mergeLabelColumns(
  columns: readonly LabelColumnData[],
  { size, newRows }: MergedRows,
): LabelColumnData {
  // Numbered first as if all dictionaries were concatenated; 0 stays "unknown".
  const ordinals = sharedUint32s(size);
  const all: string[] = [];
  columns.forEach((column, part) => {
    const first = all.length;
    for (const value of unpackStrings(column.dictionary)) all.push(value);
    const target = newRows[part];
    for (let row = 0; row < target.length; row++) {
      const ordinal = column.ordinals[row];
      if (ordinal !== 0 && target[row] !== DELETED) ordinals[target[row]] = first + ordinal;
    }
  });
  const ordinalOf = new Map<string, number>();
  const known = new Uint32Array(all.length + 1);
  for (let row = 0; row < size; row++) {
    const draft = ordinals[row];
    if (draft === 0) continue;
    if (known[draft] === 0) {
      const value = all[draft - 1];
      const ordinal = ordinalOf.get(value) ?? ordinalOf.size + 1;
      ordinalOf.set(value, ordinal);
      known[draft] = ordinal;
    }
    ordinals[row] = known[draft];
  }
  return { dictionary: packStrings([...ordinalOf.keys()]), ordinals };
}
