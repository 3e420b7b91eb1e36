// A search, typed and validated, and the rows of the field table that searches filter, in the specification's order. Absent
// members do not filter. parse-query.ts makes queries from text.
import type { Point } from '../geo/great-circle.ts';
import type { GridCell } from '../geo/map-grid.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { Sort } from './sorts.ts';
import {
  type FieldFilters,
  type DistributionName,
  type FacetName,
  type Field,
  FIELDS,
  type MatchingName,
} from '../listing/fields.ts';
import type { DistributionOptions, FacetOptions, RangeFilter, ValueFilter } from '../listing/field.ts';

/** Radius in kilometres of each distance band; band 6 is unlimited. */
export const DISTANCE_BANDS_KM = [1, 5, 10, 25, 50, 100, Infinity] as const;

/** Default number of listings per page; also the fixed `per_page` of responses. */
export const PER_PAGE = 20;

/** The point from which distances are measured. */
export interface SearchCenter {
  /** Canonical postcode, for example `SW1A 1AA`. */
  readonly postcode: string;
  readonly point: Point;
  /** If it was given by name: the place that the name was taken for. */
  readonly note?: string;
}

export interface SearchQuery extends FieldFilters {
  /** Free text as sent, trimmed. The index folds and splits it. */
  readonly q?: string;
  readonly center?: SearchCenter;
  /** Cells of the map: sorted by name, each once, at least one. */
  readonly cells?: readonly GridCell[];
  /** An index into DISTANCE_BANDS_KM. Without a centre it has no effect. */
  readonly distanceBand?: number;
  /** Absent: the default order. */
  readonly sort?: Sort;
  /** 1-indexed. */
  readonly page: number;
  /** Default: PER_PAGE. It is not a parameter, and links omit it. */
  readonly perPage?: number;
}

/** One listing of a page. */
export interface Hit {
  readonly dealer: string;
  readonly id: string;
  /** The stored record (codec.ts) in UTF-8. */
  readonly record: Uint8Array;
  /** Distance from the query's centre, unrounded; null if the query has no centre or the listing no position. */
  readonly distanceKm: number | null;
  readonly stated: StatedFacts;
}

export interface SearchResult {
  /** A page in the query's order; empty past the last one. */
  readonly hits: readonly Hit[];
  /** Exact number of matches. */
  readonly total: number;
  /** Absent if everything was taken as sent. */
  readonly corrections?: readonly Correction[] | undefined;
}

/** A value that was read as another value. */
export interface Correction {
  readonly parameter: 'make' | 'model' | 'q';
  readonly from: string;
  readonly to: string;
}

/** A field that a search can filter; the member of SearchQuery has the same name. */
export type FilteredField<Filter extends ValueFilter | RangeFilter = ValueFilter | RangeFilter> = Extract<
  Field,
  { readonly filter: Filter }
>;

/** The fields that can be filtered by value or range, in the specification's order. */
export const FILTERED_FIELDS: readonly FilteredField[] = FIELDS.filter(
  (field): field is FilteredField => field.filter !== undefined,
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

/** The values that summaries count instead of a field's own. */
export const COUNTED_VALUES = FACET_FIELDS.flatMap(({ facet }) => facet.counted ?? []);

/** The column with the values that summaries count for a field. */
export function countedColumn({ property, facet }: (typeof FACET_FIELDS)[number]): string {
  return facet.counted?.column ?? property;
}

/** The fields whose distribution summaries describe. */
export const DISTRIBUTION_FIELDS = RANGE_FIELDS.filter(
  (
    field,
  ): field is FilteredField<RangeFilter> & {
    readonly name: DistributionName;
    readonly distribution: DistributionOptions;
  } => field.distribution !== undefined,
);

/** The number fields that summaries describe for the matches themselves: those with counts or a distribution. */
export const MATCHING_FIELDS = RANGE_FIELDS.filter(
  (field): field is FilteredField<RangeFilter> & { readonly name: MatchingName } =>
    field.facet !== undefined || field.distribution !== undefined,
);

export type FilterName = Exclude<keyof SearchQuery, 'center' | 'cells' | 'sort' | 'page' | 'perPage'>;

const FILTERS: readonly FilterName[] = [
  'q',
  ...FILTERED_FIELDS.map(({ property }) => property),
  'distanceBand',
];

/** The filters of a search. A distance band is a filter only if it is limited and around a centre. */
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
