// A search in the listing room's words, put to the engine in its own.
import type { EngineQuery, Order, RangeFilterSpec, ValueFilterSpec } from '../engine/schema.ts';
import { makeKey, modelKey } from '../listing/model-words.ts';
import { DISTANCE_BANDS_KM, PER_PAGE, type Range, type SearchQuery } from '../listing/search-query.ts';

export function engineQuery(query: SearchQuery): EngineQuery {
  const km = query.distanceBand === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand];
  return {
    values: valueFilters(query),
    ranges: [
      ...rangeFilter('priceGbp', query.priceGbp),
      ...rangeFilter('mileageMiles', query.mileageMiles),
      ...rangeFilter('year', query.year),
      ...rangeFilter('engineLitres', query.engineLitres),
    ],
    // The unlimited band keeps listings without a position too, so it is no filter.
    radius: query.origin !== undefined && km < Infinity ? { center: query.origin.point, km } : undefined,
    text: query.q,
    order: orderOf(query),
    offset: (query.page - 1) * PER_PAGE,
    limit: PER_PAGE,
  };
}

function valueFilters(query: SearchQuery): ValueFilterSpec[] {
  const filters: ValueFilterSpec[] = [];
  if (query.make !== undefined) filters.push({ field: 'make', keys: [makeKey(query.make)] });
  if (query.model !== undefined) filters.push({ field: 'model', keys: [modelKey(query.model)] });
  if (query.fuelType !== undefined) filters.push({ field: 'fuelType', keys: [query.fuelType] });
  if (query.transmission !== undefined) filters.push({ field: 'transmission', keys: [query.transmission] });
  if (query.dealer !== undefined) filters.push({ field: 'dealer', keys: query.dealer });
  return filters;
}

function rangeFilter(field: string, range: Range | undefined): RangeFilterSpec[] {
  if (range === undefined) return [];
  return [{ field, min: range.min ?? -Infinity, max: range.max ?? Infinity }];
}

const DEFAULT_ORDER: Order = { by: 'number', field: 'standing', direction: 'ascending' };

/** The default order stands in for relevance without a text and for distance without a place. */
function orderOf({ sort, q, origin }: SearchQuery): Order {
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
      return origin === undefined ? DEFAULT_ORDER : { by: 'distance', from: origin.point };
    case 'relevance':
      return q === undefined ? DEFAULT_ORDER : { by: 'relevance' };
    case undefined:
      return DEFAULT_ORDER;
  }
}
