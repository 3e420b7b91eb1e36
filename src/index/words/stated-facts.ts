// Reads the facts about a car that an advert's texts state beyond its fields: trims, a write-off, a single owner, fuel
// consumption, colour, body, doors and seats. Texts are read once, when the listing is indexed; users of the facts read the
// columns.
import { Memo } from '../../memo.ts';
import { TextTerms } from '../../engine/postings/text-terms.ts';
import type { IndexedFields } from '../../listing/listing.ts';
import {
  STATED_FIELDS,
  statedTexts,
  type StatedFacts,
  type StatedName,
} from '../../listing/stated-fields.ts';
import { readStatedWords, type StatedWords } from '../../vehicle/stated-words.ts';
import { tradeTerms, type TradeTerm } from '../../vehicle/trade-terms.ts';
import { spelledWordsOf, type SpelledText } from './spelled-words.ts';

type FactSources = Pick<IndexedFields, 'model' | 'fullDescription' | 'sourceTerms'>;

/** The facts that one text states. */
interface Statement {
  readonly facts: { -readonly [Fact in keyof StatedFacts]: StatedFacts[Fact] };
  /** The general term for a write-off, named or implied. */
  readonly writeOff: string | null;
}

// Copied whole and then filled: spreading it into an object with further members takes a microsecond.
const NOTHING: Statement['facts'] = { ...statedTexts({}), consumptionMpg: null, trims: [] };

/** Half of the maximum of cached short texts: many listings share a model or a dealer's wording. */
const MAX_TEXTS = 10_000;
/** Maximum characters of numbered words; beyond it all are forgotten. */
const MAX_CHARACTERS = 400_000;

/** Maximum distance in words from a colour to the part of the car that has it. */
const NEXT_WORDS = 2;

