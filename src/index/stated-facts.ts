// What the texts of an advert state of a car beyond its fields: trims, a write-off, a single owner, fuel consumption, colour and body. They are read
// once, when the listing is indexed; whatever else needs one of these facts reads the columns.
import { Memo } from '../engine/memo.ts';
import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import type { IndexedFields, StatedFacts } from '../listing/listing.ts';
import { readStatedWords, type StatedWords } from '../vehicle/stated-words.ts';
import { tradeTerms, type TradeTerm } from '../vehicle/trade-terms.ts';
import { firstLetters, NOWHERE, Spellings, START } from './spellings.ts';

type Texts = Pick<IndexedFields, 'model' | 'fullDescription' | 'sourceTerms'>;

/** What one text states. */
interface Statement {
  readonly trims: readonly TradeTerm[];
  /** The only one of them. */
  readonly trim: string | null;
  readonly isWriteOff: boolean;
  readonly writeOffCategory: string | null;
  readonly isOneOwner: boolean;
  readonly colour: string | null;
  readonly body: string | null;
}

/** Half of the short texts that are remembered: many listings share a model or a dealer's words. */
const MAX_TEXTS = 10_000;
/** The same of words, of which it is remembered whether a spelling begins with them. */
const MAX_WORDS = 30_000;

class FactReader {
  /** A hash of the words that it reads by. */
  readonly version: string;
  readonly #words: StatedWords;
  readonly #known = new Memo(MAX_TEXTS, (text) => this.#readText(text));
  /** All that the finders find: most words begin none of it, and are passed once. */
  readonly #spellings: Spellings;
  readonly #begins = new Memo(MAX_WORDS, (word) => this.#spellings.step(START, word) !== NOWHERE);
  readonly #marks: TermFinder;
  readonly #categories: ReadonlySet<TradeTerm>;
  readonly #colours: TermFinder;
  readonly #bodies: TermFinder;

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
    const [colours, bodies] = ['colour', 'body'].map((name) => terms.filter(({ group }) => group === name));
    this.#spellings = new Spellings([...marks, ...colours, ...bodies]);
    this.#marks = new TermFinder(marks);
    this.#colours = new TermFinder(colours);
    this.#bodies = new TermFinder(bodies);
  }

  read({ model, fullDescription, sourceTerms }: Texts): StatedFacts {
    // Priority: dedicated columns, then the model's name, then the description.
    const columns = this.#known.get(sourceTerms ?? '');
    const name = this.#known.get(model ?? '');
    const texts = [columns, name, this.#readText(fullDescription ?? '')];
    return {
      consumptionMpg: fullDescription === null ? null : findConsumption(fullDescription),
      trims: [...new Set(texts.flatMap(({ trims }) => trims.map(({ id }) => id)))],
      isWriteOff: texts.some(({ isWriteOff }) => isWriteOff),
      writeOffCategory: firstOf(texts.map(({ writeOffCategory }) => writeOffCategory)),
      isOneOwner: texts.some(({ isOneOwner }) => isOneOwner),
      colour: firstOf(texts.map(({ colour }) => colour)),
      body: firstOf(texts.map(({ body }) => body)),
      trim:
        firstOf([name, columns].map(({ trims }) => trims.at(0)?.name ?? null)) ??
        this.#readText(firstSentence(fullDescription ?? '')).trim,
    };
  }

  #readText(text: string): Statement {
    const words = tokenize(foldText(text));
    const starts: number[] = [];
    for (let at = 0; at < words.length; at++) {
      const mayBegin = this.#spellings.mayStep(START, firstLetters(words[at]));
      if (mayBegin && this.#begins.get(words[at])) starts.push(at);
    }
    const { writeOff, oneOwner } = this.#words;
    const marks = this.#marks.find(words, starts);
    const terms = marks.flatMap((found) => found.terms);
    return {
      trims: terms.filter(({ group }) => group === 'trim'),
      trim: onlyName(marks.filter((found) => found.terms[0].group === 'trim')),
      isWriteOff: terms.some(({ id }) => id === writeOff),
      writeOffCategory: terms.find((term) => this.#categories.has(term))?.name ?? null,
      isOneOwner: terms.some(({ id }) => id === oneOwner),
      colour: onlyName(this.#colours.find(words, starts).filter((found) => this.#isPaint(found))),
      body: onlyName(this.#bodies.find(words, starts)),
    };
  }

  /** Not `black leather`, `red calipers` or `metallic paint`. */
  #isPaint({ terms, next }: FoundTerm): boolean {
    return !this.#words.finishes.has(terms[0].id) && !next.some((word) => this.#words.parts.has(word));
  }
}

let reader: FactReader | undefined;

/** That of this process or thread. Made at the first use: an operator's terms are known only once the program has started. */
export function factReader(): FactReader {
  return (reader ??= new FactReader(tradeTerms().terms));
}

/** Many descriptions begin with a title of the car. */
function firstSentence(text: string): string {
  const end = text.search(/[.!?]\s|\n/);
  return text.slice(0, end < 0 ? MAX_TITLE : Math.min(end, MAX_TITLE));
}

const MAX_TITLE = 200;

function firstOf(values: readonly (string | null)[]): string | null {
  return values.find((value) => value !== null) ?? null;
}

/** The name of the only spelling there is, however often it occurs; null if there are several, because then nothing is known. */
function onlyName(found: readonly FoundTerm[]): string | null {
  const names = new Set(found.map(({ terms }) => terms[0].name));
  if (names.size < 2) return names.values().next().value ?? null;
  // `Alpine white` and `white` are one colour: the narrower one implies the other.
  const isImplied = (name: string): boolean =>
    found.some(({ terms }) => terms[0].name !== name && terms.some((term) => term.name === name));
  const narrowest = [...names].filter((name) => !isImplied(name));
  return narrowest.length === 1 ? narrowest[0] : null;
}

/** `53.3 mpg`, `Combined: 53.3 mpg`. A combined figure is preferred to others. */
const CONSUMPTION = /(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) ?mpg\b(?! ?\(?(?:urban|extra))/gi;
const UNIT = /mpg/i;
const IS_COMBINED = /^ ?\(?combined|combined[^\d]{0,30}$/i;
const AROUND = 40;
/** Nothing beyond is a car's. */
const MIN_MPG = 5;
const MAX_MPG = 500;

/** Miles per imperial gallon. */
function findConsumption(text: string): number | null {
  if (!UNIT.test(text)) return null;
  let first: number | null = null;
  for (const match of text.matchAll(CONSUMPTION)) {
    const mpg = Number(match[1]);
    if (mpg < MIN_MPG || mpg > MAX_MPG) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (IS_COMBINED.test(text.slice(end, end + AROUND)) || IS_COMBINED.test(before)) return mpg;
    first ??= mpg;
  }
  return first;
}

// Finds some of the trade's terms in the words of a text, each spelling as long as possible.

/** A spelling in a text. */
export interface FoundTerm {
  /** What it says first; never empty. */
  readonly terms: readonly TradeTerm[];
  /** The words that follow it, folded; at most two. */
  readonly next: readonly string[];
}

const NEXT_WORDS = 2;

class TermFinder {
  readonly #spellings: Spellings;

  constructor(terms: readonly TradeTerm[]) {
    this.#spellings = new Spellings(terms);
  }

  /** In the order of the folded words. `starts` are the positions at which a spelling may begin, ascending. */
  find(words: readonly string[], starts: readonly number[]): FoundTerm[] {
    const known = this.#spellings;
    const found: FoundTerm[] = [];
    let next = 0;
    for (const at of starts) {
      if (at < next) continue;
      let terms: readonly TradeTerm[] = [];
      let beginning = START;
      for (let end = at; end < words.length; end++) {
        if (!known.mayStep(beginning, firstLetters(words[end]))) break;
        beginning = known.step(beginning, words[end]);
        if (beginning === NOWHERE) break;
        const wording = known.wordingAt(beginning);
        if (wording === undefined) continue;
        terms = [...wording.terms, ...wording.implied];
        next = end + 1;
      }
      if (terms.length > 0) found.push({ terms, next: words.slice(next, next + NEXT_WORDS) });
    }
    return found;
  }
}
