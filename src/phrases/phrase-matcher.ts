// Looks phrases of one or more words up at a position in a text; the longest wins. Tables are lists of phrases separated by
// commas, parsed once to a tree of words, so most lookups end at the first word.
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { nameKey } from '../vehicle/name-key.ts';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  /** In words. */
  readonly length: number;
}

/** What the words up to here mean, and the words that may follow. */
interface Node<Meaning> {
  meaning: Meaning | undefined;
  readonly next: Map<string, Node<Meaning>>;
}

export class PhraseMatcher<Meaning> {
  readonly #root: Node<Meaning> = { meaning: undefined, next: new Map() };

  constructor(rows: readonly (readonly [meaning: Meaning, phrases: string])[]) {
    for (const [meaning, phrases] of rows) {
      for (const phrase of phrases.split(',')) {
        const words = phrase.trim().split(/\s+/).map(nameKey);
        const node = this.#nodeOf(words);
        if (node.meaning !== undefined) throw new Error(`The phrase '${words.join(' ')}' is listed twice`);
        node.meaning = meaning;
      }
    }
  }

  /** The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. */
  find({ words }: TokenizedPhrase, at: number): PhraseMatch<Meaning> | undefined {
    let found: Meaning | undefined;
    let length = 0;
    let node: Node<Meaning> | undefined = this.#root;
    for (let i = at; i < words.length; i++) {
      const word = words[i];
      if (i > at && !word.flows) break;
      node = node.next.get(word.key);
      if (node === undefined) break;
      if (node.meaning === undefined) continue;
      found = node.meaning;
      length = i + 1 - at;
    }
    return found === undefined ? undefined : { meaning: found, length };
  }

  /** The meaning of a whole phrase, given as its key. */
  get(key: string): Meaning | undefined {
    let node: Node<Meaning> | undefined = this.#root;
    for (const word of key.split(' ')) node = node?.next.get(word);
    return node?.meaning;
  }

  #nodeOf(words: readonly string[]): Node<Meaning> {
    let node = this.#root;
    for (const word of words) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = { meaning: undefined, next: new Map() };
        node.next.set(word, next);
      }
      node = next;
    }
    return node;
  }
}
