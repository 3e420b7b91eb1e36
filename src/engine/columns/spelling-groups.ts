// Groups the values of a keyword column that count as one, such as several spellings of a make.
import type { Steps } from '../time-slices.ts';
import { type PackedStrings, unpackInSteps } from './packed-strings.ts';

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
