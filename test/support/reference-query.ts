// How the reference model reads `q`: into units, each a class, a term of the trade or a word, and the terms of listings
// that each stands for. What a unit stands for depends on what the stock has.
import { beginsName } from '../../src/vehicle/name-keys.ts';
import { ukModels } from '../../src/vehicle/models.ts';
import { queryWords } from '../../src/vehicle/query-words.ts';
import { makeAliases } from '../../src/vehicle/makes.ts';
import { distance as editDistance } from '../engine/engine-model.ts';
import {
  clausesOf,
  isAnyModel,
  isModel,
  lengthOfName,
  hyphenatedWords,
  joiningWordsAt,
  stretchesOf,
  type Alternatives,
  type Group,
} from './reference-clauses.ts';
import {
  inflections,
  isClass,
  isCode,
  maxEdits,
  MAX_RUN,
  meaningOf,
  misspeltClasses,
  soundOf,
  wordsOf,
  writtenAs,
} from './reference-words.ts';

export type Reading =
  | 'class'
  | 'term'
  | 'word'
  | 'joined'
  | 'inflection'
  | 'completion'
  | 'edit'
  | 'sound'
  | 'nothing'
  | 'either'
  | 'not';

/** An element of a text: units, or what joins those beside it. */
type Element = Group<QueryUnit> | 'either' | 'not';

export type UnitChoice = Alternatives<QueryUnit>;

/** From each term that some words of a query stand for to how close it is, in quarters. */
export type UnitTerms = ReadonlyMap<string, number>;

export interface QueryUnit {
  readonly key: string;
  readonly length: number;
  readonly terms: UnitTerms;
  /** Those that the stock has. */
  readonly liveTerms: UnitTerms;
  /** How the terms that the stock has were reached. */
  readonly readings: ReadonlySet<Reading>;
  /** Terms of the trade that the words also spell. */
  readonly preferred: readonly string[];
}

export interface QueryReading {
  /** A listing must have a term of each. */
  readonly units: readonly QueryUnit[];
  /** Of each, a listing must have a term of all units of an alternative. */
  readonly choices: readonly UnitChoice[];
  /** A listing must not have a term of all units of one. */
  readonly excluded: readonly (readonly QueryUnit[])[];
  /** Whether the query has any word: without one, nothing matches. */
  readonly hasWords: boolean;
  /** Tags that only raise a listing's score. */
  readonly preferred: readonly string[];
}

/** What the stock's listings say. */
export interface StockTerms {
  has(term: string): boolean;
  /** The terms that are words. */
  readonly words: readonly string[];
}

const ALIASES = makeAliases();

type Candidate = readonly [term: string, matchWeight: number, reading: Reading];

export function readQuery(q: string, stock: StockTerms): QueryReading {
  const stretches = stretchesOf(q).map((stretch) => ({ ...stretch, words: wordsOf(stretch.text) }));
  const required: UnitChoice[] = [];
  const excluded: (readonly QueryUnit[])[] = [];
  let last: QueryUnit | undefined;
  let together: Element[] = [];
  const join = (): void => {
    const clauses = clausesOf(together);
    required.push(...clauses.required);
    excluded.push(...clauses.excluded);
    together = [];
  };
  stretches.forEach(({ text, words, isExcluded, isQuoted }, i) => {
    const isLast = i === stretches.length - 1;
    const elements = isQuoted
      ? [{ units: quotedUnits(words, stock), isQuoted }].filter(({ units }) => units.length > 0)
      : elementsOf(words, hyphenatedWords(text), stock, isLast);
    const units = elements.flatMap((element) => (typeof element === 'string' ? [] : element.units));
    if (isExcluded) {
      join();
      excluded.push(units);
    } else together.push(...elements);
    last = units.at(-1);
  });
  join();
  const single = required.map((choice) => (choice.length === 1 ? choice[0] : []));
  const units = single.flat();
  const neighbours = single.flatMap((all, i) => {
    const before = i === 0 || all.length === 0 ? undefined : single[i - 1].at(-1);
    const row = before === undefined ? all : [before, ...all];
    return row.slice(1).map((unit, j) => `+${row[j].key}${unit.key}`);
  });
  const preferred = [...neighbours, ...units.flatMap((unit) => unit.preferred)];
  const distinct = new Map(units.map((unit) => [nameOf(unit, unit === last), unit]));
  return {
    units: [...distinct.values()],
    choices: required.filter((choice) => choice.length > 1),
    excluded: excluded
      .map((all) => all.map(asExcluded))
      .filter((all) => all.length > 0 && all.every(({ liveTerms }) => liveTerms.size > 0)),
    hasWords: stretches.some(({ words }) => words.length > 0),
    preferred: [...new Set(preferred)].filter((tag) => stock.has(tag)),
  };
}

/** Units of a quotation: every word asks for something, and none is completed or corrected. */
function quotedUnits(words: readonly string[], stock: StockTerms): QueryUnit[] {
  const units: QueryUnit[] = [];
  for (let at = 0; at < words.length; at += units[units.length - 1].length) {
    const word = { key: words[at], length: 1, preferred: [] };
    units.push(
      runAt(words, at, stock) ?? initialAt(words, at, stock) ?? unitOf(word, wordItself(words, at), stock),
    );
  }
  return units;
}

