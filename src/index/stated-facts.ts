// Reads the facts about a car that an advert's texts state beyond its fields: trims, a write-off, a single owner, fuel
// consumption, colour, body, doors and seats. Texts are read once, when the listing is indexed; users of the facts read the
// columns.
import { Memo, oncePerObject } from '../memo.ts';
import { grown } from '../engine/columns/shared-arrays.ts';
import { TextTerms } from '../engine/postings/text-terms.ts';
import type { IndexedFields } from '../listing/listing.ts';
import {
  STATED_FIELDS,
  statedTexts,
  type StatedFacts,
  type StatedName,
  type StatedTexts,
} from '../listing/stated-fields.ts';
import { readStatedWords, type StatedWords } from '../vehicle/stated-words.ts';
import { tradeTerms, type TradeTerm } from '../vehicle/trade-terms.ts';
import { firstLetters, NOWHERE, Spellings, START, type Beginning } from './spellings.ts';

type Texts = Pick<IndexedFields, 'model' | 'fullDescription' | 'sourceTerms'>;

/** The facts that one text states. */
interface Statement extends StatedTexts {
  readonly trims: readonly string[];
  /** The general term for a write-off, named or implied. */
  readonly writeOff: string | null;
}

const NOTHING = statedTexts({});

/** Half of the maximum of cached short texts: many listings share a model or a dealer's wording. */
const MAX_TEXTS = 10_000;
/** Maximum characters of numbered words; beyond it all are forgotten. */
const MAX_CHARACTERS = 400_000;

