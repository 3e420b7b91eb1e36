// The words of a view that a word may be a typing error of. Asked for once, they make a search by plain terms: looking for
// what is similar again with every impact takes five times as long.
import { maxEdits, findFuzzy } from '../../engine/postings/edit-distance.ts';
import type { ClusterView } from './cluster-view.ts';
import { isLongWord, termToken, wordOfToken } from './tokens.ts';
import { findBuckets } from './value-buckets.ts';

type Searched = Pick<ClusterView, 'search'>;

/** With so many, not all may have come back. */
const MOST_WORDS = 5000;

interface Suggestions {
  readonly similar: readonly { readonly options: readonly { readonly text: string }[] }[];
}

export class SimilarWordsOfView {
  readonly #view: Searched;
  #longWords: Promise<readonly string[]> | undefined;

  constructor(view: Searched) {
    this.#view = view;
  }

  /** All of them, and perhaps some that no listing has any more; undefined if there are very many. */
  async find(word: string): Promise<readonly string[] | undefined> {
    const candidates = isLongWord(word) ? await this.#long() : await this.#suggested(word);
    if (candidates.length >= MOST_WORDS && !isLongWord(word)) return undefined;
    // What is similar is said here, so that nothing hangs on how a cluster counts errors.
    const asked = wordOfToken(termToken(word));
    return findFuzzy(candidates, asked, maxEdits(word)).map((i) => candidates[i]);
  }

  async #suggested(word: string): Promise<string[]> {
    const { suggest } = await this.#view.search({
      size: 0,
      track_total_hits: false,
      suggest: {
        text: termToken(word),
        similar: {
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
            size: MOST_WORDS,
            shard_size: MOST_WORDS,
            max_inspections: 1000,
          },
        },
      },
    });
    const { similar } = suggest as Suggestions;
    return similar.flatMap(({ options }) => options.map(({ text }) => wordOfToken(text)));
  }

  /** All long words of the view: few listings have any. */
  #long(): Promise<readonly string[]> {
    this.#longWords ??= findBuckets<string>(this.#view, HAS_LONG_WORDS, 'longWords').then(({ buckets }) =>
      buckets.map(({ value }) => value),
    );
    this.#longWords.catch(() => (this.#longWords = undefined));
    return this.#longWords;
  }
}

const HAS_LONG_WORDS = { exists: { field: 'longWords' } };
