// The tags of a listing. A tag is a term of the index for a meaning of the listing's words, so that a search for a term of the
// trade, in whichever spelling, reads one list of rows. A tag begins with a mark, which no word contains.
//
//    =satnav          a term of the trade
//    @automatic       a fuel or gearbox
//    +golfr           two words side by side in its name or title
//    ~sfr             the sound of a word of a make or model

import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import type { Row, Tagger, TermNumbers } from '../engine/schema.ts';
import { grown } from '../engine/columns/shared-arrays.ts';
import { nameKey, soundKey } from '../vehicle/name-key.ts';
import { isClass, MAX_TERM_WORDS, type TradeTerm } from '../vehicle/parse-trade-terms.ts';
import { firstLetters, NOWHERE, START, type Spellings, type Beginning } from './spellings.ts';
import { Numbering, PairTable } from './numbering.ts';
import { beginsName } from './query-clauses.ts';

export function termTag({ id }: TradeTerm): string {
  return `=${id}`;
}

export function classTag({ id }: TradeTerm): string {
  return `@${id}`;
}

/** The tag of two neighbours; their own words have nothing between them. */
export function pairTag(first: string, second: string): string {
  return `+${first}${second}`;
}

export function soundTag(sound: string): string {
  return `~${sound}`;
}

/** Raise it if the same terms and listing get other tags. */
export const TAGS_VERSION = 4;

/** Maximum words of a car's name at the beginning of a description, where it also ends at one of the words below. */
const TITLE_WORDS = 12;
const ENDS_TITLE =
  /^(?:in|with|and|this|the|a|an|is|has|for|from|on|of|to|we|our|finished|here|very|great|lovely)$/;
/** Years and sizes between the parts of a name: `Ford Fiesta 2018 1.0 ST-Line`. */
const BETWEEN_NAMES = /^(?:(?:19|20)\d\d|\d+(?:\.\d+)?l|\d+\.\d+)$/;
/** The two parts of a code, which adverts split anywhere in the text: `RAV 4`, `MX 5`. Not `a 3 month warranty`. */
const CODE_LETTERS = /^[a-z]{2,3}$/;
const CODE_DIGITS = /^\d{1,3}$/;
/** Shorter words have no sound: they would sound like too many others. */
const MIN_SOUND_LETTERS = 4;
const HAS_DIGIT = /\p{N}/u;

/** The sound of a word of a query or a name; undefined for codes and short words. */
export function soundOf(word: string): string | undefined {
  return word.length < MIN_SOUND_LETTERS || HAS_DIGIT.test(word) ? undefined : soundKey(word);
}

/** The columns that are tagged, by their positions in the schema. */
export interface TaggedColumns {
  /** Columns of names, in the order in which a car is named: make, then model. */
  readonly names: readonly { readonly column: number; readonly nameIn: (value: string) => string }[];
  /** The text column of descriptions, which may begin with the car's name. */
  readonly description: number;
  /** Other text columns that may contain terms. */
  readonly texts: readonly number[];
  /** For each class group (fuels, gearboxes): its column of values, and the names of its classes. */
  readonly classes: readonly {
    readonly group: string;
    readonly column: number;
    readonly names: readonly string[];
  }[];
}

/** The meaning of a text. */
interface Said {
  /** Numbers of tags of terms and sounds. */
  readonly tags: number[];
  readonly classes: TradeTerm[];
  /** The parts of a name in order: words or whole spellings. */
  readonly units: number[];
}

/** A node of the tree of names: the first values of the columns of names, and the meaning of all values together. */
interface NameNode {
  /** Nodes by the value of the next column. */
  readonly next: Map<string | null, NameNode>;
  said: Said | undefined;
}

/** The meaning of a spelling. */
interface Meaning {
  readonly classes: readonly TradeTerm[];
  /** Numbers of tags of terms. */
  readonly tags: readonly number[];
  /** The spelling as one part of a name. */
  readonly unit: number;
}

