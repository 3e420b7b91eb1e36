// What an engine is told about its rows: which columns there are and how text is weighted. Rows and schema are all
// that the engine ever learns of its subject.
import type { Point } from '../geo/great-circle.ts';

export interface Schema {
  /** Columns that are asked for by value. */
  readonly values: readonly KeywordField[];
  /** Names of the columns that are asked for by range and sorted by. */
  readonly numbers: readonly string[];
  /** Columns that are searched by words. */
  readonly texts: readonly TextField[];
  /** Other spellings of a query word, each a word that rows contain. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** The number column that breaks ties, lowest first, unknown last. What is still equal is ordered by key. */
  readonly tieBreaker: string;
}

export interface KeywordField {
  readonly name: string;
  /**
   * The keys under which a query finds this value; one value may have several, and share them with others. The last one is
   * the most particular: values that share it are counted as one.
   */
  termsOf(value: string): readonly string[];
}

export interface TextField {
  readonly name: string;
  /** How much one occurrence counts against one in a field of weight 1. */
  readonly boost: number;
  /** From 0, a long text counts as much as a short one, to 1, fully by its length (BM25's b). */
  readonly b: number;
  /** The number of words at which the length makes no difference. */
  readonly averageLength: number;
}

/** One row as it goes in. Null is unknown. The arrays run parallel to the schema's. */
export interface Row {
  /** Unique among the live rows, without unpaired surrogates; the last tie-breaker, in order of UTF-16 units. */
  readonly key: string;
  readonly values: readonly (string | null)[];
  readonly numbers: readonly (number | null)[];
  readonly point: Point | null;
  readonly texts: readonly (string | null)[];
}

export interface KeywordFilterSpec {
  readonly field: string;
  /** Any of these keys will do; none of them: nothing matches. */
  readonly keys: readonly string[];
}

export interface RangeFilterSpec {
  readonly field: string;
  /** Both inclusive; infinities leave a side open. Rows without the value are out even then. */
  readonly min: number;
  readonly max: number;
}

export interface RadiusFilterSpec {
  readonly center: Point;
  /** Great-circle kilometres, inclusive. Rows without a position are out. */
  readonly km: number;
}

/** In which order rows come. Unknown is last in every one; ties go by the schema's tie-breaker, then by key. */
export type SortOrder =
  | { readonly by: 'number'; readonly field: string; readonly direction: 'ascending' | 'descending' }
  | { readonly by: 'distance'; readonly from: Point }
  | { readonly by: 'relevance' };

/** Filters are joined by "and". */
export interface EngineQuery {
  readonly values: readonly KeywordFilterSpec[];
  readonly ranges: readonly RangeFilterSpec[];
  readonly radius?: RadiusFilterSpec;
  /** Every word of it must match. A text without any word matches nothing. */
  readonly text?: string;
  readonly sortOrder: SortOrder;
  /** Rows before the page, and rows on it. */
  readonly offset: number;
  readonly limit: number;
}

export interface EngineResult {
  /** Exact. */
  readonly total: number;
  /** Keys of the page's rows, in order. */
  readonly keys: readonly string[];
  /** Where each of these rows is. */
  readonly points: readonly (Point | null)[];
}
