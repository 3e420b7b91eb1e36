// The engine's vocabulary: schema, rows, queries and results. A schema is all that the engine knows about its subject.
import type { Point } from '../geo/great-circle.ts';
import type { GridCell } from '../geo/map-grid.ts';

export interface Schema {
  /** Columns filtered and counted by value. */
  readonly values: readonly KeywordField[];
  /** Names of the columns filtered and sorted by number. */
  readonly numbers: readonly string[];
  /** Columns searched by words. */
  readonly texts: readonly TextField[];
  /** Names of the columns that are only read, row by row. */
  readonly labels?: readonly string[] | undefined;
  /** Finds the meaning of a query's text. */
  readonly readText: TextReader;
  /** Finds the tags of rows; without it, rows have none. */
  readonly createTagger?: ((terms: TermNumbers) => Tagger) | undefined;
  /** Weight of a tag, like that of one occurrence of a word in a text field. */
  readonly tagWeight: number;
  /** The number column that breaks ties, lowest first, unknown last. The key breaks remaining ties. */
  readonly tieBreaker: string;
  readonly shuffle: Shuffle;
}

/**
 * A fixed random order of the rows, which breaks ties before the tie-breaker does, so that rows of equal rank are neither lowest
 * first nor in key order. It breaks ties of relevance and of some number columns.
 */
export interface Shuffle {
  /** The number column with each row's place in the shuffle, lowest first. */
  readonly by: string;
  /** The number columns whose ties it breaks. */
  readonly columns: readonly string[];
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

/**
 * Reads a query's text. `isLive` tells whether any live row has a term, which is a word or a tag. A text without units and
 * choices matches nothing, unless it is open.
 */
export type TextReader = (text: string, isLive: (term: string) => boolean) => TextQuery;

export interface TextQuery {
  /** Units that must all match. */
  readonly units: readonly TextUnit[];
  /** Choices. For each, all units of at least one alternative must match. */
  readonly choices?: readonly Choice[] | undefined;
  /** Exclusions. Rows with all units of one do not match. Their terms are live, and neither completed nor corrected. */
  readonly excluded?: readonly (readonly TextUnit[])[] | undefined;
  /** Whether rows match although there are no units and choices: the text was `-red`, or words that restrict nothing. */
  readonly isOpen?: boolean | undefined;
  /** Live tags that raise the scores of rows with them. */
  readonly preferred: readonly string[];
}

/** At least two alternatives, each of one or several units. */
export type Choice = readonly (readonly TextUnit[])[];

/** A part of a query's text. It means the first of the following that any live row has. */
export interface TextUnit {
  /** Live terms, and their weights (MATCH_WEIGHTS). */
  readonly terms: ReadonlyMap<string, number>;
  /** The beginning of words. */
  readonly prefix?: string | undefined;
  /** A possibly misspelt word, and tags of words that sound like it. */
  readonly typo?: { readonly word: string; readonly tags: readonly string[] } | undefined;
}

/** The numbers of terms (words and tags) while rows are added. Equal terms have equal numbers. */
export interface TermNumbers {
  textOf(term: number): string;
  /** The number of a term; a term without one gets the next number. */
  numberOf(text: string): number;
}

/** Finds the meanings of a row's words as tags. A tag is a term that no word equals. */
export interface Tagger {
  /** The text columns whose words the tagger needs. */
  readonly columns: readonly number[];
  /** Takes the words of the row's next text in one of these columns, by number. */
  read(column: number, words: Uint32Array): void;
  /** The distinct tags of the row whose texts were read, by number. Valid until the next `read` or `finish`. */
  finish(values: Row['values']): Uint32Array;
}

/** A row to index. Null is unknown. The arrays are parallel to the schema's. */
export interface Row {
  /** Unique among the live rows, without unpaired surrogates. The last tie-breaker, in order of UTF-16 units. */
  readonly key: string;
  /** A text by whose hash the row is found (Snapshot.rowsAt). Rows may share one. Default: an empty text. */
  readonly address?: string;
  readonly values: readonly (string | null)[];
  readonly numbers: readonly (number | null)[];
  readonly point: Point | null;
  readonly texts: readonly (string | null)[];
  readonly labels?: readonly (string | null)[];
}

/**
 * Terms that a value must have: one, all of several, or any of several; an empty list matches no value. Results are cached per
 * text or object, so reuse the same one.
 */
export type TermRequest =
  string | { readonly all: readonly TermRequest[] } | { readonly any: readonly TermRequest[] };

/** Rows without a value never match. */
export interface KeywordFilterSpec {
  readonly field: string;
  /** Joined by "or"; an empty list matches nothing. Absent: any value. */
  readonly terms?: readonly TermRequest[] | undefined;
  /** Terms that exclude a value. */
  readonly excluded?: readonly TermRequest[] | undefined;
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

/** The order of results. Unknown values come last in both directions; `tieBreakersOf` breaks ties, then the key. */
export type SortOrder =
  | { readonly by: 'number'; readonly field: string; readonly direction: 'ascending' | 'descending' }
  | { readonly by: 'distance'; readonly from: Point }
  /** Rows have no relevance for a text that asks for no word; they are then in the order `withoutWords`. */
  | { readonly by: 'relevance'; readonly withoutWords?: SortOrder };

/** The number columns that break an order's ties, lowest first, unknown last. */
export function tieBreakersOf({ tieBreaker, shuffle }: Schema, sortOrder: SortOrder): readonly string[] {
  const isShuffled =
    sortOrder.by === 'relevance' || (sortOrder.by === 'number' && shuffle.columns.includes(sortOrder.field));
  return isShuffled ? [shuffle.by, tieBreaker] : [tieBreaker];
}

/** A query. All its filters must match. */
export interface EngineQuery {
  readonly values: readonly KeywordFilterSpec[];
  readonly ranges: readonly RangeFilterSpec[];
  readonly radius?: RadiusFilterSpec;
  /** Rows must be in one of these cells of the map. The list must not be empty. */
  readonly cells?: readonly GridCell[];
  /** Read by the schema. A text without words matches nothing. */
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
  /** The positions of the page's rows. */
  readonly points: readonly (Point | null)[];
}

/** A row and its sort key. Lower comes first; Infinity is unknown. */
export interface SortedRow {
  readonly row: number;
  readonly sortKey: number;
}

export interface RowCursor {
  /** Exact, without deleted rows. */
  readonly total: number;
  /** The matching rows [`skip`, `limit`), 0-based. */
  iterate(skip: number, limit: number): Iterator<SortedRow>;
}

/** The iterator after the first `skip` rows. */
export function after(skip: number, order: Iterator<SortedRow>): Iterator<SortedRow> {
  for (let i = 0; i < skip; i++) order.next();
  return order;
}
