// The canonical query string of a search: equal for all spellings of one search, so it can key a cache and form links.
// Parsing it gives a query with the same results.
import { FILTERED_FIELDS, isRangeField, type FilteredField, type SearchQuery } from './search-query.ts';
import type { ParameterName } from './parameters.ts';
import { formatCells } from './map-cells.ts';
import { formatDecimal, formatValues } from './parameter-text.ts';
import type { ValueFilter, Values } from '../listing/field.ts';

/** The query string, percent-encoded, without a question mark, in the specification's order, with the page. */
export function canonicalQuery(query: SearchQuery): string {
  // The pairs are joined at the end: V8 stores appended text in pieces, and caches would keep them.
  const pairs: string[] = [];
  const add: Add = (name, value): void => {
    if (value !== undefined) pairs.push(`${name}=${encoded(value)}`);
  };
  add('q', query.q === undefined ? undefined : canonicalText(query.q));
  for (const field of FILTERED_FIELDS) addFilter(field, query, add);
  add('location', query.center?.postcode);
  add('distance', query.distanceBand);
  add('cell', query.cells && formatCells(query.cells));
  add('sort', query.sort);
  add('page', query.page);
  return pairs.join('&');
}

/** A key that is equal for all searches with the same matches, whatever their order and page. */
export function matchesKey(query: SearchQuery): string {
  return canonicalQuery({ ...query, sort: undefined, page: 1 });
}

/** As canonicalQuery, without the page: empty for a search without parameters. */
export function canonicalQueryWithoutPage(query: SearchQuery): string {
  return canonicalQuery({ ...query, page: 1 }).replace(/(?:^|&)page=1$/, '');
}

type Add = (name: ParameterName | 'cell', value: string | number | undefined) => void;

function addFilter(field: FilteredField, query: SearchQuery, add: Add): void {
  if (isRangeField(field)) {
    add(field.filter.min.parameter, query[field.property]?.min);
    add(field.filter.max.parameter, query[field.property]?.max);
  } else {
    const values: Values | undefined = query[field.property];
    if (values !== undefined)
      add(
        field.filter.parameter,
        formatValues(values, (value) => canonicalValue(field, value)),
      );
  }
}

/** A requested value in one spelling, which all its cases and aliases share, but for aliases that corrections report. */
export function canonicalValue(
  {
    enum: classes,
    canonicalize,
    filter,
  }: Pick<FilteredField<ValueFilter>, 'enum' | 'canonicalize' | 'filter'>,
  value: string,
): string {
  if (classes !== undefined) return value;
  return canonicalText((filter.isMisspelt?.(value) === true ? undefined : canonicalize?.(value)) ?? value);
}

/**
 * Free text in lower case with single spaces, both of which searches ignore. It is never longer than `text`: `İ`, the only letter
 * whose lower case has two characters, becomes `i`.
 */
export function canonicalText(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replace(/\s+/g, ' ');
}

function encoded(value: string | number): string {
  return encodeURIComponent(typeof value === 'number' ? formatDecimal(value) : value);
}