const UNKNOWN = -2;
// A unit is a word or a whole spelling: its number and, in the lowest bits, its flags. Meaningless words cost one look.
const FLAG_BITS = 6;
const BETWEEN = 1;
const ENDS = 2;
const BEGINS_CODE = 4;
const ENDS_CODE = 8;
const SPELLING = 16;
const BEGINS_SPELLING = 32;
const MAX_KNOWN_NAMES = 20_000;

export class ListingTagger implements Tagger {
  readonly columns: readonly number[];
  readonly #spellings: Spellings;
  readonly #columns: TaggedColumns;
  readonly #terms: TermNumbers;
  /** Words, and spellings of several words. */
  readonly #units = new Numbering();
  /** From the number of a word to its unit. */
  #unitsOfWords = new Int32Array(1024).fill(UNKNOWN);
  /** For the number of a unit: the unit with its flags, the beginning of spellings that it is, and its first letters. */
  #unitAt = new Int32Array(1024);
  #beginnings = new Int32Array(1024).fill(UNKNOWN);
  #letters = new Uint16Array(1024);
  /** From a beginning and the next word's unit to the next beginning. */
  readonly #steps = new PairTable();
  /** For each spelling, by its beginning: its meaning. */
  readonly #meanings: (Meaning | undefined)[] = [];
  /** From the first and second unit to the tag of the pair. */
  readonly #pairs = new PairTable();
  /** From the name of a class to its tag. */
  readonly #classTags = new Map<string, number>();
  /** The tree of names, with a level for each column of names. */
  readonly #names: NameNode = { next: new Map<string | null, NameNode>(), said: undefined };
  #knownNames = 0;
  /** The meaning of the row's texts. */
  readonly #said: Said = { tags: [], classes: [], units: [] };
  readonly #letterA: number;
  readonly #letterS: number;
  #words = new Int32Array(1024);
  #found = new Uint32Array(256);
  #count = 0;
  /** For each tag, the last row that has it. */
  #lastRows = new Uint32Array(1024);
  #row = 1;

  constructor(spellings: Spellings, columns: TaggedColumns, terms: TermNumbers) {
    this.#spellings = spellings;
    this.#columns = columns;
    this.columns = [...columns.texts, columns.description];
    this.#terms = terms;
    this.#letterA = this.#unitOf('a');
    this.#letterS = this.#unitOf('s');
  }

  read(column: number, words: Uint32Array): void {
    const isDescription = column === this.#columns.description;
    if (words.length > this.#words.length) this.#words = new Int32Array(words.length * 2);
    const units = this.#words;
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      const unit = word < this.#unitsOfWords.length ? this.#unitsOfWords[word] : UNKNOWN;
      units[i] = unit === UNKNOWN ? this.#unitOfWord(word) : unit;
    }
    this.#scan(units, words.length, isDescription ? TITLE_WORDS : 0, ENDS, this.#said);
  }

  finish(values: Row['values']): Uint32Array {
    this.#count = 0;
    this.#row++;
    const { tags, classes, units } = this.#said;
    const name = this.#nameOf(values);
    for (const { group, column, names } of this.#columns.classes) {
      const value = values[column];
      if (value !== null && names.includes(value)) this.#add(this.#classTagOf(value));
      else {
        this.#addClasses(group, name.classes);
        this.#addClasses(group, classes);
      }
    }
    this.#addAll(name.tags);
    this.#addAll(tags);
    this.#addPairs(name.units, units);
    tags.length = classes.length = units.length = 0;
    return this.#found.subarray(0, this.#count);
  }

