// Translates listing queries to engine queries.
import type {
  EngineQuery,
  SortOrder,
  RangeFilterSpec,
  KeywordFilterSpec,
  TermRequest,
} from '../../engine/schema.ts';
import { DEFAULT_RANK } from './listing-schema.ts';
import { Memo } from '../../memo.ts';
import {
  COUNTED_VALUES,
  omit,
  RANGE_FIELDS,
  VALUE_FIELDS,
  DISTANCE_BANDS_KM,
  PER_PAGE,
  type SearchQuery,
} from '../../query/search-query.ts';
import type { NearestQuery } from '../../stock/stock-reader.ts';
import { type Values } from '../../listing/field.ts';
import { findSort } from '../../query/sorts.ts';

export function toEngineQuery(query: SearchQuery): EngineQuery {
  const { page, perPage = PER_PAGE } = query;
  const km = query.distanceBand === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand];
  return {
    values: valueFilters(query),
    ranges: rangeFilters(query),
    // The unlimited band also includes listings without a position, so it is not a filter.
    radius: query.center !== undefined && km < Infinity ? { center: query.center.point, km } : undefined,
    cells: query.cells,
    text: query.q,
    sortOrder: sortOrderOf(query),
    offset: (page - 1) * perPage,
    limit: perPage,
  };
}

/** The filters of a query for the nearest listings, with the base model in place of the search's model. */
export function toNearestEngineQuery({ search, baseModel }: NearestQuery): EngineQuery {
  const { values, ...rest } = toEngineQuery(omit(search, ['model']));
  const terms = BASE_MODEL === undefined ? [] : [BASE_MODEL.termOf(baseModel)];
  return { ...rest, values: [...values, { field: BASE_MODEL_COLUMN, terms }] };
}

/** A text that is equal for nearest queries of the same values. */
export function nearestValuesKey({ search, baseModel }: NearestQuery): string {
  return JSON.stringify([baseModel, ...NEAREST_FIELDS.map(({ property }) => search[property])]);
}

const NEAREST_FIELDS = VALUE_FIELDS.filter(({ property }) => property !== 'model');

const BASE_MODEL_COLUMN = 'baseModel';
const BASE_MODEL = COUNTED_VALUES.find(({ column }) => column === BASE_MODEL_COLUMN);

/** Half of the maximum of values whose terms are cached. The same object each time lets the engine reuse what it found. */
const MAX_REMEMBERED = 1024;

const remembered = new Map(
  VALUE_FIELDS.flatMap(({ property, filter: { termsAskedBy } }) =>
    termsAskedBy === undefined
      ? []
      : [
          [
            property,
            // The values of a search have no line breaks.
            new Memo(MAX_REMEMBERED, (key) => {
              const [value, ...makes] = key.split('\n');
              return { terms: termsAskedBy(value, makes) };
            }),
          ] as const,
        ],
  ),
);

const NO_MAKES: readonly string[] = [];
const NO_VALUES: Values = {};

/** The last filter by the values of a search: a summary counts the same ones again and again, and may name many makes. */
const lastFilters = new WeakMap<
  Values,
  { readonly makes: readonly string[]; readonly filter: KeywordFilterSpec }
>();

function valueFilters(query: SearchQuery): KeywordFilterSpec[] {
  const asked = VALUE_FIELDS.filter(({ property }) => query[property] !== undefined);
  return asked.map(({ property, filter: { termOf = identity } }) => {
    const values: Values = query[property] ?? NO_VALUES;
    const makes = query.make?.any ?? NO_MAKES;
    const last = lastFilters.get(values);
    if (last?.makes === makes && last.filter.field === property) return last.filter;
    const known = remembered.get(property);
    const termFor = (value: string): TermRequest =>
      known?.get([value, ...makes].join('\n')).terms ?? termOf(value);
    const { any, none } = values;
    const filter = { field: property, terms: any?.map(termFor), excluded: none?.map(termFor) };
    lastFilters.set(values, { makes, filter });
    return filter;
  });
}

export function rangeFilters(query: SearchQuery): RangeFilterSpec[] {
  const asked = RANGE_FIELDS.filter(({ property }) => query[property] !== undefined);
  return asked.map(({ property }) => {
    const { min = -Infinity, max = Infinity } = query[property] ?? {};
    return { field: property, min, max };
  });
}

function identity(value: string): string {
  return value;
}

const DEFAULT_SORT_ORDER: SortOrder = { by: 'number', field: DEFAULT_RANK, direction: 'ascending' };

function sortOrderOf(query: SearchQuery): SortOrder {
  const by = findSort(query)?.by;
  if (by === undefined) return DEFAULT_SORT_ORDER;
  if (by === 'relevance') return { by, withoutWords: DEFAULT_SORT_ORDER };
  if (by === 'distance')
    return query.center === undefined ? DEFAULT_SORT_ORDER : { by, from: query.center.point };
  const direction = by.first === 'lowest' ? 'ascending' : 'descending';
  return { by: 'number', field: by.property, direction };
}
