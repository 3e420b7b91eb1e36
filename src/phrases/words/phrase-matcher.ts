// Looks phrases of one or more words up at a position in a text; the longest wins. The phrases are a tree of words, so most
// lookups end at the first word. A phrase may have another list of phrases as a part, which is a tree of its own, or a slot
// such as a number.
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

/** One lookup. Without a phrase, slots match nothing. */
interface Lookup {
  readonly words: Words;
  readonly from: number;
  readonly phrase: Phrase | undefined;
  readonly context: unknown;
}

/** What a walk has found: the first of the longest phrases, or the ends of all. */
interface Found<Meaning> {
  end: number;
  meaning: Meaning | undefined;
  readonly ends?: number[];
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

  /**
   * The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. `context` is for
   * slots.
   */
  find(phrase: Phrase, at: number, context?: unknown): PhraseMatch<Meaning> | undefined {
    const { words } = phrase;
    if (at >= words.length) return undefined;
    const { key } = words[at];
    // Most words begin no phrase of a list, and most lists have no slots.
    if (!this.#first.has(key) && (this.#firstTests.size === 0 || !this.mayBegin(key))) return undefined;
    const { end, meaning } = this.#longest({ words, from: at, phrase, context });
    return meaning === undefined ? undefined : { meaning, length: end - at };
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
    const { end, meaning } = this.#longest({ words, from: 0, phrase: undefined, context: undefined });
    return end === words.length ? meaning : undefined;
  }

  /** Whether a phrase may have a word as its first. */
  readonly mayBegin = (key: string): boolean => {
    if (this.#first.has(key)) return true;
    for (const test of this.#firstTests) if (test(key)) return true;
    return false;
  };

  #longest(lookup: Lookup): Found<Meaning> {
    const found: Found<Meaning> = { end: lookup.from, meaning: undefined };
    this.#walk(lookup, lookup.from, this.#root, found);
    return found;
  }

  /** Adds each phrase whose first parts lead to `node` and whose others begin at word `at`. */
  #walk(lookup: Lookup, at: number, node: Node<Meaning>, found: Found<Meaning>): void {
    if (node.meaning !== undefined) {
      if (found.ends !== undefined) found.ends.push(at);
      else if (at > found.end) {
        found.end = at;
        found.meaning = node.meaning;
      }
    }
    if (node.next === undefined) return;
    const { words, from, phrase, context } = lookup;
    const flows = at < words.length && (at === from || words[at].flows);
    const next = flows ? node.next.get(words[at].key) : undefined;
    if (next !== undefined) this.#walk(lookup, at + 1, next, found);
    if (node.others === undefined) return;
    for (const part of node.others) {
      if (part instanceof PhraseMatcher) {
        if (!flows || !(part.#mayBeEmpty || part.mayBegin(words[at].key))) continue;
        const ends: number[] = [];
        part.#walk(lookup, at, part.#root, { end: at, meaning: undefined, ends });
        if (ends.length === 0) continue;
        const after = node.next.get(part);
        if (after !== undefined) for (const end of ends) this.#walk(lookup, end, after, found);
      } else if (part.crosses === true || (flows && part.mayBegin?.(words[at].key) !== false)) {
        const end = phrase && part.end(phrase, at, context);
        const after = end === undefined ? undefined : node.next.get(part);
        if (end !== undefined && after !== undefined) this.#walk(lookup, end, after, found);
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
