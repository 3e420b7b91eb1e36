// Corrects requested makes and models that no listing has, by those of one state of the stock. A name that is one slip away from
// a single name of the stock is read as that one, and the response reports it. A slip is a letter added, dropped or replaced, or
// two neighbours swapped, in a word of four letters or more. Words with digits, quoted names and names of other cars (a make that
// is merely not in stock) are never read as others.
//
// `mayNeedCorrection` and `areNamesFixed` only save work, so they must not spare a search that `correct` would change.
// test/support/reference-corrections.ts has the rules without them; test/index/embedded-index.properties.test.ts compares both.
import { BoundedMap, oncePerObject } from '../memo.ts';
import { isOneEditApart, nameKey, modelKey } from '../vehicle/name-key.ts';
import {
  isBeginning,
  makeKey,
  modelsNamed,
  partsOfTitle,
  splitTitle,
  titleTerms,
} from '../vehicle/model-terms.ts';
import { canonicalMake, misspeltMake, namesOfMake } from '../vehicle/makes.ts';
import { hasTerms, type TermQuery } from '../vehicle/classes.ts';
import { readModel } from '../vehicle/requested-model.ts';
import type { Correction, SearchQuery } from '../query/search-query.ts';
import type { Values } from '../listing/field.ts';

interface CorrectedQuery {
  readonly query: SearchQuery;
  readonly corrections: readonly Correction[];
}

/** Whether a search with this many matches may name something that no listing has. A single name with matches is in stock. */
function mayNeedCorrection({ make, model }: SearchQuery, total: number): boolean {
  const names = [make, model].filter((values) => values !== undefined);
  if (make?.any?.some((one) => misspeltMake(one) !== undefined) === true) return true;
  return (
    names.length > 0 &&
    (total === 0 || names.some(({ any = [], none = [] }) => any.length > 1 || none.length > 0))
  );
}

/** Whether the names of a search are read literally on any stock. Cached, because waiting searches ask after each change. */
export const areNamesFixed = oncePerObject(
  ({ make, model }: Pick<SearchQuery, 'make' | 'model'>): boolean => {
    const isKept = (values: Values | undefined, isKnown: (text: string) => boolean): boolean =>
      [...(values?.any ?? []), ...(values?.none ?? [])].every((text) => QUOTED.test(text) || isKnown(text));
    const makes = new Set((make?.any ?? []).map(makeKey));
    return (
      isKept(make, (text) => misspeltMake(text) === undefined && canonicalMake(text) !== undefined) &&
      isKept(model, (text) => isNameOf(modelKey(text), makes))
    );
  },
);

/** Whether it is the name of a model of one of the makes; without makes, of any make. */
function isNameOf(key: string, makes: ReadonlySet<string>): boolean {
  return modelsNamed(key).some(({ make }) => makes.size === 0 || makes.has(makeKey(make)));
}

interface StockTitle {
  /** As `titleOf` has it. */
  readonly title: string;
  readonly makeKey: string | undefined;
  readonly terms: readonly string[];
  /** The words by which it may be requested, each once per position. */
  readonly words: readonly TitleWord[];
}

interface TitleWord {
  readonly key: string;
  readonly written: string;
  /** Whether the word belongs to the make or the base model, and not to the variant. */
  readonly isBase: boolean;
}

/** A word of titles. */
interface StockWord {
  /** The word as titles write it; of several spellings, the first in character order. */
  written: string;
  /** The titles with this word. */
  readonly titles: StockTitle[];
}

/** Words by their number of letters, then by key. */
type StockWords = (Map<string, StockWord> | undefined)[];

const MIN_LETTERS = 4;
const LETTERS = /^\p{L}+$/u;
const QUOTED = /^".*"$/s;
/** Maximum requested names whose reading is cached. */
const MAX_REMEMBERED = 2048;
/** Maximum characters of a cached reading's sources: a hundred makes have a thousand. */
const MAX_SOURCES_LENGTH = 2000;
/** Titles between two yields, which take about a third of a millisecond to read. */
const STEP_TITLES = 32;

export class StockNames {
  /** The makes of listings, by key. */
  readonly #makes = new Map<string, string>();
  readonly #titles = new Map<string, StockTitle>();
  /** The titles with a term, by `groupOf` the term. */
  readonly #titlesOf = new Map<string, StockTitle[]>();
  /** The words of makes and base models, by key. */
  readonly #baseWords: StockWords = [];
  readonly #variantWords: StockWords = [];
  readonly #known = new BoundedMap<string, string>(MAX_REMEMBERED);

