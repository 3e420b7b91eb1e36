// Finds the spellings of the trade's terms in words. A spelling is read with nothing between its words, so `sat nav`,
// `sat-nav` and `satnav` are one. Readers step from word to word; a step is as fast as a word is short.
import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import { CLASS_GROUPS, type TradeTerm } from '../listing/trade-terms.ts';
import { inflections } from '../listing/inflections.ts';

/** What a spelling says. */
export interface Wording {
  /** Classes of a fuel or gearbox that it is a spelling of. */
  classes: TradeTerm[];
  terms: TradeTerm[];
  /** Classes and terms that an advert with this wording also says. */
  implied: TradeTerm[];
}

/** A node of the trie. The root is 0. */
export type TrieNode = number;
/** No spelling continues so. */
export const NOWHERE = -1;
export const ROOT: TrieNode = 0;

/** More words than any spelling has. */
export const MAX_SPELLING_WORDS = 6;

export class SpellingTrie {
  readonly #children: Map<number, TrieNode>[] = [new Map<number, TrieNode>()];
  readonly #wordings: (Wording | undefined)[] = [undefined];
  readonly #texts: string[] = [''];

  constructor(terms: readonly TradeTerm[]) {
    for (const term of terms) {
      for (const spelling of term.spellings) this.#add(spelling, isClass(term) ? 'classes' : 'terms', term);
      for (const wording of term.narrower) this.#add(wording, 'implied', term);
    }
  }

  /** The node that a word leads to. */
  step(node: TrieNode, word: string): TrieNode {
    for (let i = 0; i < word.length; i++) {
      const child = this.#children[node].get(word.charCodeAt(i));
      if (child === undefined) return NOWHERE;
      node = child;
    }
    return node;
  }

  /** What the words read so far say together, if they are a spelling. */
  wordingAt(node: TrieNode): Wording | undefined {
    return this.#wordings[node];
  }

  /** The words that lead to a node, with nothing between. */
  textAt(node: TrieNode): string {
    return this.#texts[node];
  }

  #add(spelling: string, kind: keyof Wording, term: TradeTerm): void {
    for (const key of keysOf(spelling)) {
      let node = ROOT;
      for (let i = 0; i < key.length; i++) {
        const unit = key.charCodeAt(i);
        const children = this.#children[node];
        node = children.get(unit) ?? this.#grow(node, unit);
      }
      const wording = (this.#wordings[node] ??= { classes: [], terms: [], implied: [] });
      if (!wording[kind].includes(term)) wording[kind].push(term);
    }
  }

  #grow(parent: TrieNode, unit: number): TrieNode {
    const node = this.#children.length;
    this.#children[parent].set(unit, node);
    this.#children.push(new Map());
    this.#wordings.push(undefined);
    this.#texts.push(this.#texts[parent] + String.fromCharCode(unit));
    return node;
  }
}

export function isClass({ group }: TradeTerm): boolean {
  return CLASS_GROUPS.some((one) => one === group);
}

/** A spelling, and with its last word in singular and plural, in words as a text has them, with nothing between. */
function keysOf(spelling: string): string[] {
  const words = tokenize(foldText(spelling));
  const before = words.slice(0, -1).join('');
  const last = words.at(-1) ?? '';
  return [last, ...inflections(last)].map((form) => before + form);
}
