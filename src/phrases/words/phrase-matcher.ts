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
  /** Never has words: it only tests what is around it. Needs `crosses`. */
  readonly isEmpty?: true;
}

/** What a slot without words has. */
export const EMPTY = { crosses: true, isEmpty: true } as const;

/** A word as a key, any phrase of a list, or a slot. */
export type Part = string | PhraseMatcher<unknown> | Slot;

interface Node<Meaning> {
  meaning: Meaning | undefined;
  /** Undefined where no word follows, as in most. */
  next: Map<string, Node<Meaning>> | undefined;
  /** What may follow besides words. */
  others: Other<Meaning>[] | undefined;
  /** Undefined until it is needed. */
  starts: Starts | undefined;
}

interface Other<Meaning> {
  readonly part: Exclude<Part, string>;
  readonly node: Node<Meaning>;
}

type Test = (key: string) => boolean;

/** The first words of phrases. */
interface Starts {
  readonly words: ReadonlySet<string>;
  readonly tests: readonly Test[];
  /** A phrase may have no words, or begin where a clause ends. */
  readonly isOpen: boolean;
}

const ANY_WORD: Test = () => true;
const NO_WORDS: ReadonlySet<string> = new Set();

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
  readonly #root = newNode<Meaning>();
  readonly #first = new Set<string>();
  readonly #firstTests: Test[] = [];
  #mayBeEmpty = false;
  /** The root's others that may begin with a word: by each word that they list, and of any other word. */
  #othersByWord: Map<string | undefined, Other<Meaning>[]> | undefined;

  /** Phrases are words as keys, with one space between them, or parts. No phrase comes twice. */
  constructor(rows: Iterable<readonly [phrase: string | readonly Part[], meaning: Meaning]>) {
    for (const [phrase, meaning] of rows)
      this.#nodeOf(typeof phrase === 'string' ? phrase.split(' ') : phrase).meaning = meaning;
    this.#addFirst(this.#root);
  }

  #addFirst({ meaning, next, others }: Node<unknown>): void {
    this.#mayBeEmpty ||= meaning !== undefined;
    for (const word of next?.keys() ?? []) this.#first.add(word);
    for (const { part, node } of others ?? []) {
      if (part instanceof PhraseMatcher) {
        for (const word of part.#first) this.#first.add(word);
        for (const test of part.#firstTests) this.#addTest(test);
        if (part.#mayBeEmpty) this.#addFirst(node);
      } else if (part.crosses === true) this.#addFirst(node);
      else this.#addTest(part.mayBegin ?? ANY_WORD);
    }
  }

  #addTest(test: Test): void {
    if (!this.#firstTests.includes(test)) this.#firstTests.push(test);
  }

  /**
   * The longest phrase that begins at word `at`. A phrase does not cross punctuation that ends a clause. `context` is for
   * slots.
   */
  find(phrase: Phrase, at: number, context?: unknown): PhraseMatch<Meaning> | undefined {
    const { words } = phrase;
    // Most words begin no phrase of a list.
    if (at >= words.length || !this.mayBegin(words[at].key)) return undefined;
    const { end, meaning } = this.#longest({ words, from: at, phrase, context });
    return meaning === undefined ? undefined : { meaning, length: end - at };
  }

  /** The same, if word `at` continues the clause of the word before it. */
  next(phrase: Phrase, at: number): PhraseMatch<Meaning> | undefined {
    return phrase.words.at(at)?.flows === true ? this.find(phrase, at) : undefined;
  }

  /** The number of words of the longest phrase that begins at word `at`; 0 if none does. */
  lengthAt(phrase: Phrase, at: number): number {
    return this.find(phrase, at)?.length ?? 0;
  }

  /** The meaning of a whole phrase, given as its key. */
  get(key: string): Meaning | undefined {
    const keys = key.split(' ');
    if (!this.#first.has(keys[0])) return undefined;
    const words = keys.map((word) => ({ key: word, flows: true }));
    const { end, meaning } = this.#longest({ words, from: 0, phrase: undefined, context: undefined });
    return end === words.length ? meaning : undefined;
  }

  /** Whether a phrase may have a word as its first. */
  readonly mayBegin = (key: string): boolean =>
    this.#first.has(key) || (this.#firstTests.length > 0 && passesAny(this.#firstTests, key));

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
    if (node.next === undefined && node.others === undefined) return;
    const { words, from, phrase, context } = lookup;
    const key = at < words.length && (at === from || words[at].flows) ? words[at].key : undefined;
    const next = key === undefined ? undefined : node.next?.get(key);
    if (next !== undefined) this.#walk(lookup, at + 1, next, found);
    if (node.others === undefined) return;
    const others = node === this.#root && key !== undefined ? this.#othersAt(key) : node.others;
    for (const { part, node: after } of others) {
      if (part instanceof PhraseMatcher) {
        if (key === undefined || !(part.#mayBeEmpty || part.mayBegin(key))) continue;
        const ends: number[] = [];
        part.#walk(lookup, at, part.#root, { end: at, meaning: undefined, ends });
        for (const end of ends) this.#walk(lookup, end, after, found);
      } else if (phrase !== undefined && this.#mayBeAt(key, part, after)) {
        const end = part.end(phrase, at, context);
        if (end !== undefined) this.#walk(lookup, end, after, found);
      }
    }
  }

  /** Whether a slot and what follows it may match before a word; without one, where a clause ends. */
  #mayBeAt(key: string | undefined, { mayBegin, crosses, isEmpty }: Slot, after: Node<Meaning>): boolean {
    if (isEmpty === true) return isStart(this.#startsOf(after), key);
    return crosses === true || (key !== undefined && mayBegin?.(key) !== false);
  }

  #othersAt(key: string): readonly Other<Meaning>[] {
    if (this.#othersByWord === undefined) {
      const others = (this.#root.others ?? []).map((other) => ({ other, starts: this.#startsWith(other) }));
      const words = new Set(others.flatMap(({ starts }) => [...starts.words]));
      const having = (mayStart: (starts: Starts) => boolean): Other<Meaning>[] =>
        others.flatMap(({ other, starts }) => (mayStart(starts) ? [other] : []));
      this.#othersByWord = new Map([
        [undefined, having(({ tests, isOpen }) => isOpen || tests.length > 0)],
        ...Array.from(words, (word) => [word, having((starts) => isStart(starts, word))] as const),
      ]);
    }
    return this.#othersByWord.get(key) ?? this.#othersByWord.get(undefined) ?? [];
  }

  #startsWith({ part, node }: Other<unknown>): Starts {
    if (part instanceof PhraseMatcher)
      return { words: part.#first, tests: part.#firstTests, isOpen: part.#mayBeEmpty };
    if (part.isEmpty === true) return this.#startsOf(node);
    const isOpen = part.crosses === true;
    return { words: NO_WORDS, tests: isOpen ? [] : [part.mayBegin ?? ANY_WORD], isOpen };
  }

  /** The first words of what follows a node. */
  #startsOf(node: Node<unknown>): Starts {
    if (node.starts !== undefined) return node.starts;
    const others = (node.others ?? []).map((other) => this.#startsWith(other));
    return (node.starts = {
      words: new Set([...(node.next?.keys() ?? []), ...others.flatMap(({ words }) => [...words])]),
      tests: [...new Set(others.flatMap(({ tests }) => tests))],
      isOpen: node.meaning !== undefined || others.some(({ isOpen }) => isOpen),
    });
  }

  #nodeOf(parts: readonly Part[]): Node<Meaning> {
    let node = this.#root;
    for (const part of parts) {
      let next =
        typeof part === 'string'
          ? node.next?.get(part)
          : node.others?.find((other) => other.part === part)?.node;
      if (next === undefined) {
        next = newNode<Meaning>();
        if (typeof part === 'string') (node.next ??= new Map<string, Node<Meaning>>()).set(part, next);
        else (node.others ??= []).push({ part, node: next });
      }
      node = next;
    }
    return node;
  }
}

function newNode<Meaning>(): Node<Meaning> {
  return { meaning: undefined, next: undefined, others: undefined, starts: undefined };
}

/** Whether phrases may begin with a word; without one, where a clause ends. */
function isStart({ words, tests, isOpen }: Starts, key: string | undefined): boolean {
  return isOpen || (key !== undefined && (words.has(key) || passesAny(tests, key)));
}

function passesAny(tests: readonly Test[], key: string): boolean {
  for (const test of tests) if (test(key)) return true;
  return false;
}
