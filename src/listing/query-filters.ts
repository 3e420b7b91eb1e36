// The filters of a search, one by one, for who asks what a search would find without one of them. An origin is no filter,
// and neither are order and page.
import { FILTERED_FIELDS } from './filtered-fields.ts';
import type { SearchQuery } from './search-query.ts';
import { DISTANCE_BANDS_KM } from './search-query.ts';

export type FilterName = Exclude<keyof SearchQuery, 'center' | 'sort' | 'page'>;

const FILTERS: readonly FilterName[] = [
  'q',
  ...FILTERED_FIELDS.map(({ property }) => property as FilterName),
  'distanceBand',
];

/** What the search leaves listings out by. A band does so only around an origin, and not if it is unlimited. */
export function filtersOf(query: SearchQuery): FilterName[] {
  return FILTERS.filter((name) => (name === 'distanceBand' ? hasRadius(query) : query[name] !== undefined));
}

/** A copy without some of its members. */
export function omit<T extends object>(whole: T, names: readonly (keyof T)[]): T {
  const rest = { ...whole };
  for (const name of names) delete rest[name];
  return rest;
}

function hasRadius({ center, distanceBand }: SearchQuery): boolean {
  return center !== undefined && distanceBand !== undefined && DISTANCE_BANDS_KM[distanceBand] < Infinity;
}
