// Finds some of the trade's terms in a text, each spelling as long as possible.
import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import { firstLetters, NOWHERE, Spellings, START } from '../index/spellings.ts';
import { tradeTerms, type TradeTerm } from '../vehicle/trade-terms.ts';

/** A spelling in a text. */
export interface FoundTerm {
  /** What it says first; never empty. */
  readonly terms: readonly TradeTerm[];
  /** The words that follow it, folded; at most two. */
  readonly next: readonly string[];
}

const NEXT_WORDS = 2;

export class TermFinder {
  readonly #isRead: (term: TradeTerm) => boolean;
  #spellings: Spellings | undefined;

  constructor(isRead: (term: TradeTerm) => boolean) {
    this.#isRead = isRead;
  }

  /** In the order of the text. */
  find(text: string): FoundTerm[] {
    // Made at the first use: an operator's terms are known only once the program has started.
    const known = (this.#spellings ??= new Spellings(tradeTerms().terms.filter(this.#isRead)));
    const words = tokenize(foldText(text));
    const found: FoundTerm[] = [];
    for (let at = 0; at < words.length;) {
      let next = at + 1;
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
      at = next;
    }
    return found;
  }
}

/** Each term once. */
export function termsIn(found: readonly FoundTerm[]): TradeTerm[] {
  return [...new Set(found.flatMap(({ terms }) => terms))];
}
