// Finds why a search found nothing: the words and values that no listing has, or else those that no listing has together, or else
// the limits without which it finds something. Terms are normalised as in full-text search, without texts that may identify
// people.
import { foldText, tokenize } from '../engine/postings/tokenizer.ts';
import {
  filtersOf,
  omit,
  RANGE_FIELDS,
  VALUE_FIELDS,
  DISTANCE_BANDS_KM,
  type SearchQuery,
} from '../query/search-query.ts';
import { formatDecimal, formatValues } from '../query/parameter-text.ts';
import type { Values } from '../listing/field.ts';
import { readClauses } from '../query/query-runs.ts';
import { withoutPersonalText } from './personal-text.ts';

/** `together`: values of several parameters, each of which alone finds something. */
export interface MissingTerm {
  readonly parameter: string;
  readonly text: string;
}

interface Part extends MissingTerm {
  readonly alone: SearchQuery;
  readonly rest: SearchQuery;
}

/** Maximum words of a text that is analysed: people type fewer, and others say little. */
const MAX_WORDS = 12;

const ALL: SearchQuery = { page: 1 };

const HYPHENATED = /[\p{L}\p{N}][\p{L}\p{N}.‐-]*/gu;

/** The words of a text that may be stored, in order, each once. */
export function wordsToKeep(text: string): string[] {
  return [...new Set(tokenize(withoutPersonalText(foldText(text))))];
}

/** `count` must return the exact number of listings that match a query. Makes up to 40 counts, one after the other. */
export async function findMissingTerms(
  query: SearchQuery,
  count: (query: SearchQuery) => Promise<number>,
): Promise<MissingTerm[]> {
  const named = [...wordParts(query), ...valueParts(query)];
  const limits = [...excludedParts(query), ...limitParts(query)];
  const missing: MissingTerm[] = [];
  for (const { parameter, text, alone } of [...named, ...limits]) {
    // If a make is missing, so are all its models.
    if (parameter === 'model' && missing.some((term) => term.parameter === 'make')) continue;
    if ((await count(alone)) === 0) missing.push({ parameter, text });
  }
  if (missing.length > 0) return missing;
  const unlimited = {
    ...omit(query, [...RANGE_FIELDS.map(({ property }) => property), 'distanceBand']),
    ...(query.q !== undefined && { q: withoutExclusions(query.q) }),
  };
  if (named.length > 1 && (await count(unlimited)) === 0)
    return [{ parameter: 'together', text: named.map(({ text }) => text).join(' ') }];
  for (const { parameter, text, rest } of limits)
    if ((await count(rest)) > 0) missing.push({ parameter, text });
  return missing;
}

/** Alternatives are missing only together: one that any listing contains is enough. */
function wordParts({ q = '' }: SearchQuery): Part[] {
  if (wordsToKeep(q).length > MAX_WORDS) return [];
  const kept = readClauses(q)
    .filter(({ isExcluded }) => !isExcluded)
    .map(({ words }) => words.filter((word) => wordsToKeep(word).length > 0));
  const parts = new Map(kept.filter((words) => words.length > 0).map((words) => [joinedWords(words), words]));
  return Array.from(parts, ([text, words]) => ({
    parameter: 'q',
    text,
    alone: { ...ALL, q: words.map(withHyphens).join(' or ') },
    rest: ALL,
  }));
}

function joinedWords(words: readonly string[]): string {
  return words.map((word) => wordsToKeep(word).join(' ')).join(' ');
}

/** The words to keep of a text, with the hyphens inside them: `or` takes `mx-5` as one. */
function withHyphens(text: string): string {
  return (withoutPersonalText(foldText(text)).match(HYPHENATED) ?? []).join(' ');
}

/** The text's exclusions, if the search finds something without them. */
function excludedParts(query: SearchQuery): Part[] {
  const clauses = readClauses(query.q ?? '');
  if (clauses.length > MAX_WORDS) return [];
  return clauses.flatMap(({ words, isExcluded }, i) => {
    const text = wordsToKeep(words.join(' ')).join(' ');
    if (!isExcluded || text === '') return [];
    const rest = { ...query, q: joined(clauses.filter((_, j) => j !== i)) };
    return [{ parameter: 'q', text: `-${text}`, alone: ALL, rest }];
  });
}

function withoutExclusions(q: string): string | undefined {
  return joined(readClauses(q).filter(({ isExcluded }) => !isExcluded));
}

function joined(clauses: readonly { readonly typed: string }[]): string | undefined {
  return clauses.length === 0 ? undefined : clauses.map(({ typed }) => typed).join(' ');
}

/** Make, model, fuel and gearbox, and dealers, whose names are public. */
function valueParts(query: SearchQuery): Part[] {
  const parts: Part[] = [];
  for (const { property, kind, filter } of VALUE_FIELDS) {
    const values: Values | undefined = query[property];
    if (values === undefined) continue;
    const { parameter } = filter;
    const alone = { ...ALL, [property]: values, ...(property === 'model' && { make: query.make }) };
    const wordsOf = (value: string): string => (kind === 'domain' ? value : wordsToKeep(value).join(' '));
    const text = formatValues(values, wordsOf).replaceAll(',', ' ');
    parts.push({ parameter, text, alone, rest: omit(query, [property]) });
  }
  return parts.filter(({ text }) => text !== '');
}

/** Each bound of a range, and the distance, with its postcode reduced to the district. */
function limitParts(query: SearchQuery): Part[] {
  const parts: Part[] = [];
  for (const { property, filter } of RANGE_FIELDS) {
    const range = query[property] ?? {};
    for (const side of ['min', 'max'] as const) {
      const bound = range[side];
      if (bound === undefined) continue;
      parts.push({
        parameter: filter[side].parameter,
        text: formatDecimal(bound),
        alone: { ...ALL, [property]: { [side]: bound } },
        rest: { ...query, [property]: omit(range, [side]) },
      });
    }
  }
  const { center, distanceBand } = query;
  if (center === undefined || distanceBand === undefined || !filtersOf(query).includes('distanceBand'))
    return parts;
  const [district = ''] = center.postcode.split(' ');
  const text = `${district.toLowerCase()} ${DISTANCE_BANDS_KM[distanceBand]} km`;
  const alone = { ...ALL, center, distanceBand };
  return [...parts, { parameter: 'distance', text, alone, rest: omit(query, ['distanceBand']) }];
}
