// Groups the values of a keyword column that count as one, such as several spellings of a make.

export interface SpellingGroup {
  /** From 0 within the column. */
  readonly number: number;
  /** In ascending order; most groups have one. */
  readonly ordinals: readonly number[];
}

/** The groups of a column: values with the same key count as one (`škoda` and `Skoda`). */
export class SpellingGroups {
  /** The group of each ordinal; meaningless for ordinal 0. */
  readonly ofOrdinal: Uint32Array;
  readonly #keys: string[] = [];
  /** The key of each group. */
  readonly keys: readonly string[] = this.#keys;
  readonly #byKey = new Map<string, { readonly number: number; readonly ordinals: number[] }>();

  constructor(values: number) {
    this.ofOrdinal = new Uint32Array(values + 1);
  }

  /** Adds a value. Its ordinal must be above those added before. */
  add(ordinal: number, key: string): void {
    let group = this.#byKey.get(key);
    if (group === undefined) {
      group = { number: this.#byKey.size, ordinals: [] };
      this.#byKey.set(key, group);
      this.#keys.push(key);
    }
    group.ordinals.push(ordinal);
    this.ofOrdinal[ordinal] = group.number;
  }

  find(key: string): SpellingGroup | undefined {
    return this.#byKey.get(key);
  }
}
