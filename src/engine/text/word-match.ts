// From a query's words to the terms that they stand for in each segment. A word stands for itself, its aliases and,
// when it is the last one, for every term that begins with it. Only if no live row has any of these is it taken for a
// typing error: otherwise every search for a golf would find what is gold. Codes and short words (`a3`, `320d`) are
// never completed or corrected.
import type { Snapshot } from '../snapshot.ts';
import { allowedErrors } from './edit-distance.ts';
import { CLOSENESS, rarityOf } from './relevance.ts';
import type { TextColumn } from './text-column.ts';
import { TextFilter } from './text-filter.ts';
import { foldText, onlyExact, wordsOf } from './words.ts';

/** A term that a word stands for, and how close it is, as in CLOSENESS. */
export interface MatchedTerm {
  readonly term: number;
  readonly closeness: number;
}

/** One word of a query, matched against a snapshot. */
export interface WordMatch {
  /** Its terms in each segment of the snapshot, in the same order. */
  readonly terms: readonly (readonly MatchedTerm[])[];
  /** Weight of the word, by how few live rows have it. */
  readonly rarity: number;
}

/** A word and its rows. */
export interface MatchedWord extends WordMatch {
  /** Parallel to `terms`. */
  readonly filters: readonly TextFilter[];
}

/** The different words of `text`, each matched. None: the text holds no word. */
export function matchWords(
  snapshot: Snapshot,
  text: string,
  aliases: ReadonlyMap<string, readonly string[]>,
): MatchedWord[] {
  const words = wordsOf(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) => matchWord(snapshot, word, word === last, aliases.get(word) ?? []));
}

function matchWord(
  snapshot: Snapshot,
  word: string,
  isLast: boolean,
  aliases: readonly string[],
): MatchedWord {
  const literal = snapshot.segments.map(({ segment }) =>
    literalTerms(segment.text, word, isLast && !onlyExact(word), aliases),
  );
  const matched = weighed(snapshot, literal);
  if (matched.matching > 0 || onlyExact(word)) return matched;
  const similar = snapshot.segments.map(({ segment }) =>
    segment.text
      .findSimilar(word, allowedErrors(word))
      // A code is never what somebody meant by a word.
      .filter((term) => !onlyExact(segment.text.word(term)))
      .map((term) => ({ term, closeness: CLOSENESS.typo })),
  );
  return weighed(snapshot, similar);
}

function weighed(
  snapshot: Snapshot,
  terms: readonly (readonly MatchedTerm[])[],
): MatchedWord & { readonly matching: number } {
  const filters = snapshot.segments.map(({ segment }, index) => new TextFilter(segment.text, terms[index]));
  const matching = snapshot.segments.reduce((sum, { alive }, index) => sum + filters[index].count(alive), 0);
  return { terms, filters, rarity: rarityOf(matching, snapshot.live), matching };
}

function literalTerms(
  column: TextColumn,
  word: string,
  completed: boolean,
  aliases: readonly string[],
): MatchedTerm[] {
  const closeness = new Map<number, number>();
  if (completed) {
    const [first, end] = column.findPrefix(word);
    for (let term = first; term < end; term++) closeness.set(term, CLOSENESS.prefix);
  }
  for (const alias of aliases) closeness.set(column.find(alias), CLOSENESS.alias);
  closeness.set(column.find(word), CLOSENESS.exact);
  closeness.delete(-1);
  return [...closeness].map(([term, value]) => ({ term, closeness: value }));
}
