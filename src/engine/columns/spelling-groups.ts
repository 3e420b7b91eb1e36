// The values of one column that count as one: those with the same most particular key (`škoda` and `Skoda`). Numbered, so
// that counting them takes no text.

export interface SpellingGroup {
  /** Counts from 0 within the column. */
  readonly number: number;
  /** In ascending order; most groups have one. */
  readonly ordinals: readonly number[];
}

export class SpellingGroups {
  /** The group of each ordinal; that of ordinal 0, which is no value, means nothing. */
  readonly ofOrdinal: Uint32Array;
  /** The key of each group. */
  readonly keys: readonly string[];
  readonly #byKey = new Map<string, { readonly number: number; readonly ordinals: number[] }>();

  /** `values` in order of their ordinals, from 1. */
  constructor(values: readonly string[], termsOf: (value: string) => readonly string[]) {
    this.ofOrdinal = new Uint32Array(values.length + 1);
    values.forEach((value, index) => {
      // A value without any key is alike to none but itself. No key begins with a NUL.
      const key = termsOf(value).at(-1) ?? `\0${value}`;
      let group = this.#byKey.get(key);
      if (group === undefined) {
        group = { number: this.#byKey.size, ordinals: [] };
        this.#byKey.set(key, group);
      }
      group.ordinals.push(index + 1);
      this.ofOrdinal[index + 1] = group.number;
    });
    this.keys = [...this.#byKey.keys()];
  }

  find(key: string): SpellingGroup | undefined {
    return this.#byKey.get(key);
  }
}