  /** Makes and titles (`titleOf`) must be those of live listings. Titles that are also in `before` are not read again. */
  static *build(
    makes: Iterable<string>,
    titles: Iterable<string>,
    before?: StockNames,
  ): Generator<void, StockNames> {
    const names = new StockNames();
    const known = before === undefined ? undefined : before.#titles;
    for (const make of makes) {
      const key = makeKey(make);
      if (key !== '') names.#makes.set(key, first(names.#makes.get(key), make));
    }
    for (const title of titles) {
      if (names.#titles.size % STEP_TITLES === 0) yield;
      names.#add(title, known?.get(title) ?? readTitle(title));
    }
    return names;
  }

  private constructor() {
    // Use `build`.
  }

  /** The search with its names corrected. */
  correct(query: SearchQuery): CorrectedQuery {
    const corrections: Correction[] = [];
    const correct = (
      parameter: 'make' | 'model',
      values: Values | undefined,
      read: (text: string) => string,
    ) => {
      const readAll = (texts: readonly string[] | undefined) => {
        if (texts === undefined) return undefined;
        const all = texts.map((from) => {
          const to = QUOTED.test(from) ? from : read(from);
          if (to !== from) corrections.push({ parameter, from, to });
          return to;
        });
        return [...new Set(all)].sort();
      };
      if (values === undefined) return {};
      const any = readAll(values.any);
      const none = readAll(values.none);
      return { [parameter]: { ...(any !== undefined && { any }), ...(none !== undefined && { none }) } };
    };
    const make = correct('make', query.make, (text) => this.#makeFor(text));
    const makes = (make as Pick<SearchQuery, 'make'>).make?.any ?? [];
    const model = correct('model', query.model, (text) => this.#modelFor(text, makes));
    return corrections.length === 0
      ? { query, corrections }
      : { query: { ...query, ...make, ...model }, corrections };
  }
  #makeFor(text: string): string {
    const key = makeKey(text);
    const misspelt = misspeltMake(text);
    if (misspelt !== undefined) return misspelt;
    // A known make is not a slip, but merely not in stock.
    if (this.#makes.has(key) || canonicalMake(text) !== undefined || !isCorrectable(key)) return text;
    return this.#remember(['make', text], () => {
      const near = Array.from(this.#makes).filter(([known]) =>
        namesOfMake(known).some((name) => isCorrectable(name) && isOneEditApart(name, key)),
      );
      return near.length === 1 ? near[0][1] : text;
    });
  }

  #modelFor(text: string, makes: readonly string[]): string {
    return this.#remember(['model', text, ...makes], () => {
      const keys = new Set(makes.map(makeKey));
      const isAsked = ({ makeKey: key }: StockTitle): boolean =>
        keys.size === 0 || (key !== undefined && keys.has(key));
      const isName = (key: string): boolean => isNameOf(key, keys);
      if (isName(modelKey(text)) || this.#isSaid(readModel(text, makes), isAsked)) return text;
      for (const words of [this.#baseWords, this.#variantWords]) {
        const found = new Map<string, string>();
        for (const { candidate, titles } of candidatesFor(text, words, isName)) {
          const query = readModel(candidate, makes);
          const isSaidBy = (title: StockTitle): boolean => isAsked(title) && hasTerms(title.terms, query);
          if (this.#isSaid(query, isAsked) && titles.some(isSaidBy))
            found.set(modelKey(candidate), candidate);
        }
        if (found.size > 0) return found.size === 1 ? [...found.values()][0] : text;
      }
      return text;
    });
  }

  /** The titles that have the terms of any of the queries. */
  titlesWith(queries: readonly TermQuery[]): readonly string[] {
    const titles = queries.flatMap((query) =>
      this.#titlesFor(query).filter(({ terms }) => hasTerms(terms, query)),
    );
    return Array.from(new Set(titles), ({ title }) => title);
  }

  /** A reading, cached by all that it depends on. */
  #remember(sources: readonly string[], read: () => string): string {
    const key = JSON.stringify(sources);
    return key.length > MAX_SOURCES_LENGTH ? read() : this.#known.getOrMake(key, read);
  }