/** What is excluded is neither completed nor corrected. */
function asExcluded(unit: QueryUnit): QueryUnit {
  return isGuessed(unit) ? { ...unit, liveTerms: new Map() } : unit;
}

function isGuessed({ readings }: QueryUnit): boolean {
  return ['completion', 'edit', 'sound'].some((reading) => readings.has(reading as Reading));
}

/** The units of a text, those of a name, a term or a word with hyphens in one group, and the words that join them. */
function elementsOf(
  words: readonly string[],
  hyphenated: ReadonlySet<number>,
  stock: StockTerms,
  isLast: boolean,
): Element[] {
  const joining: { readonly at: number; readonly word: 'either' | 'not' }[] = [];
  const units: { readonly at: number; readonly unit: QueryUnit }[] = [];
  let spelledTo = 0;
  for (let at = 0; at < words.length;) {
    const run = runAt(words, at, stock);
    spelledTo = Math.max(spelledTo, at + longestTermAt(words, at));
    const mark = joiningWordsAt(words, at, hyphenated);
    if (run === undefined && mark !== undefined && at >= spelledTo && !isName(words, at, stock, mark)) {
      if (mark.meaning !== 'nothing') joining.push({ at, word: mark.meaning });
      at += mark.length;
      continue;
    }
    const unit =
      run ?? initialAt(words, at, stock) ?? modelAt(words[at], stock) ?? wordAt(words, at, stock, isLast);
    units.push({ at, unit });
    at += unit.length;
  }
  const starts: number[] = [];
  for (const { at } of units) {
    const start = starts.at(-1) ?? 0;
    const length = Math.max(lengthOfName(words.slice(start)), longestTermAt(words, start));
    const isWithin = at < start + length && !joining.some((mark) => mark.at > start && mark.at < at);
    if (starts.length === 0 || !(hyphenated.has(at) || isWithin)) starts.push(at);
  }
  const groups = starts.map((at, i) => {
    const own = units.filter((one) => one.at >= at && one.at < (starts.at(i + 1) ?? Infinity));
    return { at, group: { units: own.map(({ unit }) => unit), isQuoted: false } };
  });
  return [...joining, ...groups]
    .sort((a, b) => a.at - b.at)
    .map((element) => ('word' in element ? element.word : element.group));
}

/** How many words from `at` on spell a term together, whether or not the stock has it; 0 if only one does. */
function longestTermAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_RUN, words.length - at); length > 1; length--) {
    const key = words.slice(at, at + length).join('');
    const { spelled = [] } = (words[at + length - 1] === 's' ? writtenAs(key) : meaningOf(key)) ?? {};
    if (spelled.length > 0 && !beginsName(words, at, length)) return length;
  }
  return 0;
}

/** Whether a word that mostly asks for nothing is a name beside the words around it. */
function isName(
  words: readonly string[],
  at: number,
  stock: StockTerms,
  { meaning, length }: { readonly meaning: string; readonly length: number },
): boolean {
  if (meaning !== 'nothing' || length > 1) return false;
  // `a 3 series` is no A3.
  if (words[at] === 'a' && at + 2 < words.length && isAnyModel(words[at + 1] + words[at + 2])) return false;
  if (at > 0 && isModel(words[at - 1], [words[at]])) return true;
  return longestTermAt(words, at + 1) === 0 && initialAt(words, at, stock) !== undefined;
}

