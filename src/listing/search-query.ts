// A search, typed and validated. Absent members do not filter. parse-query.ts makes queries from text.
import type { Point } from '../geo/great-circle.ts';
import type { GridCell } from '../geo/map-grid.ts';
import type { StatedFacts } from './listing.ts';
import type { Sort } from './sorts.ts';
import type { FieldFilters } from './fields.ts';

/** Radius in kilometres of each distance band; band 6 is unlimited. */
export const DISTANCE_BANDS_KM = [1, 5, 10, 25, 50, 100, Infinity] as const;

/** Listings per page; also the fixed `per_page` of responses. */
export const PER_PAGE = 20;

/** The point that distances are measured from. */
export interface SearchCenter {
  /** Canonical postcode, for example `SW1A 1AA`. */
  readonly postcode: string;
  readonly point: Point;
  /** If it was given as a name of a place: which one it is. */
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
}

/** One listing of a page. */
export interface Hit {
  readonly dealer: string;
  readonly id: string;
  /** The stored record (codec.ts) in UTF-8. */
  readonly record: Uint8Array;
  /** From the query's centre, unrounded; null if the query has no centre or the listing no position. */
  readonly distanceKm: number | null;
  readonly stated: StatedFacts;
}

export interface SearchResult {
  /** At most PER_PAGE, in the query's order; empty past the last page. */
  readonly hits: readonly Hit[];
  /** Exact number of matches. */
  readonly total: number;
  /** Absent: all was taken as it was sent. */
  readonly corrections?: readonly Correction[] | undefined;
}

/** A value that was read as another. */
export interface Correction {
  readonly parameter: 'make' | 'model' | 'q';
  readonly from: string;
  readonly to: string;
}
