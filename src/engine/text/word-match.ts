// From a query's words to the terms that they stand for in each segment. A word stands for itself, its aliases and,
// when it is the last one, for every term that begins with it. Only if no live row has any of these is it taken for a
// typing error: otherwise every search for a golf would find what is gold. Codes and short words (`a3`, `320d`) are
// never completed or corrected.
import { countBits, countCommon } from '../bits.ts';
import { rowsInBits } from '../row-lists.ts';
import type { LiveSegment, Snapshot } from '../snapshot.ts';
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

/** The different words of `text`, each matched. None: the text holds no word. */
export function matchWords(
  snapshot: Snapshot,
  text: string,
  aliases: ReadonlyMap<string, readonly string[]>,
): WordMatch[] {
  const words = wordsOf(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) => matchWord(snapshot, word, word === last, aliases.get(word) ?? []));
}

function matchWord(snapshot: Snapshot, word: string, isLast: boolean, aliases: readonly string[]): WordMatch {
  const literal = snapshot.segments.map(({ segment }) =>
    literalTerms(segment.text, word, isLast && !onlyExact(word), aliases),
  );
  const matching = countLive(snapshot, literal);
  if (matching > 0 || onlyExact(word)) return { terms: literal, rarity: rarityOf(matching, snapshot.live) };
  const similar = snapshot.segments.map(({ segment }) =>
    segment.text
      .findSimilar(word, allowedErrors(word))
      // A code is never what somebody meant by a word.
      .filter((term) => !onlyExact(segment.text.word(term)))
      .map((term) => ({ term, closeness: CLOSENESS.typo })),
  );
  return { terms: similar, rarity: rarityOf(countLive(snapshot, similar), snapshot.live) };
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

function countLive(snapshot: Snapshot, terms: readonly (readonly MatchedTerm[])[]): number {
  return snapshot.segments.reduce((sum, segment, i) => sum + countLiveIn(segment, terms[i]), 0);
}

function countLiveIn({ segment, alive }: LiveSegment, terms: readonly MatchedTerm[]): number {
  if (terms.length === 0) return 0;
  if (terms.length === 1) {
    const [{ term }] = terms;
    if (alive === null) return segment.text.frequency(term);
    return rowsInBits(segment.text.anyOrder(term), alive).length;
  }
  const filter = new TextFilter(segment.text, terms);
  return alive === null ? countBits(filter.bits()) : countCommon(filter.bits(), alive);
}