  /**
   * Reads the first `count` units from the left, the longest spelling first. Names are read only among the first `titleWords`, up
   * to a word with the flag `end`.
   */
  #scan(words: Int32Array, count: number, titleWords: number, end: number, said: Said): void {
    let title = titleWords;
    for (let at = 0; at < count;) {
      const word = words[at];
      if (at >= title && (word & (BEGINS_SPELLING | BEGINS_CODE)) === 0) {
        at++;
        continue;
      }
      const next = (word & BEGINS_SPELLING) === 0 ? at : this.#endOfSpelling(words, at, count);
      if (next > at) {
        const beginning = this.#lastSpelling;
        const { classes, tags, unit } = this.#meaningAt(beginning);
        for (const one of classes) said.classes.push(one);
        for (const tag of tags) said.tags.push(tag);
        if (at < title) said.units.push(unit);
        at = next;
        continue;
      }
      if ((word & BEGINS_CODE) !== 0 && at + 1 < count && (words[at + 1] & ENDS_CODE) !== 0)
        said.tags.push(this.#pairOf(word, words[at + 1]));
      if (at < title) {
        if ((word & end) !== 0) title = 0;
        else if ((word & BETWEEN) === 0) said.units.push(word);
      }
      at++;
    }
  }

  /** The last spelling that `#endOfSpelling` found. */
  #lastSpelling: Beginning = START;

  /** The end of the longest spelling that begins at a word; `at` if none does. */
  #endOfSpelling(words: Int32Array, at: number, count: number): number {
    let end = at;
    let beginning = this.#beginnings[words[at] >>> FLAG_BITS];
    for (let next = at + 1; ; next++) {
      const wording = this.#spellings.wordingAt(beginning);
      // `black s line` does not mean blacks.
      const isPlural = next - at > 1 && words[next - 1] === this.#letterS && wording?.isWritten === false;
      if (wording !== undefined && !isPlural && !this.#isArticle(words, at, next, count)) {
        end = next;
        this.#lastSpelling = beginning;
      }
      if (next >= count || next === at + MAX_TERM_WORDS) return end;
      if (!this.#spellings.mayStep(beginning, this.#letters[words[next] >>> FLAG_BITS])) return end;
      beginning = this.#step(beginning, words[next]);
      if (beginning === NOWHERE) return end;
    }
  }

  #isArticle(words: Int32Array, at: number, end: number, count: number): boolean {
    if (words[at] !== this.#letterA || end >= count) return false;
    const texts = Array.from({ length: end + 1 - at }, (_, i) =>
      this.#units.textOf(words[at + i] >>> FLAG_BITS),
    );
    return beginsName(texts, 0, end - at);
  }

