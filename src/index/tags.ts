// The tags of a listing: what its words say beyond themselves, one term each, so that a search for a term of the trade, in
// whichever spelling, reads one list of rows. A tag begins with a mark, which no word contains.
//
//    =satnav          a term of the trade
//    @automatic       a class of fuel or gearbox
//    +golfr           two names that stand side by side
//    ~sfr             how a word of a make or model sounds

import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import type { Row, Tagger } from '../engine/schema.ts';
import { grown } from '../engine/postings/term-dictionary.ts';
import { nameKey } from '../listing/name-key.ts';
import type { TradeTerm } from '../listing/trade-terms.ts';
import {
  MAX_SPELLING_WORDS,
  NOWHERE,
  ROOT,
  isClass,
  type SpellingTrie,
  type TrieNode,
} from './spelling-trie.ts';
import { soundKey } from './sound-key.ts';

export function termTag({ id }: TradeTerm): string {
  return `=${id}`;
}

export function classTag({ id }: TradeTerm): string {
  return `@${id}`;
}

/** Of two neighbours, with nothing between their own words. */
export function pairTag(first: string, second: string): string {
  return `+${first}${second}`;
}

export function soundTag(sound: string): string {
  return `~${sound}`;
}

/** Raise it if the same terms and listing make other tags. */
export const TAGS_VERSION = 1;

/** The name of a car is at the beginning of its description, if there. */
const TITLE_WORDS = 12;
/** Years and sizes between names: `Ford Fiesta 2018 1.0 ST-Line`. */
const BETWEEN_NAMES = /^(?:(?:19|20)\d\d|\d+(?:\.\d+)?l|\d+\.\d+)$/;
/** Shorter words sound like too many others. */
const MIN_SOUND_LETTERS = 4;
const HAS_DIGIT = /\p{N}/u;

/** The sound of a word of a query or a name; undefined for codes and short words. */
export function soundOf(word: string): string | undefined {
  return word.length < MIN_SOUND_LETTERS || HAS_DIGIT.test(word) ? undefined : soundKey(word);
}

/** Which columns say what. By position in the schema. */
export interface TaggedColumns {
  /** Columns of values that are names, as they stand in front of a car: make, then model. */
  readonly names: readonly number[];
  /** The text column of descriptions, which may begin with the car's name. */
  readonly description: number;
  /** Other text columns that may say terms. */
  readonly texts: readonly number[];
  /** For each group of classes: its column of values, and the names of its classes. */
  readonly classes: readonly {
    readonly group: string;
    readonly column: number;
    readonly names: readonly string[];
  }[];
}

interface KnownWord {
  readonly text: string;
  /** The number of the text among units of names, once it is one. */
  unit: number | undefined;
  /** Where it leads from the root of the trie. */
  readonly node: TrieNode;
  readonly isBetweenNames: boolean;
}

/** What a text says. */
interface Said {
  /** Numbers of tags of terms and sounds. */
  readonly tags: number[];
  readonly classes: TradeTerm[];
  /** The parts of a name, in order: words, and runs of words that are a spelling. */
  readonly units: number[];
}

/** What a spelling says. */
interface Meaning {
  readonly classes: readonly TradeTerm[];
  /** Numbers of tags of terms. */
  readonly tags: readonly number[];
}

/** Two numbers below this fit in one safe integer. */
const HALF = 2 ** 26;
const MAX_KNOWN_NAMES = 20_000;

export class ListingTagger implements Tagger {
  readonly #trie: SpellingTrie;
  readonly #columns: TaggedColumns;
  readonly #wordOf: (word: number) => string;
  readonly #tags = new Numbering();
  readonly #units = new Numbering();
  readonly #byNumber: (KnownWord | undefined)[] = [];
  readonly #names = new Map<string, Said>();
  /** By node at the end of a spelling: what it says. */
  readonly #meanings: (Meaning | undefined)[] = [];
  /** By two units, the tag of the pair. */
  readonly #pairs = new Map<number, number>();
  /** What the texts of the row say. */
  readonly #said: Said = { tags: [], classes: [], units: [] };
  readonly #words: KnownWord[] = [];
  #found = new Uint32Array(256);
  #count = 0;
  /** By tag: the last row that has it. */
  #lastRows = new Uint32Array(1024);
  #row = 1;

  constructor(trie: SpellingTrie, columns: TaggedColumns, wordOf: (word: number) => string) {
    this.#trie = trie;
    this.#columns = columns;
    this.#wordOf = wordOf;
  }

