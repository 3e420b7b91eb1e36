// Expands a query's text to terms of each segment. A unit of the text, mostly a word, stands for its terms; if no live
// row has any of them, for all words that it begins; and only if there are none, it is treated as a typo: otherwise
// every search for a Golf would find all that is gold. The schema decides what the units of a text are.
import type { Schema, TextUnit } from '../schema.ts';
import type { Arena } from './arena.ts';
import type { Snapshot } from '../segment/snapshot.ts';
import { maxEdits } from '../postings/edit-distance.ts';
import { MATCH_WEIGHTS, idfOf } from './bm25f.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { WordFilter } from './word-filter.ts';

/** A term that a unit stands for, and its weight (MATCH_WEIGHTS). */
export interface ExpandedTerm {
  readonly term: number;
  readonly matchWeight: number;
}

/** One unit of a query's text, expanded for a snapshot. */
export interface ExpandedWord {
  /** The terms it stands for, by segment of the snapshot. */
  readonly terms: readonly (readonly ExpandedTerm[])[];
  /** The rows that have any of these terms, by segment. */
  readonly filters: readonly WordFilter[];
  /** Number of live rows with any of these terms. */
  readonly matching: number;
  /** Inverse document frequency of the unit over the live rows (bm25f.ts). */
  readonly idf: number;
  /** Whether rows must have it; if not, it only raises their scores. */
  readonly isRequired: boolean;
}

type TermsOf = (column: InvertedIndex) => readonly ExpandedTerm[];

/**
 * The units of `text`, then, for scores, the tags that it prefers, expanded. Empty if it has no units. With an arena, valid
 * until that is reset.
 */
export function expandText(
  snapshot: Snapshot,
  text: string,
  { readText }: Pick<Schema, 'readText'>,
  { forScores, arena }: { readonly forScores: boolean; readonly arena?: Arena },
): ExpandedWord[] {
  const { units, preferred } = readText(text, (term) => snapshot.isLive(term));
  if (units.length === 0) return [];
  const tags = (forScores ? preferred : []).map((tag) => literal(new Map([[tag, MATCH_WEIGHTS.exact]])));
  return [
    ...units.map((unit) => expandUnit(snapshot, unit, arena)),
    ...tags.map((tag) => expandTerms(snapshot, tag, { isRequired: false, arena })),
  ];
}

/** The first reading that any live row has; without one, the last. */
function expandUnit(
  snapshot: Snapshot,
  { terms, prefix, typo }: TextUnit,
  arena: Arena | undefined,
): ExpandedWord {
  const readings: TermsOf[] = [literal(terms)];
  if (prefix !== undefined) readings.push((column) => completions(column, prefix));
  if (typo !== undefined) readings.push((column) => corrections(column, typo));
  let expanded = expandTerms(snapshot, readings[0], { isRequired: true, arena });
  for (let i = 1; expanded.matching === 0 && i < readings.length; i++) {
    expanded = expandTerms(snapshot, readings[i], { isRequired: true, arena });
  }
  return expanded;
}

/** The terms in each segment, and how many live rows have any of them. */
function expandTerms(
  { segments, liveCount }: Snapshot,
  termsOf: TermsOf,
  { isRequired, arena }: { readonly isRequired: boolean; readonly arena: Arena | undefined },
): ExpandedWord {
  const terms = segments.map(({ segment }) => termsOf(segment.text));
  const filters = segments.map(({ segment }, i) => new WordFilter(segment.text, terms[i], arena));
  const matching = segments.reduce((sum, { liveRows }, i) => sum + filters[i].count(liveRows), 0);
  return { terms, filters, matching, idf: idfOf(matching, liveCount), isRequired };
}

function literal(terms: ReadonlyMap<string, number>): TermsOf {
  return (column) =>
    Array.from(terms, ([term, matchWeight]) => ({ term: column.find(term), matchWeight })).filter(
      ({ term }) => term >= 0,
    );
}

function completions(column: InvertedIndex, prefix: string): ExpandedTerm[] {
  const [first, end] = column.findPrefix(prefix);
  return Array.from({ length: end - first }, (_, i) => ({
    term: first + i,
    matchWeight: MATCH_WEIGHTS.prefix,
  }));
}

function corrections(column: InvertedIndex, { word, tags }: NonNullable<TextUnit['typo']>): ExpandedTerm[] {
  const fuzzy = column.findFuzzy(word, maxEdits(word));
  const sounding = tags.map((tag) => column.find(tag)).filter((term) => term >= 0);
  return [...fuzzy, ...sounding].map((term) => ({ term, matchWeight: MATCH_WEIGHTS.fuzzy }));
}