/** Equal for the same terms with the same weights. */
export function signatureOf(terms: UnitTerms): string {
  return JSON.stringify([...terms].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Equal for units that count once: with the same terms, or the same word where only its beginning or a typo is found. */
function nameOf(unit: QueryUnit, isLast: boolean): string {
  const { key, liveTerms } = unit;
  return !isGuessed(unit) && liveTerms.size > 0 ? signatureOf(liveTerms) : `${key} ${isLast}`;
}

/** The longest run from `at` that spells a class or a term that the stock has. */
function runAt(words: readonly string[], at: number, stock: StockTerms): QueryUnit | undefined {
  for (let length = Math.min(MAX_RUN, words.length - at); length > 0; length--) {
    if (beginsName(words, at, length)) continue;
    const key = words.slice(at, at + length).join('');
    const isLoneS = length > 1 && words[at + length - 1] === 's';
    const spelled = (isLoneS ? writtenAs(key) : meaningOf(key))?.spelled ?? [];
    // A single word may still be a part of a name: `eco sport`.
    const joined = length === 1 ? joinedNames(words, at) : [];
    const classes = spelled.filter(isClass).map(({ id }): Candidate => [`@${id}`, 4, 'class']);
    const terms = spelled
      .filter((term) => !isClass(term))
      .map(({ id }): Candidate => [`=${id}`, 4, 'term'])
      .filter(([tag]) => stock.has(tag));
    if (classes.some(([tag]) => stock.has(tag))) {
      const live = classes.filter(([tag]) => stock.has(tag));
      const names = joined.map(([name]): Candidate => [`+${name}`, 3, 'joined']);
      return unitOf(
        { key, length, preferred: terms.map(([tag]) => tag) },
        [...live, ...joined, ...names],
        stock,
      );
    }
    if (terms.length > 0) return unitOf({ key, length, preferred: [] }, [...terms, ...joined], stock);
  }
  return undefined;
}

/** The model that a word names by which adverts mostly mean something else, if the stock has it. */
function modelAt(word: string, stock: StockTerms): QueryUnit | undefined {
  if (!queryWords().modelNames.has(word)) return undefined;
  const makes = ukModels().models.filter(({ names }) => names.some(({ key }) => key === word));
  const unit = unitOf(
    { key: word, length: 1, preferred: [] },
    makes.map(({ make }): Candidate => [`+${make.toLowerCase()}${word}`, 4, 'word']),
    stock,
  );
  return unit.liveTerms.size > 0 ? unit : undefined;
}

/** The first reading of a word that the stock has. */
function wordAt(words: readonly string[], at: number, stock: StockTerms, isLast: boolean): QueryUnit {
  const word = words[at];
  const base = { key: word, length: 1, preferred: [] };
  const itself = unitOf(base, wordItself(words, at), stock);
  if (itself.readings.size > 0 || isCode(word) || queryWords().placeholders.has(word)) return itself;
  if (isLast && at === words.length - 1) {
    const longer = stock.words.filter((other) => other.startsWith(word));
    if (longer.length > 0)
      return unitOf(
        base,
        longer.map((other) => [other, 3, 'completion']),
        stock,
      );
  }
  return unitOf(base, corrections(word, stock), stock);
}

/** The word, its other forms, and the names that it is a part or the whole of. */
function wordItself(words: readonly string[], at: number): Candidate[] {
  const word = words[at];
  const alias = ALIASES.get(word);
  return [
    [word, 4, 'word'],
    ...(alias === undefined
      ? []
      : ([
          [alias, 4, 'word'],
          [`+${alias}`, 4, 'joined'],
        ] as const)),
    [`+${word}`, 4, 'joined'],
    ...inflections(word).map((form): Candidate => [form, 3, 'inflection']),
    ...litresOf(word),
    ...joinedNames(words, at),
  ];
}

/** The word with the one before it, and with the one after it, as one name. */
function joinedNames(words: readonly string[], at: number): Candidate[] {
  const names = [
    ...(at > 0 ? [words[at - 1] + words[at]] : []),
    ...(at < words.length - 1 ? [words[at] + words[at + 1]] : []),
  ];
  return names.flatMap((name): Candidate[] => [[name, 3, 'joined'], ...litresOf(name)]);
}

/** The engine size that a word is, with the unit that listings have. */
function litresOf(word: string): Candidate[] {
  const size = word.replace(/(?:litre|liter|ltr)s?$/, '');
  return size !== word && /^\d(\.\d+)?$/.test(size) ? [[`${size}l`, 3, 'inflection']] : [];
}

/** A letter, or a word as in `for two`, and the word after it, if the stock has both as one name: `s max`. */
function initialAt(words: readonly string[], at: number, stock: StockTerms): QueryUnit | undefined {
  if (at + 1 >= words.length) return undefined;
  const key = words[at] + words[at + 1];
  const isName = joiningWordsAt(words, at) !== undefined && isAnyModel(key);
  if (!isName && !/^\p{L}$/u.test(words[at])) return undefined;
  const names: Candidate[] = [
    [key, 4, 'joined'],
    [`+${key}`, 4, 'joined'],
  ];
  if (!names.some(([name]) => stock.has(name))) return undefined;
  return unitOf({ key, length: 2, preferred: [] }, names, stock);
}

/** Words that the word may be a typing error of, and sounds of makes and models. */
function corrections(word: string, stock: StockTerms): Candidate[] {
  // A term of the trade is spelled correctly, whether or not the stock has it.
  if ((meaningOf(word)?.spelled ?? []).length > 0) return [];
  const edits = maxEdits(word);
  const similar = stock.words.filter(
    (other) =>
      !isCode(other) && Math.abs(other.length - word.length) <= edits && editDistance(other, word) <= edits,
  );
  const sound = soundOf(word);
  return [
    ...similar.map((other): Candidate => [other, 2, 'edit']),
    ...(sound === undefined ? [] : [[`~${sound}`, 2, 'sound'] as const]),
    ...misspeltClasses(word).map(({ id }): Candidate => [`@${id}`, 2, 'edit']),
  ];
}

function unitOf(
  base: Pick<QueryUnit, 'key' | 'length' | 'preferred'>,
  candidates: readonly Candidate[],
  stock: StockTerms,
): QueryUnit {
  const terms = new Map<string, number>();
  for (const [term, matchWeight] of candidates) terms.set(term, Math.max(matchWeight, terms.get(term) ?? 0));
  const readings = candidates.filter(([term]) => stock.has(term)).map(([, , reading]) => reading);
  const liveTerms = new Map([...terms].filter(([term]) => stock.has(term)));
  return { ...base, terms, liveTerms, readings: new Set(readings) };
}