  read(column: number, words: Uint32Array): void {
    const isDescription = column === this.#columns.description;
    if (!isDescription && !this.#columns.texts.includes(column)) return;
    for (let i = 0; i < words.length; i++) this.#words[i] = this.#wordOfNumber(words[i]);
    this.#scan(this.#words, words.length, isDescription ? TITLE_WORDS : 0, this.#said);
  }

  finish(values: Row['values']): Uint32Array {
    this.#count = 0;
    this.#row++;
    const { tags, classes, units } = this.#said;
    const names = this.#columns.names.flatMap((column) => this.#nameOf(values[column]) ?? []);
    for (const { group, column, names: known } of this.#columns.classes) {
      const value = values[column];
      if (value !== null && known.includes(value)) this.#add(this.#tags.of(`@${nameKey(value)}`));
      else
        for (const said of [classes, ...names.map((name) => name.classes)])
          for (const one of said) if (one.group === group) this.#add(this.#tags.of(classTag(one)));
    }
    let previous: number | undefined;
    for (const name of names) {
      this.#addAll(name.tags);
      previous = this.#addPairs(previous, name.units);
    }
    this.#addAll(tags);
    this.#addPairs(previous, units);
    tags.length = classes.length = units.length = 0;
    return this.#found.subarray(0, this.#count);
  }

  tagOf(tag: number): string {
    return this.#tags.textOf(tag);
  }

  /** Reads the first `count` words from the left, the longest spelling first. Of the first `titleWords`, names are read. */
  #scan(words: readonly KnownWord[], count: number, titleWords: number, said: Said): void {
    for (let at = 0; at < count;) {
      const word = words[at];
      const end = word.node === NOWHERE ? at : this.#endOfSpelling(words, at, count);
      if (end > at) {
        const node = this.#lastNode;
        const { classes, tags } = this.#meaningAt(node);
        for (const one of classes) said.classes.push(one);
        for (const tag of tags) said.tags.push(tag);
        if (at < titleWords) said.units.push(this.#units.of(this.#trie.textAt(node)));
        at = end;
      } else {
        if (at < titleWords && !word.isBetweenNames)
          said.units.push((word.unit ??= this.#units.of(word.text)));
        at++;
      }
    }
  }

  /** The node at the end of the last spelling found. */
  #lastNode: TrieNode = ROOT;

  /** Where the longest spelling ends that begins at a word; `at` if none does. */
  #endOfSpelling(words: readonly KnownWord[], at: number, count: number): number {
    let end = at;
    let { node } = words[at];
    for (let next = at + 1; ; next++) {
      if (this.#trie.wordingAt(node) !== undefined) {
        end = next;
        this.#lastNode = node;
      }
      if (next >= count || next === at + MAX_SPELLING_WORDS) return end;
      node = this.#trie.step(node, words[next].text);
      if (node === NOWHERE) return end;
    }
  }

  #meaningAt(node: TrieNode): Meaning {
    let meaning = this.#meanings[node];
    if (meaning === undefined) {
      const { classes = [], terms = [], implied = [] } = this.#trie.wordingAt(node) ?? {};
      meaning = {
        classes: [...classes, ...implied.filter(isClass)],
        tags: [...terms, ...implied.filter((term) => !isClass(term))].map((term) =>
          this.#tags.of(termTag(term)),
        ),
      };
      this.#meanings[node] = meaning;
    }
    return meaning;
  }

  #nameOf(value: string | null): Said | undefined {
    if (value === null) return undefined;
    let said = this.#names.get(value);
    if (said === undefined) {
      said = { tags: [], classes: [], units: [] };
      const words = tokenize(foldText(value));
      for (const word of words) {
        const sound = soundOf(word);
        if (sound !== undefined) said.tags.push(this.#tags.of(soundTag(sound)));
      }
      this.#scan(
        words.map((word) => this.#learn(word)),
        words.length,
        words.length,
        said,
      );
      if (this.#names.size < MAX_KNOWN_NAMES) this.#names.set(value, said);
    }
    return said;
  }

  /** Adds the tags of neighbours, and returns the last unit. */
  #addPairs(previous: number | undefined, units: readonly number[]): number | undefined {
    for (const unit of units) {
      if (previous !== undefined) this.#add(this.#pairOf(previous, unit));
      previous = unit;
    }
    return previous;
  }

  #pairOf(first: number, second: number): number {
    const key = first * HALF + second;
    let tag = this.#pairs.get(key);
    if (tag === undefined) {
      tag = this.#tags.of(pairTag(this.#units.textOf(first), this.#units.textOf(second)));
      this.#pairs.set(key, tag);
    }
    return tag;
  }

  #addAll(tags: readonly number[]): void {
    for (const tag of tags) this.#add(tag);
  }

  #add(tag: number): void {
    if (tag >= this.#lastRows.length) this.#lastRows = grown(this.#lastRows, tag + 1);
    if (this.#lastRows[tag] === this.#row) return;
    this.#lastRows[tag] = this.#row;
    if (this.#count === this.#found.length) this.#found = grown(this.#found, this.#count + 1);
    this.#found[this.#count++] = tag;
  }

  #wordOfNumber(number: number): KnownWord {
    return (this.#byNumber[number] ??= this.#learn(this.#wordOf(number)));
  }

  #learn(text: string): KnownWord {
    return {
      text,
      unit: undefined,
      node: this.#trie.step(ROOT, text),
      isBetweenNames: BETWEEN_NAMES.test(text),
    };
  }
}

/** Numbers texts from 0 in order of appearance. */
class Numbering {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  textOf(number: number): string {
    return this.#texts[number];
  }
}