  /** Whether an asked title has the terms. Looks at few titles: a search may ask for a hundred names of each of a hundred makes. */
  #isSaid(
    query: TermQuery,
    isAsked: (title: StockTitle) => boolean,
    known = new Map<TermQuery, boolean>(),
  ): boolean {
    const isSaid = (one: TermQuery): boolean => {
      // The readings for several makes share parts.
      let said = known.get(one);
      if (said === undefined) known.set(one, (said = this.#isSaid(one, isAsked, known)));
      return said;
    };
    if (typeof query !== 'string') {
      if ('any' in query) return query.any.some(isSaid);
      if (!query.all.every(isSaid)) return false;
    }
    return this.#titlesFor(query).some((title) => isAsked(title) && hasTerms(title.terms, query));
  }

  /** A superset of the titles that have the terms. */
  #titlesFor(query: TermQuery): readonly StockTitle[] {
    if (typeof query === 'string') return this.#titlesOf.get(groupOf(query)) ?? NO_TITLES;
    if ('any' in query) return query.any.flatMap((one) => this.#titlesFor(one));
    const sizes = query.all.map((one) => this.#sizeOf(one));
    return this.#titlesFor(query.all[sizes.indexOf(Math.min(...sizes))]);
  }

  /** How many titles `#titlesFor` finds. */
  #sizeOf(query: TermQuery): number {
    if (typeof query === 'string') return this.#titlesFor(query).length;
    return 'all' in query
      ? query.all.reduce((least, one) => Math.min(least, this.#sizeOf(one)), Infinity)
      : query.any.reduce((sum, one) => sum + this.#sizeOf(one), 0);
  }

  #add(title: string, read: StockTitle): void {
    this.#titles.set(title, read);
    for (const term of read.terms) {
      const group = groupOf(term);
      const titles = this.#titlesOf.get(group);
      if (titles === undefined) this.#titlesOf.set(group, [read]);
      else if (titles.at(-1) !== read) titles.push(read);
    }
    for (const { key, written, isBase } of read.words) {
      const wordsByLength = isBase ? this.#baseWords : this.#variantWords;
      const words = (wordsByLength[key.length] ??= new Map<string, StockWord>());
      const known = words.get(key);
      if (known === undefined) words.set(key, { written, titles: [read] });
      else {
        known.written = first(known.written, written);
        if (known.titles.at(-1) !== read) known.titles.push(read);
      }
    }
  }
}

const NO_TITLES: readonly StockTitle[] = [];
const FIRST_LETTERS = 4;

/** The key of a term in `#titlesOf`: a prefix for beginnings, which are nearly unique, or the term itself. */
function groupOf(term: string): string {
  return term.slice(0, isBeginning(term) ? FIRST_LETTERS : undefined);
}

function readTitle(title: string): StockTitle {
  const { make, model } = partsOfTitle(title);
  const { base, names, variant } = splitTitle(make, model);
  const words: TitleWord[] = [];
  const add = (key: string, written: string, isBase: boolean): void => {
    if (isCorrectable(key)) words.push({ key, written, isBase });
  };
  if (make !== null) for (const key of namesOfMake(makeKey(make))) add(key, make, true);
  for (const key of names) add(key, writtenOf(make, key) ?? base, true);
  for (const word of wordsOf(base)) add(nameKey(word), word, true);
  for (const word of wordsOf(variant)) add(nameKey(word), word, false);
  return { title, makeKey: make === null ? undefined : makeKey(make), terms: titleTerms(title), words };
}

/** The text with one of its words replaced by a word of the stock one slip away, and the titles with that word. */
function* candidatesFor(
  text: string,
  words: StockWords,
  isName: (key: string) => boolean,
): Generator<{ readonly candidate: string; readonly titles: readonly StockTitle[] }> {
  const parts = text.split(PARTS);
  for (const [at, part] of parts.entries()) {
    const key = nameKey(part);
    if (!isCorrectable(key) || isName(key)) continue;
    for (let length = key.length - 1; length <= key.length + 1; length++)
      for (const [word, { written, titles }] of words.at(length) ?? [])
        if (isOneEditApart(word, key)) yield { candidate: parts.with(at, written).join(''), titles };
  }
}

/** Splits words from the characters between them. */
const PARTS = /([\s/|()\u2010-\u2015-]+)/u;

function wordsOf(text: string): string[] {
  return text.split(PARTS).filter((part) => nameKey(part) !== '');
}

function isCorrectable(key: string): boolean {
  return key.length >= MIN_LETTERS && LETTERS.test(key);
}

/** The table's spelling of a model's name. */
function writtenOf(make: string | null, key: string): string | undefined {
  const models = modelsNamed(key).filter((model) => make === null || model.make === make);
  return models.at(0)?.names.find((name) => name.key === key)?.name;
}

function first(known: string | undefined, other: string): string {
  return known === undefined || other < known ? other : known;
}

/** The search with its names corrected, whatever it finds. */
export async function withCorrectedNames(
  query: SearchQuery,
  { names }: { readonly names: () => StockNames | Promise<StockNames> },
): Promise<SearchQuery> {
  const isNamed = query.make !== undefined || query.model !== undefined;
  return isNamed ? (await names()).correct(query).query : query;
}

/** The sources of the names and words of a state. */
interface Correctors {
  readonly names: () => StockNames | Promise<StockNames>;
  readonly correctWords: (q: string) => Promise<readonly Correction[]>;
}

/** The names and words of a search that a state reads as others, whatever the search finds. */
export async function findCorrections(
  query: SearchQuery,
  { names, correctWords }: Correctors,
): Promise<readonly Correction[]> {
  const named = areNamesFixed(query) ? [] : (await names()).correct(query).corrections;
  return query.q === undefined ? named : [...named, ...(await correctWords(query.q))];
}

/**
 * The result of a search. If the search names something that no listing has, it is repeated with corrected names. Words of its
 * text that were read as others are reported too. `names` is called only if the search may have such names.
 */
export async function withCorrections<Result extends { readonly total: number }>(
  query: SearchQuery,
  { names, correctWords }: Correctors,
  find: (query: SearchQuery) => Result | Promise<Result>,
): Promise<Result & { readonly corrections?: readonly Correction[] }> {
  const found = await find(query);
  const words = query.q === undefined ? [] : await correctWords(query.q);
  const isCorrectable = mayNeedCorrection(query, found.total) && !areNamesFixed(query);
  const corrected = isCorrectable ? (await names()).correct(query) : undefined;
  const corrections = [...(corrected?.corrections ?? []), ...words];
  if (corrections.length === 0) return found;
  const isRenamed = corrected !== undefined && corrected.corrections.length > 0;
  return { ...(isRenamed ? await find(corrected.query) : found), corrections };
}