  #step(beginning: Beginning, word: number): Beginning {
    const known = this.#steps.find(beginning, word);
    if (known !== undefined) return known + NOWHERE;
    const to = this.#spellings.step(beginning, this.#units.textOf(word >>> FLAG_BITS));
    // Stored from 0, because a PairTable holds no negative values.
    this.#steps.add(beginning, word, to - NOWHERE);
    return to;
  }

  #meaningAt(beginning: Beginning): Meaning {
    let meaning = this.#meanings[beginning];
    if (meaning === undefined) {
      const { classes = [], terms = [], implied = [] } = this.#spellings.wordingAt(beginning) ?? {};
      const said = [...terms, ...implied.filter((term) => !isClass(term))];
      meaning = {
        classes: [...classes, ...implied.filter(isClass)],
        tags: said.map((term) => this.#terms.numberOf(termTag(term))),
        unit: this.#unitOf(this.#spellings.textAt(beginning)),
      };
      this.#meanings[beginning] = meaning;
    }
    return meaning;
  }

  /** The meaning of make and model, with the tags of their pairs. */
  #nameOf(values: Row['values']): Said {
    let node = this.#names;
    for (const { column } of this.#columns.names) {
      const value = values[column];
      let next = node.next.get(value);
      if (next === undefined) {
        next = { next: new Map<string | null, NameNode>(), said: undefined };
        if (this.#knownNames++ < MAX_KNOWN_NAMES) node.next.set(value, next);
      }
      node = next;
    }
    return (node.said ??= this.#readNames(
      this.#columns.names.map(({ column, nameIn }) => nameIn(values[column] ?? '')),
    ));
  }

  #readNames(names: readonly string[]): Said {
    const said: Said = { tags: [], classes: [], units: [] };
    for (const name of names) {
      const words = tokenize(foldText(name));
      for (const word of words) {
        const sound = soundOf(word);
        if (sound !== undefined) said.tags.push(this.#terms.numberOf(soundTag(sound)));
      }
      const units = Int32Array.from(words, (word) => this.#unitOf(word));
      // No word ends a name, unlike a title: `A Class`.
      this.#scan(units, units.length, units.length, 0, said);
    }
    said.units.slice(1).forEach((unit, i) => said.tags.push(this.#pairOf(said.units[i], unit)));
    return said;
  }

  /** Adds the pairs of a title, which ends after two words in a row that are neither spellings nor in the car's name. */
  #addPairs(name: readonly number[], title: readonly number[]): void {
    // A description that begins with the make again names the car anew.
    let previous = title[0] === name[0] ? undefined : name.at(-1);
    let isKnown = true;
    for (const unit of title) {
      const wasKnown = isKnown;
      isKnown = (unit & SPELLING) !== 0 || name.includes(unit);
      if (previous !== undefined) this.#add(this.#pairOf(previous, unit));
      if (!isKnown && !wasKnown) return;
      previous = unit;
    }
  }

  #pairOf(first: number, second: number): number {
    const known = this.#pairs.find(first, second);
    if (known !== undefined) return known;
    const tag = this.#terms.numberOf(
      pairTag(this.#units.textOf(first >>> FLAG_BITS), this.#units.textOf(second >>> FLAG_BITS)),
    );
    this.#pairs.add(first, second, tag);
    return tag;
  }

  #classTagOf(value: string): number {
    let tag = this.#classTags.get(value);
    if (tag === undefined) {
      tag = this.#terms.numberOf(`@${nameKey(value)}`);
      this.#classTags.set(value, tag);
    }
    return tag;
  }

  #addClasses(group: string, classes: readonly TradeTerm[]): void {
    for (const one of classes) if (one.group === group) this.#add(this.#terms.numberOf(classTag(one)));
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

  #unitOfWord(word: number): number {
    if (word >= this.#unitsOfWords.length) this.#unitsOfWords = grownUnknown(this.#unitsOfWords, word + 1);
    return (this.#unitsOfWords[word] = this.#unitOf(this.#terms.textOf(word)));
  }

  #unitOf(text: string): number {
    const number = this.#units.of(text);
    if (number >= this.#beginnings.length) {
      this.#beginnings = grownUnknown(this.#beginnings, number + 1);
      this.#unitAt = grown(this.#unitAt, this.#beginnings.length);
      this.#letters = grown(this.#letters, this.#beginnings.length);
    }
    if (this.#beginnings[number] === UNKNOWN) {
      const letters = firstLetters(text);
      const beginning = this.#spellings.mayStep(START, letters) ? this.#spellings.step(START, text) : NOWHERE;
      this.#beginnings[number] = beginning;
      this.#letters[number] = letters;
      this.#unitAt[number] =
        (number << FLAG_BITS) |
        (BETWEEN_NAMES.test(text) ? BETWEEN : 0) |
        (ENDS_TITLE.test(text) ? ENDS : 0) |
        (CODE_LETTERS.test(text) ? BEGINS_CODE : 0) |
        (CODE_DIGITS.test(text) ? ENDS_CODE : 0) |
        (this.#spellings.wordingAt(beginning) === undefined ? 0 : SPELLING) |
        (beginning === NOWHERE ? 0 : BEGINS_SPELLING);
    }
    return this.#unitAt[number];
  }
}

function grownUnknown(array: Int32Array, need: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(need, array.length * 2)).fill(UNKNOWN);
  larger.set(array);
  return larger;
}
