// Looks phrases of one or more words up at a position in a text; the longest wins. The phrases are a tree of words, so most lookups end
// at the first word.
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  /** In words. */
  readonly length: number;
}

/** What the words up to here mean, and the words that may follow. */
interface Node<Meaning> {
  meaning: Meaning | undefined;
  /** Undefined where no word follows, as in most. */
  next: Map<string, Node<Meaning>> | undefined;
}

export class PhraseMatcher<Meaning> {
  readonly #root: Node<Meaning> = { meaning: undefined, next: undefined };

  /** Phrases are words as keys, with one space between them. No phrase comes twice. */
  constructor(rows: readonly (readonly [phrase: string, meaning: Meaning])[]) {
    for (const [phrase, meaning] of rows) this.#nodeOf(phrase.split(' ')).meaning = meaning;
  }

  /** The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. */
  find({ words }: TokenizedPhrase, at: number): PhraseMatch<Meaning> | undefined {
    let found: Meaning | undefined;
    let length = 0;
    let node: Node<Meaning> | undefined = this.#root;
    for (let i = at; i < words.length; i++) {
      const word = words[i];
      if (i > at && !word.flows) break;
      node = node.next?.get(word.key);
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
    for (const word of key.split(' ')) node = node?.next?.get(word);
    return node?.meaning;
  }

  #nodeOf(words: readonly string[]): Node<Meaning> {
    let node = this.#root;
    for (const word of words) {
      const following: Map<string, Node<Meaning>> = (node.next ??= new Map<string, Node<Meaning>>());
      let next = following.get(word);
      if (next === undefined) following.set(word, (next = { meaning: undefined, next: undefined }));
      node = next;
    }
    return node;
  }
}
