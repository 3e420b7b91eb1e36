// Finds some of the trade's terms in the words of a text, each spelling as long as possible.
import type { TradeTerm } from '../vehicle/trade-terms.ts';
import { firstLetters, NOWHERE, Spellings, START } from './spellings.ts';

/** A spelling in a text. */
export interface FoundTerm {
  /** What it says first; never empty. */
  readonly terms: readonly TradeTerm[];
  /** The words that follow it, folded; at most two. */
  readonly next: readonly string[];
}

const NEXT_WORDS = 2;

export class TermFinder {
  readonly #spellings: Spellings;

  constructor(terms: readonly TradeTerm[]) {
    this.#spellings = new Spellings(terms);
  }

  /** In the order of the folded words. `starts` are the positions at which a spelling may begin, ascending. */
  find(words: readonly string[], starts: readonly number[]): FoundTerm[] {
    const known = this.#spellings;
    const found: FoundTerm[] = [];
    let next = 0;
    for (const at of starts) {
      if (at < next) continue;
      let terms: readonly TradeTerm[] = [];
      let beginning = START;
      for (let end = at; end < words.length; end++) {
        if (!known.mayStep(beginning, firstLetters(words[end]))) break;
        beginning = known.step(beginning, words[end]);
        if (beginning === NOWHERE) break;
        const wording = known.wordingAt(beginning);
        if (wording === undefined) continue;
        terms = [...wording.terms, ...wording.implied];
        next = end + 1;
      }
      if (terms.length > 0) found.push({ terms, next: words.slice(next, next + NEXT_WORDS) });
    }
    return found;
  }
}
