// Looks phrases of one or more words up at a position in a text; the longest wins. The phrases are a tree of words, so most lookups end
// at the first word. A phrase may have another list of phrases as a part, which is a tree of its own: together they stand for many more.
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  /** In words. */
  readonly length: number;
}

/** A word as a key, or any phrase of a list. */
export type Part = string | PhraseMatcher<unknown>;

/** What the words up to here mean, and what may follow. */
interface Node<Meaning> {
  meaning: Meaning | undefined;
  /** Undefined where nothing follows, as in most. */
  next: Map<Part, Node<Meaning>> | undefined;
  /** The lists among what may follow. */
  lists: PhraseMatcher<unknown>[] | undefined;
}

type Words = readonly { readonly key: string; readonly flows: boolean }[];

export class PhraseMatcher<Meaning> {
  readonly #root: Node<Meaning> = { meaning: undefined, next: undefined, lists: undefined };
  /** The words that a phrase may begin with: most words of a text begin none. */
  readonly #first = new Set<string>();

  /** Phrases are words as keys, with one space between them, or parts. No phrase comes twice. */
  constructor(rows: readonly (readonly [phrase: string | readonly Part[], meaning: Meaning])[]) {
    for (const [phrase, meaning] of rows)
      this.#nodeOf(typeof phrase === 'string' ? phrase.split(' ') : phrase).meaning = meaning;
    for (const part of this.#root.next?.keys() ?? [])
      for (const word of typeof part === 'string' ? [part] : part.#first) this.#first.add(word);
  }

  /** The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. */
  find({ words }: TokenizedPhrase, at: number): PhraseMatch<Meaning> | undefined {
    if (at >= words.length || !this.#first.has(words[at].key)) return undefined;
    let found: PhraseMatch<Meaning> | undefined;
    this.#walk(words, at, at, this.#root, (end, meaning) => {
      if (end - at > (found?.length ?? 0)) found = { meaning, length: end - at };
    });
    return found;
  }

  /** The meaning of a whole phrase, given as its key. */
  get(key: string): Meaning | undefined {
    const words = key.split(' ').map((word) => ({ key: word, flows: true }));
    let found: Meaning | undefined;
    this.#walk(words, 0, 0, this.#root, (end, meaning) => {
      if (end === words.length) found ??= meaning;
    });
    return found;
  }

  /** Calls `visit` for each phrase whose first parts lead to `node` and whose others begin at word `at`. */
  #walk(
    words: Words,
    from: number,
    at: number,
    node: Node<Meaning>,
    visit: (end: number, meaning: Meaning) => void,
  ): void {
    if (node.meaning !== undefined) visit(at, node.meaning);
    if (node.next === undefined || at >= words.length || (at > from && !words[at].flows)) return;
    const next = node.next.get(words[at].key);
    if (next !== undefined) this.#walk(words, from, at + 1, next, visit);
    for (const list of node.lists ?? []) {
      const after = node.next.get(list);
      list.#walk(words, from, at, list.#root, (end) => {
        if (after !== undefined) this.#walk(words, from, end, after, visit);
      });
    }
  }

  #nodeOf(parts: readonly Part[]): Node<Meaning> {
    let node = this.#root;
    for (const part of parts) {
      const following: Map<Part, Node<Meaning>> = (node.next ??= new Map<Part, Node<Meaning>>());
      let next = following.get(part);
      if (next === undefined) {
        following.set(part, (next = { meaning: undefined, next: undefined, lists: undefined }));
        if (typeof part !== 'string') (node.lists ??= []).push(part);
      }
      node = next;
    }
    return node;
  }
}
