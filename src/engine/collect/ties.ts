// Finds the first rows of a score in the order of the shuffle, in which each row has a position, without finding all of them. If
// many rows tie, the shuffle is walked until enough are met. Otherwise the shortest list is read; rows that come after those
// already found are skipped before they are looked for in the other lists.
import type { NumberColumn } from '../columns/number-column.ts';
import { bitmapToRows, hasBit, type Bitmap } from '../postings/bitmap.ts';
import { gallop } from '../postings/row-lists.ts';
import type { RowSet } from '../query/planner.ts';
import { SmallestNumbers } from './top-k.ts';

/** The rows that a word, or the filters, allow. */
export interface TiedRows {
  /** The number of rows, or more. */
  readonly length: number;
  /** Ascending. */
  readonly rows: Uint32Array;
  /** The rows as a bitmap; undefined if none exists yet and they are too few for a bitmap to save time. */
  readonly bitmap: Bitmap | undefined;
}

/** Up to this many rows, reading the lists is always faster. */
const MIN_WALKED = 1000;

/** Rows of a list that can be read in the time of one step of a walk. */
const STEP_COST = 4;

/** Rows of the shortest list that are sampled to estimate how many of its rows are in the others. */
const SAMPLE = 16;

export class Ties {
  readonly #matches: TiedRows;
  readonly #shuffle: NumberColumn;
  readonly #returned = new Set<number>();
  #last: Iterable<number> = [];

  constructor(rowSet: RowSet, shuffle: NumberColumn) {
    this.#matches = matchesOf(rowSet);
    this.#shuffle = shuffle;
  }

  /** The first `limit` matches that are in all lists of one of the combinations and have not been returned yet. */
  first(combinations: readonly (readonly TiedRows[])[], limit: number): Uint32Array {
    // Added only now, because most searches end with the first score.
    for (const row of this.#last) this.#returned.add(row);
    // The shortest list comes first.
    const tied = combinations.map((lists) => [this.#matches, ...lists].sort((a, b) => a.length - b.length));
    const first = this.#walk(tied, limit) ?? this.#select(tied, limit);
    this.#last = first;
    return first;
  }

  /** The first ties, by walking the shuffle; undefined if reading the shortest lists is faster. */
  #walk(tied: readonly (readonly TiedRows[])[], limit: number): Uint32Array | undefined {
    const readRows = tied.reduce((sum, [{ length }]) => sum + length, 0);
    if (readRows < MIN_WALKED) return undefined;
    const { size } = this.#shuffle;
    // True even if all rows of the lists tie.
    if (((limit * size) / readRows) * STEP_COST > readRows) return undefined;
    const expected = tied.reduce((sum, lists) => sum + expectedTies(lists), 0);
    const steps = (limit * size) / expected;
    if (steps * STEP_COST > readRows) return undefined;
    const [first, ...others] = tied.map((lists) => testsOf(lists));
    const end = Math.min(Math.ceil(2 * steps), size);
    const order = this.#shuffle.slice(0, end);
    const found = new Uint32Array(limit);
    let count = 0;
    for (let i = 0; i < end && count < limit; i++) {
      const row = order[i];
      if (!isInAll(first, row) && !others.some((tests) => isInAll(tests, row))) continue;
      if (!this.#returned.has(row)) found[count++] = row;
    }
    return count === limit || end === size ? found.subarray(0, count) : undefined;
  }

  #select(tied: readonly (readonly TiedRows[])[], limit: number): Uint32Array {
    const { positions } = this.#shuffle;
    const first = new SmallestNumbers(limit);
    // With several combinations, a row may be in more than one.
    const added = tied.length > 1 ? new Set<number>() : undefined;
    for (const [{ rows }, ...others] of tied) {
      const tests = testsOf(others);
      let { bound } = first;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i];
        const position = positions[row];
        if (position >= bound || !isInAll(tests, row) || this.#returned.has(row)) continue;
        if (added?.has(position) === true) continue;
        added?.add(position);
        first.add(position);
        ({ bound } = first);
      }
    }
    return Uint32Array.from(first.sorted(), (position) => this.#shuffle.rowAt(position));
  }
}

/** Lists that can be read in the time it takes to list the rows of a bitmap. */
const LISTING_COST = 2;

function matchesOf(rowSet: RowSet): TiedRows {
  const { total } = rowSet;
  if (rowSet.kind === 'list') return { length: total, rows: rowSet.rows, bitmap: undefined };
  const { bitmap } = rowSet;
  let rows: Uint32Array | undefined;
  return {
    length: LISTING_COST * total,
    bitmap,
    get rows() {
      return (rows ??= bitmapToRows(bitmap, total));
    },
  };
}

/** The expected number of ties, from a sample of the shortest list. */
function expectedTies([{ rows }, ...others]: readonly TiedRows[]): number {
  const tests = testsOf(others);
  let common = 0;
  for (let i = 0; i < SAMPLE; i++)
    common += Number(isInAll(tests, rows[Math.floor((i * rows.length) / SAMPLE)]));
  return (common * rows.length) / SAMPLE;
}

/** A list with the index reached in it, or a bitmap. */
interface Test {
  readonly rows: Uint32Array;
  readonly bitmap: Bitmap | undefined;
  at: number;
}

const NO_ROWS = new Uint32Array(0);

/** Tests of the lists, bitmaps first. */
function testsOf(lists: readonly TiedRows[]): readonly Test[] {
  const tests = lists.map((list): Test => {
    const { bitmap } = list;
    return { rows: bitmap === undefined ? list.rows : NO_ROWS, bitmap, at: 0 };
  });
  return tests.sort((a, b) => Number(a.bitmap === undefined) - Number(b.bitmap === undefined));
}

/** Rows must ascend: each is searched from the one before. */
function isInAll(tests: readonly Test[], row: number): boolean {
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i];
    if (test.bitmap !== undefined) {
      if (!hasBit(test.bitmap, row)) return false;
      continue;
    }
    const { rows } = test;
    test.at = gallop(rows, row, test.at > 0 && rows[test.at - 1] < row ? test.at : 0);
    if (rows[test.at] !== row) return false;
  }
  return true;
}
