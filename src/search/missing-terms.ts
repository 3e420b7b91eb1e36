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
} from '../listing/search-query.ts';
import { formatDecimal, formatValues } from '../listing/parameter-text.ts';
import type { Values } from '../listing/field.ts';
import { readClauses } from '../listing/query-runs.ts';
import { makeAliases } from '../vehicle/makes.ts';
import { nameKey } from '../vehicle/name-key.ts';
import { tradeTerms } from '../vehicle/trade-terms.ts';
import { ukModels } from '../vehicle/models.ts';

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
    .map(({ words }) => words.map((word) => wordsToKeep(word).join(' ')).filter((text) => text !== ''));
  const parts = new Map(kept.filter((texts) => texts.length > 0).map((texts) => [texts.join(' '), texts]));
  return Array.from(parts, ([text, texts]) => ({
    parameter: 'q',
    text,
    alone: { ...ALL, q: texts.join(' or ') },
    rest: ALL,
  }));
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

// Removes texts that may identify a person or a car: e-mail and web addresses, long numbers, full postcodes, number plates and
// codes. It removes rather too much, because the rest is counted and shown to operators. Names of people look like other words.

// All patterns but the first begin and end at the edge of a word, so each is tried once per word.

const ADDRESS = /@|\/\/|www\./;
/** Six or more digits, however they are separated: telephone numbers, cards, accounts. */
const LONG_NUMBERS = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*\d(?:[\s().,/+-]*\d){5,}[\p{L}\p{N}_]*/gu;
/** Words with five digits in a row, and long words with any digit: references, VINs, keys. */
const CODES =
  /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_]*\d{5}[\p{L}\p{N}_]*|(?=[\p{L}\p{N}_]*\d)[\p{L}\p{N}_]{12,})/gu;
const POSTCODES = /(?<![\p{L}\p{N}])[a-z]{1,2}\d[a-z\d]?[\s-]*\d[a-z]{2}(?![\p{L}\p{N}])/gu;

/** Plates of Great Britain since 2001, with the year first or last, of Northern Ireland, and plates without a year. */
const PLATES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])[a-z]{2}\d{2}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[a-z]\d{1,3}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])([a-z]{3})[\s-]*\d{1,3}[a-z](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])([a-z]{3})[\s-]*\d{3,4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{3,4}[\s-]*([a-z]{3})(?![\p{L}\p{N}])/gu,
];

/** A folded text with a space in place of each removed part. */
export function withoutPersonalText(folded: string): string {
  let rest = withoutAddresses(folded).replace(LONG_NUMBERS, ' ').replace(CODES, ' ').replace(POSTCODES, ' ');
  // The three letters of `c63 amg` and `bmw 320d` are not part of a plate.
  for (const plate of PLATES)
    rest = rest.replace(plate, (whole, letters: string) => (tradeWords().has(letters) ? whole : ' '));
  return rest;
}

/** Removes addresses, also with spaces: `ann @ mail.example`. */
function withoutAddresses(text: string): string {
  const parts = text.split(/\s+/);
  return parts
    .filter(
      (part, i) =>
        !ADDRESS.test(part) && parts[i - 1]?.endsWith('@') !== true && parts[i + 1]?.startsWith('@') !== true,
    )
    .join(' ');
}

/** Marks of engines, which no table contains. */
const ENGINE_MARKS = 'cdi cdti cdt crd dci ddi fsi gdi gtd hdi jtd mpi sdi tdi tgi tsi vti'.split(' ');

let words: ReadonlySet<string> | undefined;

/** Three-letter words of makes, models and terms of the trade. */
function tradeWords(): ReadonlySet<string> {
  words ??= new Set(
    [
      ...ENGINE_MARKS,
      ...[...makeAliases()].flat(),
      ...ukModels().models.flatMap(({ make, names, badges }) => [
        make,
        ...names.map(({ name }) => name),
        ...badges,
      ]),
      ...tradeTerms().terms.flatMap(({ spellings, narrower }) => [...spellings, ...narrower]),
    ]
      .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
      .map(nameKey)
      .filter((word) => /^[a-z]{3}$/.test(word)),
  );
  return words;
}
