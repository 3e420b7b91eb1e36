// Looks phrases of one or more words up at a position in a text; the longest wins. The phrases are a tree of words, so most lookups end
// at the first word. A phrase may have another list of phrases as a part, which is a tree of its own, or a slot such as a number.
import type { Phrase } from './tokenized-phrase.ts';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  readonly length: number;
}

/** Stands for words that no list can have. */
export interface Slot {
  /** The number of the word behind it; undefined if it does not match at word `at`. */
  readonly end: (phrase: Phrase, at: number, context: unknown) => number | undefined;
  /** Whether a word may be its first, if a look at the word can exclude others. */
  readonly mayBegin?: (key: string) => boolean;
  /** May come where a clause ends, and may have no words. */
  readonly crosses?: true;
}

/** A word as a key, any phrase of a list, or a slot. */
export type Part = string | PhraseMatcher<unknown> | Slot;

interface Node<Meaning> {
  meaning: Meaning | undefined;
  /** Undefined where nothing follows, as in most. */
  next: Map<Part, Node<Meaning>> | undefined;
  /** What may follow besides words. */
  others: Exclude<Part, string>[] | undefined;
}

const ANY_WORD = (): boolean => true;

type Words = readonly { readonly key: string; readonly flows: boolean }[];

/** One lookup. Without `endOf`, slots match nothing. */
interface Lookup {
  readonly words: Words;
  readonly from: number;
  readonly endOf: ((slot: Slot, at: number) => number | undefined) | undefined;
}

export class PhraseMatcher<Meaning> {
  readonly #root: Node<Meaning> = { meaning: undefined, next: undefined, others: undefined };
  readonly #first = new Set<string>();
  readonly #firstTests = new Set<NonNullable<Slot['mayBegin']>>();
  #mayBeEmpty = false;

  /** Phrases are words as keys, with one space between them, or parts. No phrase comes twice. */
  constructor(rows: Iterable<readonly [phrase: string | readonly Part[], meaning: Meaning]>) {
    for (const [phrase, meaning] of rows)
      this.#nodeOf(typeof phrase === 'string' ? phrase.split(' ') : phrase).meaning = meaning;
    this.#addFirst(this.#root);
  }

  #addFirst({ meaning, next }: Node<unknown>): void {
    this.#mayBeEmpty ||= meaning !== undefined;
    for (const [part, after] of next ?? []) {
      if (typeof part === 'string') this.#first.add(part);
      else if (part instanceof PhraseMatcher) {
        for (const word of part.#first) this.#first.add(word);
        for (const test of part.#firstTests) this.#firstTests.add(test);
        if (part.#mayBeEmpty) this.#addFirst(after);
      } else if (part.crosses === true) this.#addFirst(after);
      else this.#firstTests.add(part.mayBegin ?? ANY_WORD);
    }
  }

  /** The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. `context` is for slots. */
  find(phrase: Phrase, at: number, context?: unknown): PhraseMatch<Meaning> | undefined {
    const { words } = phrase;
    if (at >= words.length) return undefined;
    const { key } = words[at];
    // Most words begin no phrase of a list, and most lists have no slots.
    if (!this.#first.has(key) && (this.#firstTests.size === 0 || !this.mayBegin(key))) return undefined;
    let found: PhraseMatch<Meaning> | undefined;
    const lookup: Lookup = { words, from: at, endOf: (slot, next) => slot.end(phrase, next, context) };
    this.#walk(lookup, at, this.#root, (end, meaning) => {
      if (end - at > (found?.length ?? 0)) found = { meaning, length: end - at };
    });
    return found;
  }

  /** The same, if word `at` continues the clause of the word before it. */
  next(phrase: Phrase, at: number, context?: unknown): PhraseMatch<Meaning> | undefined {
    return phrase.words.at(at)?.flows === true ? this.find(phrase, at, context) : undefined;
  }

  /** The number of words of the longest phrase that begins at word `at`; 0 if none does. */
  lengthAt(phrase: Phrase, at: number): number {
    return this.find(phrase, at)?.length ?? 0;
  }

  /** The meaning of a whole phrase, given as its key. */
  get(key: string): Meaning | undefined {
    const words = key.split(' ').map((word) => ({ key: word, flows: true }));
    let found: Meaning | undefined;
    this.#walk({ words, from: 0, endOf: undefined }, 0, this.#root, (end, meaning) => {
      if (end === words.length) found ??= meaning;
    });
    return found;
  }

  /** Whether a phrase may have a word as its first. */
  readonly mayBegin = (key: string): boolean => {
    if (this.#first.has(key)) return true;
    for (const test of this.#firstTests) if (test(key)) return true;
    return false;
  };

  /** Calls `visit` for each phrase whose first parts lead to `node` and whose others begin at word `at`. */
  #walk(
    lookup: Lookup,
    at: number,
    node: Node<Meaning>,
    visit: (end: number, meaning: Meaning) => void,
  ): void {
    if (node.meaning !== undefined) visit(at, node.meaning);
    if (node.next === undefined) return;
    const { words, from, endOf } = lookup;
    const flows = at < words.length && (at === from || words[at].flows);
    const next = flows ? node.next.get(words[at].key) : undefined;
    if (next !== undefined) this.#walk(lookup, at + 1, next, visit);
    for (const part of node.others ?? []) {
      const after = node.next.get(part);
      if (after === undefined) continue;
      if (part instanceof PhraseMatcher) {
        if (flows && (part.#mayBeEmpty || part.mayBegin(words[at].key)))
          part.#walk(lookup, at, part.#root, (end) => this.#walk(lookup, end, after, visit));
      } else if (part.crosses === true || (flows && part.mayBegin?.(words[at].key) !== false)) {
        const end = endOf?.(part, at);
        if (end !== undefined) this.#walk(lookup, end, after, visit);
      }
    }
  }

  #nodeOf(parts: readonly Part[]): Node<Meaning> {
    let node = this.#root;
    for (const part of parts) {
      const following: Map<Part, Node<Meaning>> = (node.next ??= new Map<Part, Node<Meaning>>());
      let next = following.get(part);
      if (next === undefined) {
        following.set(part, (next = { meaning: undefined, next: undefined, others: undefined }));
        if (typeof part !== 'string') (node.others ??= []).push(part);
      }
      node = next;
    }
    return node;
  }
}
