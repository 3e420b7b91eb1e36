// Guesses a column's field by the likeness of its name: the words of known names in any order, abbreviated (`Mlge`), misspelt or in another language.
import { distance as editDistance } from 'fastest-levenshtein';
import type { ColumnField, ColumnUnit } from './table.ts';
import { columnTable, type ColumnName } from './column-table.ts';
import type { Guess } from './value-evidence.ts';
import { partWords, wordsFor } from './words.ts';

interface KnownName extends ColumnName {
  readonly words: readonly string[];
}

export interface NameGuess extends Guess {
  /** Unit of plain numbers, if the name says one. */
  readonly unit?: ColumnUnit | undefined;
  readonly scale?: number | undefined;
  /** Whether it is a known name behind a plugin's word. */
  readonly isName?: boolean;
}

const MIN_LIKENESS = 0.45;

let knownNames: readonly KnownName[] | undefined;

/** The best guess for each field, if its names are like this one. */
export function guessByName(name: string): NameGuess[] {
  knownNames ??= columnTable().common.map((column) => ({ ...column, words: wordsOf(column.name) }));
  const words = wordsOf(name.slice(0, 100));
  const best = new Map<ColumnField, NameGuess>();
  for (const { field, unit, name: known, words: knownWords } of knownNames) {
    const score = likeness(words, knownWords);
    if (score >= MIN_LIKENESS && score > (best.get(field)?.score ?? 0))
      best.set(field, { field, unit, score, reason: `its name is like ${known}` });
  }
  return [...best.values()];
}

/** The words of a name without numbers and words that distinguish nothing; those of other languages in English. */
function wordsOf(name: string): string[] {
  const [guesses, idle] = [wordsFor('guess'), wordsFor('idle')];
  return partWords(name.replaceAll(':', ' '))
    .flatMap((word) => guesses.get(word)?.split(' ') ?? [word])
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