class FactReader {
  /** A hash of the table of words that it reads with. */
  readonly version: string;
  readonly #words: StatedWords;
  readonly #known = new Memo(MAX_TEXTS, (text) => this.#readText(this.#number(text)));
  readonly #marks: TermFinder;
  readonly #categories: ReadonlySet<TradeTerm>;
  /** Facts that the terms of one group state. */
  readonly #groups: readonly {
    readonly name: StatedName;
    readonly isNumber: boolean;
    readonly finder: TermFinder;
  }[];
  /** Numbers the words of short texts, and of texts that no index reads. */
  #text: NumberedText;
  readonly #textOf = oncePerObject(
    (terms: TextTerms) => new NumberedText(terms, [this.#marks, ...this.#groups.map(({ finder }) => finder)]),
  );

  constructor(terms: readonly TradeTerm[]) {
    const { rows, version } = readStatedWords(new Set(terms.map(({ id }) => id)));
    this.#words = rows;
    this.version = version;
    const { writeOff, neverWrittenOff, oneOwner } = rows;
    const narrower = new Set(terms.find(({ id }) => id === writeOff)?.narrowerKeys);
    this.#categories = new Set(terms.filter(({ id }) => narrower.has(id)));
    const marks = terms.filter(
      (term) =>
        term.group === 'trim' ||
        [writeOff, neverWrittenOff, oneOwner].includes(term.id) ||
        this.#categories.has(term),
    );
    this.#marks = new TermFinder(marks, 0);
    const grouped = STATED_FIELDS.filter(({ reader }) => reader !== 'own');
    this.#groups = grouped.map(({ name, reader }, i) => ({
      name,
      isNumber: reader === 'only number',
      finder: new TermFinder(
        terms.filter(({ group }) => group === name),
        i + 1,
      ),
    }));
    this.#text = this.#textOf(new TextTerms());
  }

  /** The facts of a listing. `terms` are those of the index that reads the description next. */
  read({ model, fullDescription, sourceTerms }: Texts, terms?: TextTerms): StatedFacts {
    // Priority: the columns for these facts, then the model's name, then the description.
    const columns = this.#known.get(sourceTerms ?? '');
    const name = this.#known.get(model ?? '');
    const text = this.#number(fullDescription ?? '', terms);
    const trim = name.trim ?? columns.trim ?? this.#titleTrim(text);
    const description = this.#readText(text);
    const trims = [...columns.trims, ...name.trims, ...description.trims];
    const facts = { ...NOTHING };
    for (const { name: fact } of STATED_FIELDS)
      facts[fact] = columns[fact] ?? name[fact] ?? description[fact];
    facts.trim = trim;
    facts.written_off ??= columns.writeOff ?? name.writeOff ?? description.writeOff;
    return {
      ...facts,
      consumptionMpg: fullDescription === null ? null : findConsumption(fullDescription),
      trims: trims.length < 2 ? trims : [...new Set(trims)],
    };
  }

  #readText(text: NumberedText): Statement {
    const words = this.#words;
    const trims: string[] = [];
    const facts = { ...NOTHING };
    let writeOff: string | null = null;
    // Loops instead of array methods: every listing of the stock passes through here.
    for (const { terms } of this.#marks.find(text)) {
      for (const term of terms) {
        if (term.group === 'trim') {
          trims.push(term.id);
          facts.trim ??= term.name;
        }
        if (this.#categories.has(term)) facts.written_off ??= term.name;
        if (term.id === words.writeOff) writeOff = term.name;
        if (term.id === words.oneOwner) facts.owners = numberIn(term.name);
      }
    }
    for (const { name, isNumber, finder } of this.#groups) {
      const found = finder.find(text);
      const own = onlyName(name === 'colour' ? found.filter((one) => this.#isPaint(text, one)) : found);
      facts[name] = isNumber ? numberIn(own) : own;
    }
    return { ...facts, trims, writeOff };
  }

  /** The only trim in the title that many descriptions begin with. */
  #titleTrim(text: NumberedText): string | null {
    const title = this.#marks.find(text, text.sentence);
    return onlyName(title.filter(({ terms }) => terms[0].group === 'trim'));
  }

  #number(text: string, terms?: TextTerms): NumberedText {
    if (this.#text.characters > MAX_CHARACTERS) this.#text = this.#textOf(new TextTerms());
    const numbered = terms === undefined ? this.#text : this.#textOf(terms);
    numbered.read(text);
    return numbered;
  }

  /** Whether a colour is the car's paint, unlike in `black leather`, `red calipers` or `metallic paint`. */
  #isPaint(text: NumberedText, { terms, end }: FoundTerm): boolean {
    if (this.#words.finishes.has(terms[0].id)) return false;
    for (let at = end; at < Math.min(end + NEXT_WORDS, text.words); at++)
      if (this.#words.parts.has(text.wordAt(at))) return false;
    return true;
  }
}

let reader: FactReader | undefined;

/** The reader of this process or thread. Made lazily: an operator's terms are known only once the program has started. */
export function factReader(): FactReader {
  return (reader ??= new FactReader(tradeTerms().terms));
}

/** The number that a name begins with: `5` for `5 door`. */
function numberIn(name: string | null): string | null {
  return name === null ? null : String(Number.parseInt(name, 10));
}

/** The name of the only spelling there is, however often it occurs; null if there are several, because then nothing is known. */
function onlyName(found: readonly FoundTerm[]): string | null {
  if (found.length < 2) return found.at(0)?.terms[0].name ?? null;
  const names = new Set(found.map(({ terms }) => terms[0].name));
  if (names.size === 1) return found[0].terms[0].name;
  // `Alpine white` and `white` are one colour, because the narrower name implies the other.
  const isImplied = (name: string): boolean =>
    found.some(({ terms }) => terms[0].name !== name && terms.some((term) => term.name === name));
  const narrowest = [...names].filter((name) => !isImplied(name));
  return narrowest.length === 1 ? narrowest[0] : null;
}

/** Finds `53.3 mpg` and `Combined: 53.3 mpg`. Combined figures are preferred. */
const CONSUMPTION = /(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) ?mpg\b(?! ?\(?(?:urban|extra))/gi;
const UNIT = /mpg/i;
/** Maximum length of a figure and the blank after it. */
const FIGURE_LENGTH = 8;
const IS_COMBINED = /^ ?\(?combined|combined[^\d]{0,30}$/i;
const AROUND = 40;
/** Figures outside these limits are not a car's. */
const MIN_MPG = 5;
const MAX_MPG = 500;

/** The fuel consumption in miles per imperial gallon; null if the text states none. */
function findConsumption(text: string): number | null {
  const unit = text.search(UNIT);
  if (unit < 0) return null;
  let first: number | null = null;
  CONSUMPTION.lastIndex = Math.max(0, unit - FIGURE_LENGTH);
  for (let match = CONSUMPTION.exec(text); match !== null; match = CONSUMPTION.exec(text)) {
    const mpg = Number(match[1]);
    if (mpg < MIN_MPG || mpg > MAX_MPG) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (IS_COMBINED.test(text.slice(end, end + AROUND)) || IS_COMBINED.test(before)) return mpg;
    first ??= mpg;
  }
  return first;
}

// Finds given terms of the trade in the words of a text, each by its longest spelling.

/** A spelling found in a text. */
export interface FoundTerm {
  /** The terms that it names, then those that it implies; never empty. */
  readonly terms: readonly TradeTerm[];
  /** Position of the word after it. */
  readonly end: number;
}

/** Maximum distance in words from a colour to the part of the car that has it. */
const NEXT_WORDS = 2;

/**
 * The words of the last text, by the numbers that the index gives them, so that it need not read a description again. With one
 * pass for all finders, this took 15 % off the work of the index's thread for a listing. Titles that are read with their text, and
 * remembered first steps of spellings, took off 6 to 16 % more.
 */
class NumberedText {
  words = 0;
  /** Number of words in the first sentence. */
  sentence = 0;
  /** Positions of the words that begin spellings, and how many there are. */
  starts = new Uint32Array(64);
  startCount = 0;
  readonly #terms: TextTerms;
  readonly #finders: readonly TermFinder[];
  readonly #texts: string[] = [];
  /** By number of a word, its number among those that begin spellings, from 1; 0: it begins none. Of the first `#known` words. */
  #begins = new Uint32Array(1024);
  #known = 0;
  /** For each word that begins spellings, where it leads in those of each finder. */
  readonly #firsts: (readonly Beginning[])[] = [];

  constructor(terms: TextTerms, finders: readonly TermFinder[]) {
    this.#terms = terms;
    this.#finders = finders;
  }

  /** Characters of all numbered words. */
  get characters(): number {
    return this.#terms.dictionary.characters;
  }

  read(text: string): void {
    const { dictionary } = this.#terms;
    this.words = this.#terms.read(text);
    this.sentence = this.#terms.sentence;
    if (dictionary.size > this.#begins.length) this.#begins = grown(this.#begins, dictionary.size);
    for (; this.#known < dictionary.size; this.#known++) {
      const word = dictionary.textOf(this.#known);
      const firsts = this.#finders.map(({ spellings }) => spellings.step(START, word));
      if (firsts.every((first) => first === NOWHERE)) continue;
      this.#begins[this.#known] = this.#firsts.push(firsts);
    }
    if (this.words > this.starts.length) this.starts = grown(this.starts, this.words);
    this.startCount = positionsOf(this.#terms.found, this.words, this.#begins, this.starts);
  }

  /** Where the word at a position, one of `starts`, leads in the spellings of a finder. */
  firstAt(at: number, finder: number): Beginning {
    return this.#firsts[this.#begins[this.#terms.found[at]] - 1][finder];
  }

  /** The word at a position, folded. */
  wordAt(at: number): string {
    const word = this.#terms.found[at];
    return (this.#texts[word] ??= this.#terms.dictionary.textOf(word));
  }
}

/** Writes where the words are that begin a spelling; returns how many there are. A function, so that its loop works on locals. */
function positionsOf(words: Uint32Array, count: number, begins: Uint32Array, positions: Uint32Array): number {
  let found = 0;
  for (let at = 0; at < count; at++) if (begins[words[at]] !== 0) positions[found++] = at;
  return found;
}

class TermFinder {
  readonly spellings: Spellings;
  readonly #number: number;
  /** By beginning, the terms that it says. */
  readonly #terms: (readonly TradeTerm[] | undefined)[] = [];

  /** `number` is its place among those of a NumberedText. */
  constructor(terms: readonly TradeTerm[], number: number) {
    this.spellings = new Spellings(terms);
    this.#number = number;
  }

  /** In the order of the words, of which only the first `words` are read. */
  find(text: NumberedText, words = text.words): FoundTerm[] {
    const found: FoundTerm[] = [];
    let free = 0;
    for (let i = 0; i < text.startCount; i++) {
      const at = text.starts[i];
      if (at < free) continue;
      if (at >= words) break;
      let terms: readonly TradeTerm[] = [];
      let end = at;
      let beginning = text.firstAt(at, this.#number);
      for (let next = at + 1; beginning !== NOWHERE; next++) {
        const said = this.#termsAt(beginning);
        if (said.length > 0) {
          terms = said;
          end = next;
        }
        if (next === words) break;
        beginning = this.#step(beginning, text.wordAt(next));
      }
      if (terms.length > 0) found.push({ terms, end });
      free = end;
    }
    return found;
  }

  #step(from: Beginning, word: string): Beginning {
    return this.spellings.mayStep(from, firstLetters(word)) ? this.spellings.step(from, word) : NOWHERE;
  }

  #termsAt(beginning: Beginning): readonly TradeTerm[] {
    let terms = this.#terms[beginning];
    if (terms === undefined) {
      const { terms: own = [], implied = [] } = this.spellings.wordingAt(beginning) ?? {};
      this.#terms[beginning] = terms = [...own, ...implied];
    }
    return terms;
  }
}
