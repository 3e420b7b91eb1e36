// Expands a query's text to terms of each segment. A unit of the text, mostly a word, means its terms; if no live row has any of
// them, all words that it begins; and only if there are none, the words that it may misspell. Otherwise every search for a Golf
// would find all that is gold. The schema decides what the units of a text are.
//
// The order of these readings, and when one ends, must agree with what reports and repeats them: index/shared/corrected-words.ts and
// cluster/word-cache.ts. test/index/embedded-index.properties.test.ts and test/opensearch/random-queries.test.ts compare all three with
// test/support/reference-model.ts.
import type { Choice, Schema, SortOrder, TextUnit } from '../schema.ts';
import type { Arena } from './masks.ts';
import type { Snapshot } from '../segment/snapshot.ts';
import { maxEdits } from '../postings/edit-distance.ts';
import { MATCH_WEIGHTS, idfOf } from './bm25f.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { AllOf, AnyOf, Excluding } from './combined-filters.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import { WordFilter } from './word-filter.ts';

/** A term that a unit means, and its weight (MATCH_WEIGHTS). */
export interface ExpandedTerm {
  readonly term: number;
  readonly matchWeight: number;
}

/** One unit of a query's text, expanded for a snapshot. */
export interface ExpandedWord {
  /** The terms that it means, by segment of the snapshot. */
  readonly terms: readonly (readonly ExpandedTerm[])[];
  /** For each segment, the rows that have any of these terms, or all units of an alternative. */
  readonly filters: readonly CompiledFilter[];
  /** Number of live rows that pass the filters. */
  readonly matching: number;
  /** Inverse document frequency of the unit over the live rows (bm25f.ts). */
  readonly idf: number;
  /** Whether rows must match it; otherwise it only raises their scores. */
  readonly isRequired: boolean;
}

type TermsOf = (column: InvertedIndex) => readonly ExpandedTerm[];

/** A query's text, expanded for a snapshot. */
export interface ExpandedText {
  /** The units, the choices and then the preferred tags, which only raise scores. */
  readonly words: readonly ExpandedWord[];
  /** For each segment, filters that keep the rows that the text does not exclude. */
  readonly excluding: readonly (readonly CompiledFilter[])[];
}

/** The expansion of a query without a text. */
export const NO_TEXT: ExpandedText = { words: [], excluding: [] };

/** The expansion; undefined if the text, or without `allWords` a part of it, matches nothing. Valid until the arena is reset. */
export function expandText(
  snapshot: Snapshot,
  text: string,
  { readText }: Pick<Schema, 'readText'>,
  {
    forScores = false,
    allWords = false,
    arena,
  }: { readonly forScores?: boolean; readonly allWords?: boolean; readonly arena?: Arena | undefined } = {},
): ExpandedText | undefined {
  const { units, choices = [], excluded = [], isOpen, preferred } = snapshot.readText(text, readText);
  if (units.length + choices.length === 0 && isOpen !== true) return undefined;
  const words: ExpandedWord[] = [];
  const isFound = (word: ExpandedWord): boolean => words.push(word) > 0 && (allWords || word.matching > 0);
  if (!units.every((unit) => isFound(expandUnit(snapshot, unit, arena)))) return undefined;
  if (!choices.every((choice) => isFound(expandChoice(snapshot, choice, arena)))) return undefined;
  for (const tag of forScores ? preferred : []) {
    const termsOf = literal(new Map([[tag, MATCH_WEIGHTS.exact]]));
    words.push(expandTerms(snapshot, termsOf, { isRequired: false, arena }));
  }
  return {
    words,
    excluding: snapshot.segments.map(({ segment }) =>
      excluded.map((group) => {
        const filters = group.map(
          ({ terms }) => new WordFilter(segment.text, literal(terms)(segment.text), arena),
        );
        return new Excluding(filters.length === 1 ? filters[0] : new AllOf(filters), segment);
      }),
    ),
  };
}

/** The order of a query's rows, given its text. */
export function orderOf(
  sortOrder: SortOrder,
  { words }: { readonly words: readonly Pick<ExpandedWord, 'isRequired'>[] },
): SortOrder {
  if (sortOrder.by !== 'relevance' || words.some(({ isRequired }) => isRequired)) return sortOrder;
  return sortOrder.withoutWords ?? sortOrder;
}

/** Rows score for the best term of all alternatives. */
function expandChoice(snapshot: Snapshot, choice: Choice, arena: Arena | undefined): ExpandedWord {
  const alternatives = choice.map((units) => units.map((unit) => expandUnit(snapshot, unit, arena)));
  const terms = snapshot.segments.map((_, i) => {
    const weights = new Map<number, number>();
    for (const { terms } of alternatives.flat())
      for (const { term, matchWeight } of terms[i])
        weights.set(term, Math.max(matchWeight, weights.get(term) ?? 0));
    return Array.from(weights, ([term, matchWeight]): ExpandedTerm => ({ term, matchWeight }));
  });
  const areSingle = alternatives.every((units) => units.length === 1);
  const filters = snapshot.segments.map(({ segment }, i) =>
    areSingle
      ? new WordFilter(segment.text, terms[i], arena)
      : new AnyOf(
          alternatives.map((units) => {
            const all = units.map((unit) => unit.filters[i]);
            return all.length === 1 ? all[0] : new AllOf(all);
          }),
        ),
  );
  return expandedWord(snapshot, terms, filters, true);
}

/** The first reading that any live row has; without one, the last reading. */
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

/** The terms in each segment, and the number of live rows with any of them. */
function expandTerms(
  snapshot: Snapshot,
  termsOf: TermsOf,
  { isRequired, arena }: { readonly isRequired: boolean; readonly arena: Arena | undefined },
): ExpandedWord {
  const { segments } = snapshot;
  const terms = segments.map(({ segment }) => termsOf(segment.text));
  const filters = segments.map(({ segment }, i) => new WordFilter(segment.text, terms[i], arena));
  return expandedWord(snapshot, terms, filters, isRequired);
}

function expandedWord(
  { segments, liveCount }: Snapshot,
  terms: ExpandedWord['terms'],
  filters: readonly (WordFilter | AnyOf)[],
  isRequired: boolean,
): ExpandedWord {
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
