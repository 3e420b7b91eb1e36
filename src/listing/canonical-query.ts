// The canonical query string of a search: equal for all spellings of one search, so it can key a cache and form links.
// Parsing it gives a query with the same results.
import { FILTERED_FIELDS, type FilteredField } from './filtered-fields.ts';
import type { ParameterName } from './parameters.ts';
import { formatDecimal } from './parse-number.ts';
import type { Range, SearchQuery } from './search-query.ts';

/** Percent-encoded, without a question mark, in the specification's order. Always has the page. */
export function canonicalQuery(query: SearchQuery): string {
  const pairs: readonly (readonly [ParameterName, string | number | undefined])[] = [
    ['q', text(query.q)],
    ...FILTERED_FIELDS.flatMap((field) => fieldPairs(field, query)),
    ['location', query.center?.postcode],
    ['distance', query.distanceBand],
    ['sort', query.sort],
    ['page', query.page],
  ];
  return pairs
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encoded(value)}`]))
    .join('&');
}

function fieldPairs(
  { property, enum: classes, filter }: FilteredField,
  query: SearchQuery,
): [ParameterName, string | number | undefined][] {
  const requested = query[property];
  if (requested === undefined) return [];
  if (filter.kind === 'range') {
    const { min, max } = requested as Range;
    return [
      [filter.min.parameter, min],
      [filter.max.parameter, max],
    ];
  }
  if (filter.isList === true) return [[filter.parameter, (requested as readonly string[]).join(',')]];
  const value = requested as string;
  return [[filter.parameter, classes === undefined ? canonicalText(value) : value]];
}

/**
 * Free text in lower case with single spaces; searches ignore both. It is never longer than `text`: `İ`, the only letter
 * whose lower case has two characters, becomes `i`.
 */
export function canonicalText(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replace(/\s+/g, ' ');
}

function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : canonicalText(value);
}

function encoded(value: string | number): string {
  return encodeURIComponent(typeof value === 'number' ? formatDecimal(value) : value);
}
