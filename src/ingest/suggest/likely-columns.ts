// Ignored columns whose values are those of a field that no other column feeds: a name that Forecourt does not know loses facts. The report
// lists them apart from columns that say nothing.
import { flatten } from '../read/flatten.ts';
import type { ResolvedColumn } from '../columns/column-resolver.ts';
import { echoed } from '../../problem.ts';
import { doubtOf } from './check-guess.ts';
import { columnValues, guessByValues } from './guess-by-values.ts';

export interface LikelyColumn {
  /** Shortened and escaped, as the samples are. */
  readonly name: string;
  readonly field: string;
  /** What its values are, for people. */
  readonly reason: string;
  readonly samples: readonly string[];
}

/** Records whose values are looked at, and guesses below which they say nothing. */
const MAX_RECORDS = 100;
const MIN_SCORE = 0.85;
const MAX_NAMES = 500;
const MAX_LENGTH = 300;
const SAMPLES = 3;
/** Texts, whatever they say, are no fact that a filter misses. */
const TEXTS: readonly string[] = ['full_description', 'keywords', 'variant', 'dealer', 'address'];

type Resolve = (name: string) => ResolvedColumn | null | undefined;

/** The values of the first records of a feed. */
export class FirstValues {
  readonly #values = new Map<string, string[]>();
  #records = 0;

  get isFull(): boolean {
    return this.#records >= MAX_RECORDS;
  }

  add(record: unknown): void {
    if (this.isFull || typeof record !== 'object' || record === null) return;
    this.#records += 1;
    for (const [name, value] of flatten(record)) {
      const texts = this.#values.get(name) ?? [];
      if (texts.length === 0 && this.#values.size === MAX_NAMES) continue;
      const isText = typeof value === 'string' || typeof value === 'number';
      this.#values.set(name, [...texts, isText ? String(value).slice(0, MAX_LENGTH).trim() : '']);
    }
  }

  /** `now` is in milliseconds since 1970. */
  likelyColumns(resolve: Resolve, now: number): LikelyColumn[] {
    const fed = new Set([...this.#values.keys()].map((name) => resolve(name)?.field));
    return Array.from(this.#values).flatMap(([name, texts]): LikelyColumn[] => {
      if (resolve(name) !== undefined) return [];
      const values = columnValues(texts);
      const [guess] = guessByValues(values, now);
      if (guess === undefined || guess.score < MIN_SCORE || TEXTS.includes(guess.field)) return [];
      const isOther = fed.has(guess.field) || doubtOf(guess.field, name, values, now) !== undefined;
      if (isOther || values.texts.length < 2) return [];
      const samples = [...values.distinct].slice(0, SAMPLES).map(echoed);
      return [{ name: echoed(name), field: guess.field, reason: guess.reason, samples }];
    });
  }
}
