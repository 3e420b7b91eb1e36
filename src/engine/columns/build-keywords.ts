// Builds and merges keyword columns, in typed arrays. Each distinct value has an ordinal, each row has the ordinal of its value,
// and each ordinal has the list of its rows.
import { DELETED } from '../segment/row-map.ts';
import { packStrings, unpackStrings, type PackedStrings, unpackInSteps } from './packed-strings.ts';
import { sharedUint32s, grown, countingSort } from './shared-arrays.ts';
import type { Steps } from '../time-slices.ts';

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

// Groups the values of a keyword column that count as one, such as several spellings of a make.

/** Values between two yields. Their terms may take many operations. */
export const STEP_VALUES = 64;

export interface SpellingGroup {
  /** From 0 within the column. */
  readonly number: number;
  /** In ascending order; most groups have one. */
  readonly ordinals: readonly number[];
}

/** The groups of a column: values with the same most specific term count as one (`škoda` and `Skoda`). */
export class SpellingGroups {
  /** The group of each ordinal; meaningless for ordinal 0. */
  readonly ofOrdinal: Uint32Array;
  /** The key of each group. */
  readonly keys: readonly string[];
  readonly #byKey: ReadonlyMap<string, SpellingGroup>;

  private constructor(
    ofOrdinal: Uint32Array,
    byKey: ReadonlyMap<string, { readonly number: number; readonly ordinals: number[] }>,
  ) {
    this.ofOrdinal = ofOrdinal;
    this.#byKey = byKey;
    this.keys = [...byKey.keys()];
  }

  /** `dictionary` in order of the ordinals, from 1. */
  static *build(
    dictionary: PackedStrings,
    termsOf: (value: string) => readonly string[],
  ): Steps<SpellingGroups> {
    const values = yield* unpackInSteps(dictionary);
    const ofOrdinal = new Uint32Array(values.length + 1);
    const byKey = new Map<string, { readonly number: number; readonly ordinals: number[] }>();
    for (let index = 0; index < values.length; index++) {
      // A value without terms is a group of its own. No term begins with NUL.
      const key = termsOf(values[index]).at(-1) ?? `\0${values[index]}`;
      let group = byKey.get(key);
      if (group === undefined) {
        group = { number: byKey.size, ordinals: [] };
        byKey.set(key, group);
      }
      group.ordinals.push(index + 1);
      ofOrdinal[index + 1] = group.number;
      if (index % STEP_VALUES === 0) yield;
    }
    return new SpellingGroups(ofOrdinal, byKey);
  }

  find(key: string): SpellingGroup | undefined {
    return this.#byKey.get(key);
  }
}