class FactReader {
  /** A hash of the table of words that it reads with. */
  readonly version: string;
  readonly #words: StatedWords;
  readonly #known = new Memo(MAX_TEXTS, (text) => this.#readText(this.#spelled(text)));
  readonly #marks: TermFinder;
  readonly #categories: ReadonlySet<TradeTerm>;
  /** Facts that the terms of one group state. */
  readonly #groups: readonly {
    readonly name: StatedName;
    readonly isNumber: boolean;
    readonly finder: TermFinder;
  }[];
  /** Numbers the words of short texts, and of texts that no index reads. */
  #terms = new TextTerms();

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
    this.#marks = new TermFinder(marks);
    const grouped = STATED_FIELDS.filter(({ reader }) => reader !== 'own');
    this.#groups = grouped.map(({ name, reader }) => ({
      name,
      isNumber: reader === 'only number',
      finder: new TermFinder(terms.filter(({ group }) => group === name)),
    }));
  }

  /** The facts of a listing. `terms` are those of the index that reads the description next. */
  read({ model, fullDescription, sourceTerms }: FactSources, terms?: TextTerms): StatedFacts {
    // Priority: the columns for these facts, then the model's name, then the description.
    const { facts: columns, writeOff: columnsWriteOff } = this.#known.get(sourceTerms ?? '');
    const { facts: name, writeOff: nameWriteOff } = this.#known.get(model ?? '');
    const text = this.#spelled(fullDescription ?? '', terms);
    const trim = name.trim ?? columns.trim ?? this.#titleTrim(text, (terms ?? this.#terms).sentence);
    const { facts, writeOff } = this.#readText(text);
    for (const { name: fact } of STATED_FIELDS) facts[fact] = columns[fact] ?? name[fact] ?? facts[fact];
    facts.trim = trim;
    facts.written_off ??= columnsWriteOff ?? nameWriteOff ?? writeOff;
    if (columns.trims.length + name.trims.length > 0)
      facts.trims = [...columns.trims, ...name.trims, ...facts.trims];
    if (facts.trims.length > 1) facts.trims = [...new Set(facts.trims)];
    if (fullDescription !== null) facts.consumptionMpg = findConsumption(fullDescription);
    return facts;
  }

  #readText(text: SpelledText): Statement {
    const words = this.#words;
    const facts = { ...NOTHING };
    let trims: string[] | undefined;
    let writeOff: string | null = null;
    // Loops instead of array methods: every listing of the stock passes through here.
    for (const { terms } of this.#marks.find(text)) {
      for (const term of terms) {
        if (term.group === 'trim') {
          (trims ??= []).push(term.id);
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
    if (trims !== undefined) facts.trims = trims;
    return { facts, writeOff };
  }

  /** The only trim in the title that many descriptions begin with. */
  #titleTrim(text: SpelledText, words: number): string | null {
    const title = this.#marks.find(text, words);
    return onlyName(title.filter(({ terms }) => terms[0].group === 'trim'));
  }

  #spelled(text: string, terms?: TextTerms): SpelledText {
    if (this.#terms.dictionary.characters > MAX_CHARACTERS) this.#terms = new TextTerms();
    const numbered = terms ?? this.#terms;
    const words = numbered.read(text);
    const { description } = spelledWordsOf(numbered.dictionary);
    description.read(numbered.found.subarray(0, words));
    return description;
  }

  /** Whether a colour is the car's paint, unlike in `black leather`, `red calipers` or `metallic paint`. */
  #isPaint(text: SpelledText, { terms, end }: FoundTerm): boolean {
    if (this.#words.finishes.has(terms[0].id)) return false;
    for (let at = end; at < Math.min(end + NEXT_WORDS, text.count); at++)
      if (this.#words.parts.has(text.textAt(at))) return false;
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
const MPG_FIGURE = /(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) ?mpg\b(?! ?\(?(?:urban|extra))/gi;
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
  MPG_FIGURE.lastIndex = Math.max(0, unit - FIGURE_LENGTH);
  for (let match = MPG_FIGURE.exec(text); match !== null; match = MPG_FIGURE.exec(text)) {
    const mpg = Number(match[1]);
    if (mpg < MIN_MPG || mpg > MAX_MPG) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (IS_COMBINED.test(text.slice(end, end + AROUND)) || IS_COMBINED.test(before)) return mpg;
    first ??= mpg;
  }
  return first;
}

/** A spelling of given terms of the trade, found in a text. */
interface FoundTerm {
  /** The terms that it names, then those that it implies; never empty. */
  readonly terms: readonly TradeTerm[];
  /** Position of the word after it. */
  readonly end: number;
}

const NO_TERMS: readonly FoundTerm[] = [];

/** Finds given terms of the trade in the words of a text, each by its longest spelling. */
class TermFinder {
  readonly #terms: ReadonlySet<TradeTerm>;
  /** By spelling, the given terms that it names or implies. */
  readonly #said: (readonly TradeTerm[] | undefined)[] = [];

  constructor(terms: readonly TradeTerm[]) {
    this.#terms = new Set(terms);
  }

  /** In the order of the words, of which only the first `words` are read. */
  find(text: SpelledText, words = text.count): readonly FoundTerm[] {
    let found: FoundTerm[] | undefined;
    let last = -1;
    let free = 0;
    for (let i = 0; i < text.found; i++) {
      const at = text.starts[i];
      if (at >= words) break;
      const end = text.ends[i];
      if ((at < free && at !== last) || end > words) continue;
      const terms = this.#said[text.spellings[i]] ?? this.#termsAt(text, i);
      if (terms.length === 0) continue;
      found ??= [];
      if (at === last) found.pop();
      found.push({ terms, end });
      last = at;
      free = end;
    }
    return found ?? NO_TERMS;
  }

  #termsAt(text: SpelledText, found: number): readonly TradeTerm[] {
    const spelling = text.spellings[found];
    const { terms = [], implied = [] } = text.words.spellings.wordingAt(spelling) ?? {};
    return (this.#said[spelling] = [...terms, ...implied].filter((term) => this.#terms.has(term)));
  }
}
