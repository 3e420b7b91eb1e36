// Finds given terms of the trade in the words of a text, each by its longest spelling.
import type { TradeTerm } from '../../vehicle/trade-terms.ts';
import type { SpelledText } from './spelled-words.ts';

/** A spelling found in a text. */
export interface FoundTerm {
  /** The terms that it names, then those that it implies; never empty. */
  readonly terms: readonly TradeTerm[];
  /** Position of the word after it. */
  readonly end: number;
}

const NONE: readonly FoundTerm[] = [];

export class TermFinder {
  readonly #terms: ReadonlySet<TradeTerm>;
  /** By spelling, the given terms that it names or implies. */
  readonly #said: (readonly TradeTerm[] | undefined)[] = [];

  constructor(terms: readonly TradeTerm[]) {
    this.#terms = new Set(terms);
  }

  /** In the order of the words, of which only the first `words` are read. */
  find(text: SpelledText, words = text.count): readonly FoundTerm[] {
    let found: FoundTerm[] | undefined;
    let last = -1;
    let free = 0;
    for (let i = 0; i < text.found; i++) {
      const at = text.starts[i];
      if (at >= words) break;
      const end = text.ends[i];
      if ((at < free && at !== last) || end > words) continue;
      const terms = this.#said[text.spellings[i]] ?? this.#termsAt(text, i);
      if (terms.length === 0) continue;
      found ??= [];
      if (at === last) found.pop();
      found.push({ terms, end });
      last = at;
      free = end;
    }
    return found ?? NONE;
  }

  #termsAt(text: SpelledText, found: number): readonly TradeTerm[] {
    const spelling = text.spellings[found];
    const { terms = [], implied = [] } = text.words.spellings.wordingAt(spelling) ?? {};
    return (this.#said[spelling] = [...terms, ...implied].filter((term) => this.#terms.has(term)));
  }
}
