// Evidence that a column feeds a field: its kinds, the weights of guesses, and guesses by the likeness of a name, whose words may
// be in any order, abbreviated (`Mlge`), misspelt or in another language. Among several columns for one field, the strongest
// evidence counts, then the order of columns.tsv, then the number in the name, then the order of the record.
import { isOneEditApart, suggestNearest } from '../../vehicle/name-key.ts';
import { FEED_FIELDS, type ColumnField, type ColumnUnit } from '../tables/feed-fields.ts';
import { partKey, partWords, wordsFor } from '../tables/feed-tables.ts';
import { distance as editDistance } from 'fastest-levenshtein';
import { columnTable, columnKey, type ColumnName } from '../tables/column-table.ts';

export interface Guess {
  readonly field: ColumnField;
  /** From 0 to 1. */
  readonly score: number;
  /** The reason for people, without a full stop: `UK postcodes`. */
  readonly reason: string;
}

/** How far each kind puts a column behind those that the table names; several kinds add up. */
const EVIDENCE = {
  mapping: { behind: 0, means: 'the mapping' },
  values: { behind: 0, means: 'its values' },
  name: { behind: 0, means: 'its name' },
  /** Words that columns of the field have, in any order: `Prc to clear`. */
  words: { behind: 1, means: 'the words of its name' },
  /** A text beside a number: `price.label`. */
  text: { behind: 1, means: 'the text beside its number' },
  /** The last parts of a path: `lot.price`. */
  end: { behind: 2, means: 'the end of its name' },
  /** A name with a note behind it: `Make (lookup)`. */
  note: { behind: 2, means: 'its name before a note' },
  /** A code beside which there may be words: `Fuel code`. */
  code: { behind: 2, means: 'its code' },
  /** A database's own key, or an amount in another currency. */
  substitute: { behind: 2, means: 'its name, for want of another' },
  /** `Custom 1 (Odometer mi)`, or the classes of its values: `Petrol/Diesel`. */
  meaning: { behind: 2, means: 'what its name explains' },
  translation: { behind: 2, means: 'its name in English' },
} as const;

/** The last kind of evidence for a column, and how far all kinds put it behind. */
export interface Evidence {
  readonly by: keyof typeof EVIDENCE;
  readonly behind: number;
}

export const BY_NAME: Evidence = { by: 'name', behind: 0 };

export function weaker<C extends Evidence>(column: C, by: Evidence['by']): C {
  return { ...column, by, behind: column.behind + EVIDENCE[by].behind };
}

/** The kind of evidence in words for people: `the words of its name`. */
export function whatSays({ by }: Evidence): string {
  return EVIDENCE[by].means;
}

/** Minimum scores of guesses by the likeness of a name and by values, for columns that no other evidence names. */
export const MIN_SCORES = {
  /** Read by an import, if it is one of the facts that searches need; else written by `feed inspect --suggest`. */
  sure: 0.85,
  /** Written for the operator to check, and named in reports. */
  likely: 0.6,
  /** `feed inspect --suggest` asks the operator. */
  possible: 0.4,
} as const;

export const WEIGHTS = {
  /** Factor for the likeness of a name. */
  name: 0.85,
  /** The factor if the values speak for another field. */
  contradictedName: 0.35,
  /** Score of a known name behind a plugin's word, with which several names begin. */
  withoutPlugin: 0.95,
  /** Factor for the doubt in values if the words of the name are those of the field. */
  doubtWithWords: 0.3,
  /** Maximum score by a name alone. */
  nameAlone: 0.8,
  /** Maximum score if another column is about as likely. */
  withRival: 0.8,
  /** Minimum score with which values overrule a name. */
  clearValues: 0.9,
} as const;

interface KnownName extends ColumnName {
  readonly words: readonly string[];
}

export interface NameGuess extends Guess {
  /** Unit of plain numbers, if the name says one. */
  readonly unit?: ColumnUnit | undefined;
  readonly scale?: number | undefined;
  /** Whether it is a known name behind a plugin's word, or names what its values say yes or no of. */
  readonly isName?: boolean;
  /** The name that such a column is read as: `feature.sunroof`. */
  readonly readAs?: string;
}

const MIN_LIKENESS = 0.45;

let knownNames: readonly KnownName[] | undefined;

/** The best guess for each field, if its names are like this one. */
export function guessByName(name: string): NameGuess[] {
  knownNames ??= columnTable().common.map((column) => ({ ...column, words: nameWords(column.name) }));
  const words = nameWords(name.slice(0, 100));
  const best = new Map<ColumnField, NameGuess>();
  for (const { field, unit, name: known, words: knownWords } of knownNames) {
    const score = likeness(words, knownWords);
    if (score >= MIN_LIKENESS && score > (best.get(field)?.score ?? 0))
      best.set(field, { field, unit, score, reason: `its name is like ${known}` });
  }
  return [...best.values()];
}

const MIN_SLIP_LENGTH = 5;
const MAX_NAME_LENGTH = 40;

/** The field whose name or heading an unknown name probably mistypes; undefined if there is none, or several. */
export function fieldMeantBy(name: string): ColumnField | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const own = suggestNearest(name.toLowerCase(), FEED_FIELDS);
  if (own !== undefined) return own;
  const key = partKey(name);
  if (key.length < MIN_SLIP_LENGTH) return undefined;
  const fields = new Set(
    columnTable().common.flatMap(({ name: known, field }) =>
      isOneEditApart(key, columnKey(known)) ? field : [],
    ),
  );
  return fields.size === 1 ? [...fields][0] : undefined;
}

/** The words of a name without numbers and words that distinguish nothing; those of other languages in English. */
function nameWords(name: string): string[] {
  const [translations, idle] = [wordsFor('translation'), wordsFor('idle')];
  return partWords(name.replaceAll(':', ' '))
    .flatMap((word) => translations.get(word)?.split(' ') ?? [word])
    .filter((word) => word.length >= 2 && /[a-z]/.test(word) && !idle.has(word));
}

function likeness(words: readonly string[], others: readonly string[]): number {
  const free = new Set(others);
  let sum = 0;
  for (const word of words) {
    let best = { other: '', score: 0 };
    for (const other of free) {
      const score = wordLikeness(word, other);
      if (score > best.score) best = { other, score };
    }
    free.delete(best.other);
    sum += best.score;
  }
  return sum / Math.max(words.length, others.length, 1);
}

function wordLikeness(word: string, other: string): number {
  if (word === other) return 1;
  if (isAbbreviation(word, other)) return 0.8 + (0.1 * word.length) / other.length;
  return Math.min(word.length, other.length) >= 5 && editDistance(word, other) === 1 ? 0.9 : 0;
}

/** `mlge` for mileage, `desc` for description, `rg` for reg. */
export function isAbbreviation(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  const consonants = word[0] + word.slice(1).replace(/[aeiou]/g, '');
  if (consonants.startsWith(short)) return true;
  if (short.length < 3) return false;
  return word.startsWith(short) || (short.length >= 0.4 * word.length && isSubsequence(short, word));
}

function isSubsequence(short: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}
