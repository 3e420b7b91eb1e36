// Finds the spellings of the trade's terms in words. A spelling is read with nothing between its words, so `sat nav`,
// `sat-nav` and `satnav` are one. Readers step from word to word; a step is as fast as a word is short.
import { wordingKey } from '../listing/parse-trade-terms.ts';
import { CLASS_GROUPS, type TradeTerm } from '../listing/trade-terms.ts';

/** What a spelling says. */
export interface Wording {
  /** Classes of a fuel or gearbox that it is a spelling of. */
  classes: TradeTerm[];
  terms: TradeTerm[];
  /** Classes and terms that an advert with this wording also says. */
  implied: TradeTerm[];
  /** Whether the table has it so, and not in the other number: `cooper s` is no plural. */
  isWritten: boolean;
}

/** A node of the trie. The root is 0. */
export type TrieNode = number;
/** No spelling continues so. */
export const NOWHERE = -1;
export const ROOT: TrieNode = 0;

/** No spelling has more words. */
export const MAX_SPELLING_WORDS = 6;

export class SpellingTrie {
  readonly #children: Map<number, TrieNode>[] = [new Map<number, TrieNode>()];
  readonly #wordings: (Wording | undefined)[] = [undefined];
  readonly #texts: string[] = [''];

  constructor(terms: readonly TradeTerm[]) {
    for (const term of terms) {
      const written = new Set([...term.spellings, ...term.narrower].map(wordingKey));
      const add = (key: string, kind: 'classes' | 'terms' | 'implied'): void =>
        this.#add(key, kind, term, written.has(key));
      for (const key of term.keys) add(key, isClass(term) ? 'classes' : 'terms');
      for (const key of term.narrowerKeys) add(key, 'implied');
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

  #add(key: string, kind: 'classes' | 'terms' | 'implied', term: TradeTerm, isWritten: boolean): void {
    let node = ROOT;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      node = this.#children[node].get(unit) ?? this.#grow(node, unit);
    }
    const wording = (this.#wordings[node] ??= { classes: [], terms: [], implied: [], isWritten: false });
    wording[kind].push(term);
    wording.isWritten ||= isWritten;
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
