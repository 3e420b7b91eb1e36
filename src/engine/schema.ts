// The engine's vocabulary: schema, rows, queries and results. The engine knows of its subject only what a schema
// says.
import type { Point } from '../geo/great-circle.ts';

export interface Schema {
  /** Columns filtered and counted by value. */
  readonly values: readonly KeywordField[];
  /** Names of the columns filtered and sorted by number. */
  readonly numbers: readonly string[];
  /** Columns searched by words. */
  readonly texts: readonly TextField[];
  /** By query word, the words that it also stands for. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** The number column that breaks ties, lowest first, unknown last. Rows that are still equal are ordered by key. */
  readonly tieBreaker: string;
}

export interface KeywordField {
  readonly name: string;
  /**
   * The terms that find this value. A value may have several, and share them with others. The last one is the most
   * specific: values that share it count as one.
   */
  termsOf(value: string): readonly string[];
}

export interface TextField {
  readonly name: string;
  /** Weight of one occurrence, relative to a field of boost 1. */
  readonly boost: number;
  /** Length normalisation, from 0 (none) to 1 (full): BM25's b. */
  readonly b: number;
  /** The length in words at which normalisation has no effect. */
  readonly averageLength: number;
}

/** A row to index. Null is unknown. The arrays are parallel to the schema's. */
export interface Row {
  /** Unique among the live rows, without unpaired surrogates. The last tie-breaker, in order of UTF-16 units. */
  readonly key: string;
  readonly values: readonly (string | null)[];
  readonly numbers: readonly (number | null)[];
  readonly point: Point | null;
  readonly texts: readonly (string | null)[];
}

export interface KeywordFilterSpec {
  readonly field: string;
  /** Terms joined by "or"; without any, nothing matches. */
  readonly terms: readonly string[];
}

export interface RangeFilterSpec {
  readonly field: string;
  /** Both inclusive; an infinity leaves a side open. Rows without a value never match. */
  readonly min: number;
  readonly max: number;
}

export interface RadiusFilterSpec {
  readonly center: Point;
  /** Great-circle kilometres, inclusive. Rows without a position never match. */
  readonly km: number;
}

/**
 * The order of results. Unknown values come last in both directions; ties go by the schema's tie-breaker, then by
 * key.
 */
export type SortOrder =
  | { readonly by: 'number'; readonly field: string; readonly direction: 'ascending' | 'descending' }
  | { readonly by: 'distance'; readonly from: Point }
  | { readonly by: 'relevance' };

/** Filters are joined by "and". */
export interface EngineQuery {
  readonly values: readonly KeywordFilterSpec[];
  readonly ranges: readonly RangeFilterSpec[];
  readonly radius?: RadiusFilterSpec;
  /** All words must match. A text without words matches nothing. */
  readonly text?: string;
  readonly sortOrder: SortOrder;
  /** Number of rows before the page, and on it. */
  readonly offset: number;
  readonly limit: number;
}

export interface EngineResult {
  /** Exact. */
  readonly total: number;
  /** Keys of the page's rows, in order. */
  readonly keys: readonly string[];
  /** The positions of these rows. */
  readonly points: readonly (Point | null)[];
}
