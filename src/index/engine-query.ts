// Translates listing queries to engine queries.
import type { EngineQuery, SortOrder, RangeFilterSpec, KeywordFilterSpec } from '../engine/schema.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from '../listing/filtered-fields.ts';
import { DISTANCE_BANDS_KM, PER_PAGE, type Range, type SearchQuery } from '../listing/search-query.ts';

export function toEngineQuery(query: SearchQuery): EngineQuery {
  const km = query.distanceBand === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand];
  return {
    values: valueFilters(query),
    ranges: rangeFilters(query),
    // The unlimited band also includes listings without a position, so it is not a filter.
    radius: query.center !== undefined && km < Infinity ? { center: query.center.point, km } : undefined,
    text: query.q,
    sortOrder: sortOrderOf(query),
    offset: (query.page - 1) * PER_PAGE,
    limit: PER_PAGE,
  };
}

function valueFilters(query: SearchQuery): KeywordFilterSpec[] {
  return VALUE_FIELDS.flatMap(({ property, filter: { termOf = identity } }) => {
    const requested = query[property] as string | readonly string[] | undefined;
    if (requested === undefined) return [];
    return [{ field: property, keys: typeof requested === 'string' ? [termOf(requested)] : requested }];
  });
}

function rangeFilters(query: SearchQuery): RangeFilterSpec[] {
  return RANGE_FIELDS.flatMap(({ property }) => {
    const range = query[property] as Range | undefined;
    return range === undefined
      ? []
      : [{ field: property, min: range.min ?? -Infinity, max: range.max ?? Infinity }];
  });
}

function identity(value: string): string {
  return value;
}

const DEFAULT_SORT_ORDER: SortOrder = { by: 'number', field: 'defaultRank', direction: 'ascending' };

/** The default order replaces relevance without a text, and distance without a location. */
function sortOrderOf({ sort, q, center }: SearchQuery): SortOrder {
  switch (sort) {
    case 'price_asc':
      return { by: 'number', field: 'priceGbp', direction: 'ascending' };
    case 'price_desc':
      return { by: 'number', field: 'priceGbp', direction: 'descending' };
    case 'year_desc':
      return { by: 'number', field: 'year', direction: 'descending' };
    case 'miles_asc':
      return { by: 'number', field: 'mileageMiles', direction: 'ascending' };
    case 'distance':
      return center === undefined ? DEFAULT_SORT_ORDER : { by: 'distance', from: center.point };
    case 'relevance':
      return q === undefined ? DEFAULT_SORT_ORDER : { by: 'relevance' };
    case undefined:
      return DEFAULT_SORT_ORDER;
  }
}
