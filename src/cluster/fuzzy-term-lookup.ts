// The words of a view that a word may be a typing error of. Asked for once, they make a search by plain terms: looking for
// what is similar again with every impact takes five times as long.
import { maxEdits, findFuzzy } from '../engine/postings/edit-distance.ts';
import type { PointInTime } from './point-in-time.ts';
import { isLongWord, encodeTerm, wordOfToken } from './term-encoding.ts';
import { fetchBuckets } from './composite-buckets.ts';

type Searched = Pick<PointInTime, 'search'>;

/** With so many, not all may have come back. */
const MAX_WORDS = 5000;

interface Suggestions {
  readonly fuzzy: readonly { readonly options: readonly { readonly text: string }[] }[];
}

export class FuzzyTermLookup {
  readonly #pit: Searched;
  #longWords: Promise<readonly string[]> | undefined;

  constructor(pit: Searched) {
    this.#pit = pit;
  }

  /** All of them, and perhaps some that no listing has any more; undefined if there are very many. */
  async find(word: string): Promise<readonly string[] | undefined> {
    const candidates = isLongWord(word) ? await this.#long() : await this.#suggested(word);
    if (candidates.length >= MAX_WORDS && !isLongWord(word)) return undefined;
    // What is similar is said here, so that nothing hangs on how a cluster counts errors.
    const target = wordOfToken(encodeTerm(word));
    return findFuzzy(candidates, target, maxEdits(word)).map((i) => candidates[i]);
  }

  async #suggested(word: string): Promise<string[]> {
    const { suggest } = await this.#pit.search({
      size: 0,
      track_total_hits: false,
      suggest: {
        text: encodeTerm(word),
        fuzzy: {
          term: {
            field: 'terms',
            suggest_mode: 'always',
            max_edits: maxEdits(word),
            // The mark: only words are similar to words.
            prefix_length: 1,
            min_word_length: 1,
            accuracy: 0,
            // Listings that are gone count for a while.
            max_term_freq: 1e9,
            size: MAX_WORDS,
            shard_size: MAX_WORDS,
            max_inspections: 1000,
          },
        },
      },
    });
    const { fuzzy } = suggest as Suggestions;
    return fuzzy.flatMap(({ options }) => options.map(({ text }) => wordOfToken(text)));
  }

  /** All long words of the view: few listings have any. */
  #long(): Promise<readonly string[]> {
    this.#longWords ??= fetchBuckets<string>(this.#pit, HAS_LONG_WORDS, 'longWords').then(({ buckets }) =>
      buckets.map(({ value }) => value),
    );
    this.#longWords.catch(() => (this.#longWords = undefined));
    return this.#longWords;
  }
}

const HAS_LONG_WORDS = { exists: { field: 'longWords' } };
