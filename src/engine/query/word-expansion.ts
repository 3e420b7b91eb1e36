// Expands a query's words to terms of each segment. A word stands for itself, its synonyms and, as the last word, all
// terms that begin with it. Only if no live row has any of these is it treated as a typo: otherwise every search for
// a Golf would find all that is gold. Codes and short words (`a3`, `320d`) are never completed or corrected.
import type { Snapshot } from '../segment/snapshot.ts';
import { maxEdits } from '../postings/edit-distance.ts';
import { MATCH_WEIGHTS, idfOf } from './bm25f.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { WordFilter } from './word-filter.ts';
import { foldText, onlyExact, tokenize } from '../postings/tokenizer.ts';

/** A term that a word stands for, and its weight (MATCH_WEIGHTS). */
export interface ExpandedTerm {
  readonly term: number;
  readonly matchWeight: number;
}

/** One word of a query, expanded for a snapshot. */
export interface ExpandedWord {
  /** The terms it stands for, by segment of the snapshot. */
  readonly terms: readonly (readonly ExpandedTerm[])[];
  /** The rows that have any of these terms, by segment. */
  readonly filters: readonly WordFilter[];
  /** Inverse document frequency of the word over the live rows (bm25f.ts). */
  readonly idf: number;
}

/** The distinct words of `text`, expanded. Empty if it has none. */
export function expandWords(
  snapshot: Snapshot,
  text: string,
  synonyms: ReadonlyMap<string, readonly string[]>,
): ExpandedWord[] {
  const words = tokenize(foldText(text));
  const last = words.at(-1);
  return [...new Set(words)].map((word) =>
    expandWord(snapshot, word, word === last, synonyms.get(word) ?? []),
  );
}

function expandWord(
  snapshot: Snapshot,
  word: string,
  isLast: boolean,
  synonyms: readonly string[],
): ExpandedWord {
  const exact = snapshot.segments.map(({ segment }) =>
    exactTerms(segment.text, word, isLast && !onlyExact(word), synonyms),
  );
  const expanded = expandedWord(snapshot, exact);
  if (expanded.matching > 0 || onlyExact(word)) return expanded;
  const fuzzy = snapshot.segments.map(({ segment }) =>
    segment.text
      .findFuzzy(word, maxEdits(word))
      // Typos never stand for codes.
      .filter((term) => !onlyExact(segment.text.word(term)))
      .map((term) => ({ term, matchWeight: MATCH_WEIGHTS.fuzzy })),
  );
  return expandedWord(snapshot, fuzzy);
}

function expandedWord(
  snapshot: Snapshot,
  terms: readonly (readonly ExpandedTerm[])[],
): ExpandedWord & { readonly matching: number } {
  const filters = snapshot.segments.map(
    ({ segment }, segmentOrd) => new WordFilter(segment.text, terms[segmentOrd]),
  );
  const matching = snapshot.segments.reduce(
    (sum, { liveRows }, segmentOrd) => sum + filters[segmentOrd].count(liveRows),
    0,
  );
  return { terms, filters, idf: idfOf(matching, snapshot.liveCount), matching };
}

function exactTerms(
  column: InvertedIndex,
  word: string,
  completed: boolean,
  synonyms: readonly string[],
): ExpandedTerm[] {
  const matchWeights = new Map<number, number>();
  if (completed) {
    const [first, end] = column.findPrefix(word);
    for (let term = first; term < end; term++) matchWeights.set(term, MATCH_WEIGHTS.prefix);
  }
  for (const synonym of synonyms) matchWeights.set(column.find(synonym), MATCH_WEIGHTS.synonym);
  matchWeights.set(column.find(word), MATCH_WEIGHTS.exact);
  matchWeights.delete(-1);
  return [...matchWeights].map(([term, value]) => ({ term, matchWeight: value }));
}
