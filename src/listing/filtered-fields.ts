// The rows of the field table that searches filter, in the specification's order of parameters, and the filters of one
// search.
import type { DistributionOptions, FacetOptions, RangeFilter, ValueFilter } from './field.ts';
import { type DistributionName, type FacetName, type Field, FIELDS } from './fields.ts';
import { DISTANCE_BANDS_KM, type SearchQuery } from './search-query.ts';

/** A field that a search can filter, as a member of SearchQuery of the same name. */
export type FilteredField<Filter extends ValueFilter | RangeFilter = ValueFilter | RangeFilter> = Extract<
  Field,
  { readonly filter: Filter }
>;

/** The fields that can be filtered by value or range, in the specification's order. */
export const FILTERED_FIELDS: readonly FilteredField[] = FIELDS.filter(
  (field): field is FilteredField => field.filter.kind === 'value' || field.filter.kind === 'range',
).sort((a, b) => a.filter.order - b.filter.order);

export function isRangeField(field: FilteredField): field is FilteredField<RangeFilter> {
  return field.filter.kind === 'range';
}

export const VALUE_FIELDS = FILTERED_FIELDS.filter((field) => !isRangeField(field));
export const RANGE_FIELDS = FILTERED_FIELDS.filter(isRangeField);

/** The fields whose values summaries count. */
export const FACET_FIELDS = FILTERED_FIELDS.filter(
  (field): field is FilteredField & { readonly name: FacetName; readonly facet: FacetOptions } =>
    field.facet !== undefined,
);

/** What summaries count in place of a field's own values. */
export const COUNTED_VALUES = FACET_FIELDS.flatMap(({ facet }) => facet.counted ?? []);

/** The column that has what summaries count of a field. */
export function countedColumn({ property, facet }: (typeof FACET_FIELDS)[number]): string {
  return facet.counted?.column ?? property;
}

/** The fields whose distribution summaries give. */
export const DISTRIBUTION_FIELDS = RANGE_FIELDS.filter(
  (
    field,
  ): field is FilteredField<RangeFilter> & {
    readonly name: DistributionName;
    readonly distribution: DistributionOptions;
  } => field.distribution !== undefined,
);

/** The number fields that summaries give of the matches themselves: those with counts or a distribution. */
export const MATCHING_FIELDS = RANGE_FIELDS.filter(
  ({ facet, distribution }) => facet !== undefined || distribution !== undefined,
);

export type FilterName = Exclude<keyof SearchQuery, 'center' | 'cells' | 'sort' | 'page'>;

const FILTERS: readonly FilterName[] = [
  'q',
  ...FILTERED_FIELDS.map(({ property }) => property),
  'distanceBand',
];

/** The filters of a search. A distance band is one only around a centre, and if it is limited. */
export function filtersOf(query: SearchQuery): FilterName[] {
  return FILTERS.filter((name) => (name === 'distanceBand' ? hasRadius(query) : query[name] !== undefined));
}

/** A shallow copy without some members. */
export function omit<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Omit<T, K> {
  const rest = { ...whole };
  for (const name of names) delete rest[name];
  return rest;
}

function hasRadius({ center, distanceBand }: SearchQuery): boolean {
  return center !== undefined && distanceBand !== undefined && DISTANCE_BANDS_KM[distanceBand] < Infinity;
}
