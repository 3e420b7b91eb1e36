// Guesses a column's field from its name: the words of known names in any order, abbreviated (`Mlge`), misspelt or in another language.
import { distance as editDistance } from 'fastest-levenshtein';
import type { ColumnField, ColumnUnit } from '../columns/table.ts';
import { columnTable, type ColumnName } from '../columns/column-table.ts';
import { wordsFor } from '../columns/words.ts';
import type { Guess } from './guess-by-values.ts';

interface KnownName extends ColumnName {
  readonly words: readonly string[];
}

let knownNames: readonly KnownName[] | undefined;

function known(): readonly KnownName[] {
  return (knownNames ??= columnTable()
    .common.map((column): KnownName => ({ ...column, words: wordsOf(column.name) }))
    .filter(({ words }) => words.length > 0));
}

export interface NameGuess extends Guess {
  /** Unit of plain numbers, if the name says one. */
  readonly unit: ColumnUnit | undefined;
}

export function guessByName(name: string): NameGuess[] {
  const words = wordsOf(name.slice(0, 100));
  if (words.length === 0) return [];
  const best = new Map<ColumnField, NameGuess>();
  for (const { field, unit, name: alias, words: aliasWords } of known()) {
    const score = similarity(words, aliasWords);
    if (score < MIN_SIMILARITY || score <= (best.get(field)?.score ?? 0)) continue;
    best.set(field, { field, unit, score, reason: `its name is like ${alias}` });
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

const MIN_SIMILARITY = 0.45;

/** The words of a name, in lower case, without accents, idle words and numbers: `stock`, `number` for `Stock_No 2`. */
function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const [guesses, idle] = [wordsFor('guess'), wordsFor('idle')];
  return words
    .flatMap((word) => guesses.get(word)?.split(' ') ?? [word])
    .filter((word) => word.length >= 2 && !idle.has(word));
}

function similarity(words: readonly string[], others: readonly string[]): number {
  const free = new Set(others);
  let sum = 0;
  for (const word of words) {
    let best: string | undefined;
    let score = 0;
    for (const other of free) {
      const likeness = wordSimilarity(word, other);
      if (likeness > score) [best, score] = [other, likeness];
    }
    if (best === undefined) continue;
    free.delete(best);
    sum += score;
  }
  return sum / Math.max(words.length, others.length);
}

function wordSimilarity(word: string, other: string): number {
  if (word === other) return 1;
  if (isAbbreviation(word, other)) return 0.85;
  return Math.min(word.length, other.length) >= 5 && editDistance(word, other) === 1 ? 0.9 : 0;
}

/** `mlge` for mileage, `desc` for description, `rg` for reg. */
export function isAbbreviation(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  if (short.length >= 3 && word.startsWith(short)) return true;
  const consonants = word[0] + word.slice(1).replace(/[aeiou]/g, '');
  if (consonants.startsWith(short)) return true;
  return short.length >= 3 && short.length >= 0.4 * word.length && isSubsequence(short, word);
}

function isSubsequence(short: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}
