// The words of queries, matched against one view of the stock. Whether a word is taken for a typing error, and how much it
// counts, hangs on all listings of the view: so each word is asked about once, and what came of it is kept.
import { idfOf } from '../../engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../../engine/postings/tokenizer.ts';
import { SEARCH_SYNONYMS } from '../synonyms.ts';
import type { ClusterView } from './cluster-view.ts';
import { SimilarWordsOfView } from './similar-words.ts';
import { literalReading, mistypedReading, similarReading, type WordReading } from './word-clauses.ts';

export interface MatchedWord {
  readonly reading: WordReading;
  /** Weight of the word, by how few listings have it. */
  readonly rarity: number;
}

/** Words that are kept; then it is forgotten from the beginning. */
const MOST_WORDS = 20_000;

export class ViewWords {
  readonly #view: Pick<ClusterView, 'search' | 'count'>;
  readonly #listings: number;
  readonly #similar: SimilarWordsOfView;
  readonly #known = new Map<string, Promise<MatchedWord>>();

  /** `listings` is how many there are in all. */
  constructor(view: Pick<ClusterView, 'search' | 'count'>, listings: number) {
    this.#view = view;
    this.#similar = new SimilarWordsOfView(view);
    this.#listings = listings;
  }

  /** The different words of a text, each matched. None: the text holds no word. */
  match(text: string): Promise<readonly MatchedWord[]> {
    const words = tokenize(foldText(text));
    const last = words.at(-1);
    return Promise.all([...new Set(words)].map((word) => this.#matchOnce(word, word === last)));
  }

  #matchOnce(word: string, isLast: boolean): Promise<MatchedWord> {
    const name = `${isLast ? 'last' : 'inner'} ${word}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_WORDS) this.#known.clear();
    const match = this.#match(word, isLast);
    this.#known.set(name, match);
    match.catch(() => this.#known.delete(name));
    return match;
  }

  async #match(word: string, isLast: boolean): Promise<MatchedWord> {
    const literal = literalReading(word, isLast, SEARCH_SYNONYMS.get(word) ?? []);
    const matching = await this.#view.count(literal.filter);
    if (matching > 0 || onlyExact(word)) return this.#weighed(literal, matching);
    const similar = await this.#similar.find(word);
    const mistyped = similar === undefined ? mistypedReading(word) : similarReading(similar);
    return this.#weighed(mistyped, await this.#view.count(mistyped.filter));
  }

  #weighed(reading: WordReading, matching: number): MatchedWord {
    return { reading, rarity: idfOf(matching, this.#listings) };
  }
}
