// A column of values from a small set (a make, a dealer): each distinct value has an ordinal, each row an ordinal,
// and each ordinal the list of its rows. Queries use terms, which the schema derives from values.
import {
  addBits,
  countCommon,
  difference,
  emptyBitmap,
  fullBitmap,
  keepCommon,
  setRows,
  type Bitmap,
  BitmapCache,
} from '../postings/bitmap.ts';
import { type KeywordColumnData, type LabelColumnData } from './build-keywords.ts';
import { SpellingGroups } from './spelling-groups.ts';
import type { CompiledFilter } from '../query/compiled-filter.ts';
import {
  intersectRows,
  SORT_THRESHOLD,
  countInBitmap,
  filterByBitmap,
  filterByOrdinals,
  unionRows,
} from '../postings/row-lists.ts';
import { stringAt, unpackInSteps, type PackedStrings } from './packed-strings.ts';
import { type Mask } from '../query/masks.ts';
import { PermutedBitmaps } from '../query/permuted-bitmaps.ts';
import type { TermRequest } from '../schema.ts';
import { LazyValue, type Steps } from '../time-slices.ts';

/** A column that is only read, row by row, at 4 bytes a row. */
export class LabelColumn {
  readonly #data: LabelColumnData;
  /** Values already read, by ordinal. */
  readonly #values: (string | undefined)[] = [];

  constructor(data: LabelColumnData) {
    this.#data = data;
  }

  /** The value of a row; null if it has none. */
  valueAt(row: number): string | null {
    const ordinal = this.#data.ordinals[row];
    return ordinal === 0 ? null : (this.#values[ordinal] ??= stringAt(this.#data.dictionary, ordinal - 1));
  }
}

export class KeywordColumn {
  readonly #data: KeywordColumnData;
  readonly #terms: LazyValue<ColumnTerms>;
  /** The ordinals of queries of several terms. */
  readonly #ordinalsOfQuery = new WeakMap<object, readonly number[]>();
  readonly #bitmaps: BitmapCache;
  /** The rows of terms that several values share, by term: all together at most as many as the column's, at 4 bytes each. */
  readonly #unions = new Map<TermRequest, Uint32Array>();
  #unitedRows = 0;
  readonly #implied = new Map<KeywordColumn, Int32Array>();
  readonly #permutedBitmaps = new Map<number, PermutedBitmaps>();
  #knownRows: Bitmap | undefined;

  constructor(data: KeywordColumnData, termsOf: (value: string) => readonly string[]) {
    this.#data = data;
    this.#bitmaps = new BitmapCache(data.ordinals.length);
    this.#terms = new LazyValue(() => readTerms(data.dictionary, termsOf));
  }

  /** Precomputes what filters and counts use. */
  warm(): Steps<void> {
    return this.#terms.warm();
  }

