// The tags of a listing. A tag is a term of the index for a meaning of the listing's words, so that a search for a term of the
// trade, in whichever spelling, reads one list of rows. A tag begins with a mark, which no word contains.
//
//    =satnav          a term of the trade
//    @automatic       a fuel or gearbox
//    +golfr           two words side by side in its name or title, or anywhere if they are also written as one
//    ~sfr             the sound of a word of a make or model

import { foldText, tokenize } from '../../engine/postings/tokenizer.ts';
import type { Row, Tagger, TermNumbers } from '../../engine/schema.ts';
import { grown } from '../../engine/columns/shared-arrays.ts';
import { Memo } from '../../memo.ts';
import { nameKey, soundKey } from '../../vehicle/name-key.ts';
import { isClass, MAX_TERM_WORDS, type TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { areAlsoOne, BETWEEN, ENDS, SPELLING, SpelledText, type SpelledWords } from './spelled-words.ts';
import type { Beginning } from './spellings.ts';
import { PairTable } from './numbering.ts';
import { beginsName } from '../../vehicle/name-keys.ts';

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
export const TAGS_VERSION = 5;

/** Maximum words of a car's name at the beginning of a description, where it also ends at a word with the flag ENDS. */
const TITLE_WORDS = 12;
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
interface TagMeaning {
  readonly classes: readonly TradeTerm[];
  /** Numbers of tags of terms. */
  readonly tags: readonly number[];
  /** The spelling as one part of a name. */
  readonly unit: number;
}

const MAX_KNOWN_NAMES = 20_000;
const MAX_CLASSES = 1000;

export class ListingTagger implements Tagger {
  readonly columns: readonly number[];
  readonly #columns: TaggedColumns;
  readonly #words: SpelledWords;
  readonly #terms: TermNumbers;
  /** The last text that is not a description, and the last name. */
  readonly #text: SpelledText;
  readonly #name: SpelledText;
  /** For each spelling, by its beginning: its meaning. */
  readonly #meanings: (TagMeaning | undefined)[] = [];
  /** From the first and second unit to the tag of the pair. */
  readonly #pairs = new PairTable();
  /** From the name of a class to its tag. */
  readonly #classTags = new Memo(MAX_CLASSES, (name) => this.#terms.numberOf(`@${nameKey(name)}`));
  /** The tree of names, with a level for each column of names. */
  readonly #names: NameNode = { next: new Map<string | null, NameNode>(), said: undefined };
  #knownNames = 0;
  /** The meaning of the row's texts. */
  readonly #said: Said = { tags: [], classes: [], units: [] };
  readonly #letterA: number;
  readonly #letterS: number;
  #found = new Uint32Array(256);
  #count = 0;
  /** For each tag, the last row that has it. */
  #lastRows = new Uint32Array(1024);
  #row = 1;

  constructor(words: SpelledWords, columns: TaggedColumns) {
    this.#words = words;
    this.#text = new SpelledText(words);
    this.#name = new SpelledText(words);
    this.#columns = columns;
    this.columns = [...columns.texts, columns.description];
    this.#terms = words.terms;
    this.#letterA = words.unitOf('a');
    this.#letterS = words.unitOf('s');
  }

  read(column: number, words: Uint32Array): void {
    const isDescription = column === this.#columns.description;
    const text = isDescription ? this.#words.description : this.#text;
    text.read(words);
    this.#take(text, isDescription ? TITLE_WORDS : 0, ENDS, this.#said);
  }

  finish(values: Row['values']): Uint32Array {
    this.#count = 0;
    this.#row++;
    const { tags, classes, units } = this.#said;
    const name = this.#nameOf(values);
    for (const { group, column, names } of this.#columns.classes) {
      const value = values[column];
      if (value !== null && names.includes(value)) this.#add(this.#classTags.get(value));
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
   * Takes a text from the left, the longest spelling first. Names are read only among the first `titleWords`, up to a word with
   * the flag `end`.
   */
  #take(text: SpelledText, titleWords: number, end: number, said: Said): void {
    const { units, count, starts, ends, found } = text;
    let title = titleWords;
    let spelling = 0;
    for (let at = 0; at < count;) {
      const word = units[at];
      while (spelling < found && starts[spelling] < at) spelling++;
      let longest = -1;
      for (; spelling < found && starts[spelling] === at; spelling++)
        if (this.#isTaken(text, spelling)) longest = spelling;
      if (longest >= 0) {
        const { classes, tags, unit } = this.#meaningAt(text.spellings[longest]);
        for (const one of classes) said.classes.push(one);
        for (const tag of tags) said.tags.push(tag);
        if (at < title) said.units.push(unit);
        at = ends[longest];
        continue;
      }
      if (at + 1 < count && areAlsoOne(word, units[at + 1]))
        said.tags.push(this.#pairOf(word, units[at + 1]));
      if (at < title) {
        if ((word & end) !== 0) title = 0;
        else if ((word & BETWEEN) === 0) said.units.push(word);
      }
      at++;
    }
  }

  #isTaken({ units, count, starts, ends, spellings }: SpelledText, spelling: number): boolean {
    const at = starts[spelling];
    const end = ends[spelling];
    if (end - at > MAX_TERM_WORDS) return false;
    // `black s line` does not mean blacks.
    const isPlural =
      end - at > 1 &&
      units[end - 1] === this.#letterS &&
      this.#words.spellings.wordingAt(spellings[spelling])?.isWritten === false;
    return !isPlural && !this.#isArticle(units, at, end, count);
  }

  #isArticle(words: Int32Array, at: number, end: number, count: number): boolean {
    if (words[at] !== this.#letterA || end >= count) return false;
    const texts = Array.from({ length: end + 1 - at }, (_, i) => this.#words.textOf(words[at + i]));
    return beginsName(texts, 0, end - at);
  }

  #meaningAt(beginning: Beginning): TagMeaning {
    let meaning = this.#meanings[beginning];
    if (meaning === undefined) {
      const { classes = [], terms = [], implied = [] } = this.#words.spellings.wordingAt(beginning) ?? {};
      const said = [...terms, ...implied.filter((term) => !isClass(term))];
      meaning = {
        classes: [...classes, ...implied.filter(isClass)],
        tags: said.map((term) => this.#terms.numberOf(termTag(term))),
        unit: this.#words.unitOf(this.#words.spellings.textAt(beginning)),
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
      // No word ends a name, unlike a title: `A Class`.
      this.#name.readWords(words);
      this.#take(this.#name, words.length, 0, said);
    }
    said.units.slice(1).forEach((unit, i) => said.tags.push(this.#pairOf(said.units[i], unit)));
    return said;
  }

  /** Adds the pairs of a title, which ends after two words in a row that are neither spellings nor in the car's name. */
  #addPairs(name: readonly number[], title: readonly number[]): void {
    // A description that begins with the make names the car a second time.
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
    const tag = this.#terms.numberOf(pairTag(this.#words.textOf(first), this.#words.textOf(second)));
    this.#pairs.add(first, second, tag);
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
}