  /** The rows whose value has any of the `terms` and none of those `excluded`. */
  filter(terms: readonly TermRequest[], excluded: readonly TermRequest[] = []): KeywordFilter {
    if (terms.length === 1 && excluded.length === 0)
      return new KeywordFilter(this, this.#ordinalsWith(terms[0]), terms[0]);
    const ordinals = this.ordinalsOfAny(terms);
    for (const ordinal of this.ordinalsOfAny(excluded)) ordinals.delete(ordinal);
    return new KeywordFilter(this, [...ordinals]);
  }

  /** The ordinals of the values that have any of the `terms`. */
  ordinalsOfAny(terms: readonly TermRequest[]): Set<number> {
    const ordinals = new Set<number>();
    for (const term of terms) for (const ordinal of this.#ordinalsWith(term)) ordinals.add(ordinal);
    return ordinals;
  }

  /** The ordinals of the values that satisfy `query`, ascending. */
  #ordinalsWith(query: TermRequest): readonly number[] {
    if (typeof query === 'string') return this.#terms.value.ordinalsOf.get(query) ?? [];
    let ordinals = this.#ordinalsOfQuery.get(query);
    if (ordinals === undefined) {
      ordinals = ordinalsWith(query, this.#terms.value.ordinalsOf);
      this.#ordinalsOfQuery.set(query, ordinals);
    }
    return ordinals;
  }

  /** The rows of some ordinals, ascending. Cached if `term` is given, whose ordinals they must be. */
  union(ordinals: readonly number[], term?: TermRequest): Uint32Array {
    if (ordinals.length === 1) return this.postings(ordinals[0]);
    const known = term === undefined ? undefined : this.#unions.get(term);
    if (known !== undefined) return known;
    const rows = unionRows(
      ordinals.map((ordinal) => this.postings(ordinal)),
      this.size,
    );
    if (term !== undefined && rows.length > 0 && this.#unitedRows + rows.length <= this.size) {
      this.#unions.set(term, rows);
      this.#unitedRows += rows.length;
    }
    return rows;
  }

  get size(): number {
    return this.#data.ordinals.length;
  }

  get ordinals(): Uint32Array {
    return this.#data.ordinals;
  }

  get distinct(): number {
    return this.#data.starts.length - 1;
  }

  /** The groups of values that count as one. */
  get groups(): SpellingGroups {
    return this.#terms.value.groups;
  }

  /** The value of an ordinal other than 0. */
  valueOf(ordinal: number): string {
    return stringAt(this.#data.dictionary, ordinal - 1);
  }

  /** Number of rows with an ordinal. */
  rowCount(ordinal: number): number {
    return this.#data.starts[ordinal + 1] - this.#data.starts[ordinal];
  }

  /** Number of rows in `bitmap` with an ordinal. */
  countIn(ordinal: number, bitmap: Bitmap): number {
    const postings = this.postings(ordinal);
    return postings.length * BITS_SHARE > this.size
      ? countCommon(bitmap, this.cachedBitmap(ordinal))
      : countInBitmap(postings, bitmap);
  }

  postings(ordinal: number): Uint32Array {
    return this.#data.rows.subarray(this.#data.starts[ordinal], this.#data.starts[ordinal + 1]);
  }

  /** The rows with a value; not to be modified. */
  get knownRows(): Bitmap {
    if (this.#knownRows === undefined) {
      const all = fullBitmap(this.size);
      this.#knownRows = this.rowCount(0) === 0 ? all : difference(all, this.cachedBitmap(0));
    }
    return this.#knownRows;
  }

  /** Bitmaps over the rows of an ordinal alone. */
  permutedBitmaps(ordinal: number): PermutedBitmaps {
    let permutedBitmaps = this.#permutedBitmaps.get(ordinal);
    if (permutedBitmaps === undefined) {
      permutedBitmaps = new PermutedBitmaps(this.postings(ordinal));
      this.#permutedBitmaps.set(ordinal, permutedBitmaps);
    }
    return permutedBitmaps;
  }

  /** Whether enough rows have an ordinal for its bitmap to be cached. */
  hasBitmap(ordinal: number): boolean {
    return this.rowCount(ordinal) > (this.size + 31) >>> 5;
  }

  /** The one ordinal of `other` that all rows of an ordinal have, or MIXED: every Golf is a Volkswagen. Computed once. */
  impliedOrdinal(ordinal: number, other: KeywordColumn): number {
    let implied = this.#implied.get(other);
    if (implied === undefined) {
      implied = new Int32Array(this.distinct).fill(NOT_KNOWN);
      this.#implied.set(other, implied);
    }
    if (implied[ordinal] === NOT_KNOWN) {
      const rows = this.postings(ordinal);
      const { ordinals } = other;
      const first = rows.length === 0 ? MIXED : ordinals[rows[0]];
      let i = 1;
      while (i < rows.length && ordinals[rows[i]] === first) i++;
      implied[ordinal] = i < rows.length ? MIXED : first;
    }
    return implied[ordinal];
  }

  /** The rows of an ordinal as a bitmap; not to be modified. */
  cachedBitmap(ordinal: number): Bitmap {
    return this.#bitmaps.of(ordinal, this.postings(ordinal));
  }
}

/** `known` has the ordinals of parts, which a query of many names may share. */
function ordinalsWith(
  query: TermRequest,
  ordinalsOf: ReadonlyMap<string, readonly number[]>,
  known = new Map<TermRequest, readonly number[]>(),
): readonly number[] {
  if (typeof query === 'string') return ordinalsOf.get(query) ?? [];
  let ordinals = known.get(query);
  if (ordinals === undefined) {
    const find = (one: TermRequest): readonly number[] => ordinalsWith(one, ordinalsOf, known);
    known.set(query, (ordinals = 'all' in query ? commonTo(query.all, find) : unionOf(query.any.map(find))));
  }
  return ordinals;
}

function unionOf(lists: readonly (readonly number[])[]): readonly number[] {
  const found = lists.filter(({ length }) => length > 0);
  return found.length === 1 ? found[0] : [...new Set(found.flat())].sort((a, b) => a - b);
}

/** The ordinals that all parts have. Once there are none, the other parts are not found. */
function commonTo(
  [first, ...others]: readonly TermRequest[],
  find: (part: TermRequest) => readonly number[],
): readonly number[] {
  let common = find(first);
  for (const part of others) {
    if (common.length === 0) break;
    const known = new Set(common);
    const lists = typeof part !== 'string' && 'any' in part ? part.any.map(find) : [find(part)];
    common = unionOf(lists.map((list) => list.filter((ordinal) => known.has(ordinal))));
  }
  return common;
}

/** What the terms of a column's values say. */
interface ColumnTerms {
  /** The ordinals of each term, ascending. */
  readonly ordinalsOf: ReadonlyMap<string, readonly number[]>;
  /** By the most specific term. */
  readonly groups: SpellingGroups;
}

/** Values between two yields. Their terms may take many operations. */
const STEP_VALUES = 64;

function* readTerms(
  dictionary: PackedStrings,
  termsOf: (value: string) => readonly string[],
): Steps<ColumnTerms> {
  const values = yield* unpackInSteps(dictionary);
  const ordinalsOf = new Map<string, number[]>();
  const groups = new SpellingGroups(values.length);
  for (let index = 0; index < values.length; index++) {
    const ordinal = index + 1;
    const terms = termsOf(values[index]);
    for (const term of terms) {
      const ordinals = ordinalsOf.get(term);
      if (ordinals === undefined) ordinalsOf.set(term, [ordinal]);
      else if (ordinals[ordinals.length - 1] !== ordinal) ordinals.push(ordinal);
    }
    // A value without terms is a group of its own. No term begins with NUL.
    groups.add(ordinal, terms.at(-1) ?? `\0${values[index]}`);
    if (index % STEP_VALUES === 0) yield;
  }
  return { ordinalsOf, groups };
}

/** Values of more than one row in this many have a cached bitmap, which is faster to test than ordinals. */
const BITS_SHARE = 32;

const NOT_KNOWN = -2;
const MIXED = -1;

export class KeywordFilter implements CompiledFilter {
  readonly isEstimateExact = true;
  readonly isSlice = false;
  readonly estimate: number;
  readonly #column: KeywordColumn;
  readonly #ordinals: readonly number[];
  readonly #term: TermRequest | undefined;

  /** `ordinals` must be those of `term`, if it is given. */
  constructor(column: KeywordColumn, ordinals: readonly number[], term?: TermRequest) {
    this.#column = column;
    this.#term = term;
    this.#ordinals = ordinals;
    this.estimate = ordinals.reduce((sum, ordinal) => sum + column.postings(ordinal).length, 0);
  }

  /** Whether this filter keeps all rows that `lead` keeps, and so can be skipped. */
  isImpliedBy(lead: KeywordFilter): boolean {
    return lead.allHave(this.#column, (ordinal) => this.#ordinals.includes(ordinal));
  }

  /** Whether every value of this filter implies an ordinal of `other` that passes the test. */
  allHave(other: KeywordColumn, test: (ordinal: number) => boolean): boolean {
    return this.#ordinals.every((ordinal) => test(this.#column.impliedOrdinal(ordinal, other)));
  }

  /** Whether this filter's row list would have to be sorted, which a bitmap avoids. */
  get isScattered(): boolean {
    return this.#term === undefined && this.#ordinals.length > 1 && this.estimate >= SORT_THRESHOLD;
  }

  /** One filter per value. */
  singleValues(): KeywordFilter[] {
    return this.#ordinals.map((ordinal) => new KeywordFilter(this.#column, [ordinal]));
  }

  get rowRange(): undefined {
    return undefined;
  }

  exactMask(): Mask | undefined {
    const [ordinal] = this.#ordinals;
    if (this.#ordinals.length !== 1 || !this.#column.hasBitmap(ordinal)) return undefined;
    return { include: this.#column.cachedBitmap(ordinal) };
  }

  /** Sets the filter's rows that are in `liveRows` (null: all) in an empty bitmap, and returns their number. */
  writeTo(bitmap: Bitmap, liveRows: Bitmap | null): number {
    this.#addTo(bitmap);
    return liveRows === null ? this.estimate : keepCommon(bitmap, liveRows);
  }

  #addTo(bitmap: Bitmap): void {
    for (const ordinal of this.#ordinals) {
      // Reads 32 rows at once.
      if (this.#column.hasBitmap(ordinal)) addBits(bitmap, this.#column.cachedBitmap(ordinal));
      else setRows(bitmap, this.#column.postings(ordinal));
    }
  }

  supersetMask(): undefined {
    return undefined;
  }

  /** Bitmaps over the filter's rows alone; undefined if it has several ordinals. */
  permutedBitmaps(): PermutedBitmaps | undefined {
    return this.#ordinals.length === 1 ? this.#column.permutedBitmaps(this.#ordinals[0]) : undefined;
  }

  rows(): Uint32Array {
    return this.#column.union(this.#ordinals, this.#term);
  }

  filterRows(rows: Uint32Array): Uint32Array {
    const { ordinals, distinct } = this.#column;
    if (this.#ordinals.length === 1 && this.estimate * BITS_SHARE > this.#column.size) {
      return filterByBitmap(rows, this.bitmap());
    }
    if (this.estimate * 4 < rows.length) return intersectRows(this.rows(), rows);
    const marks = new Uint8Array(distinct);
    for (const ordinal of this.#ordinals) marks[ordinal] = 1;
    return filterByOrdinals(rows, ordinals, marks);
  }

  bitmap(): Bitmap {
    if (this.#ordinals.length === 1) return this.#column.cachedBitmap(this.#ordinals[0]);
    const bitmap = emptyBitmap(this.#column.size);
    if (this.#term !== undefined) setRows(bitmap, this.rows());
    else this.#addTo(bitmap);
    return bitmap;
  }
}
