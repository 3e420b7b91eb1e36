// The rows' keys: from a row to its key for results, and from a key to its row for changes. The reverse lookup is a
// list of rows sorted by hash, 8 bytes a row; a Map of strings would take over a hundred.
import { gallop } from '../postings/row-lists.ts';
import {
  stringEquals,
  StringPacker,
  stringsEqual,
  stringAt,
  takeStrings,
  type PackedStrings,
} from './packed-strings.ts';
import { type RowMap } from '../segment/row-map.ts';
import { type RowHashes, RowHashesBuilder, hashOf, mergeRowHashes } from './row-hashes.ts';

/** Typed arrays only. */
export interface KeyColumnData extends RowHashes {
  readonly keys: PackedStrings;
}

/** Maximum rows of a segment: a hash of 29 bits and a row of 24 fill the 53 bits of an exact integer. */
const MAX_ROWS = 2 ** 24;

/** Builds a column key by key. */
export class KeyColumnBuilder {
  readonly #keys = new StringPacker();
  readonly #hashes = new RowHashesBuilder();

  /** Number of keys so far. */
  get size(): number {
    return this.#keys.size;
  }

  /** Adds the key of the next row. */
  add(key: string): void {
    this.#keys.add(key);
    this.#hashes.add(key);
  }

  /** The keys added so far, in that order. Valid until the next one is added. */
  get keys(): PackedStrings {
    return this.#keys.packed;
  }

  /** The column in a new order: row `row` is the one added as number `order[row]`, from 0. */
  finish(order: Uint32Array): KeyColumnData {
    checkSize(order.length);
    return { keys: takeStrings(this.#keys.packed, order), ...this.#hashes.finish(order) };
  }
}

function checkSize(rows: number): void {
  if (rows > MAX_ROWS) throw new Error(`a segment holds at most ${MAX_ROWS} rows, not ${rows}`);
}

export class KeyColumn {
  readonly #data: KeyColumnData;

  constructor(data: KeyColumnData) {
    this.#data = data;
  }

  keyAt(row: number): string {
    return stringAt(this.#data.keys, row);
  }

  /** The rows with one of `keys`, ascending. O(keys × log(rows / keys)). */
  findRows(keys: readonly string[]): Uint32Array {
    const sorted = sortedPairs(keys);
    const hashes = Uint32Array.from(sorted, (pair) => Math.floor(pair / MAX_ROWS));
    const candidates = sameHashes(this.#data, {
      hashes,
      rows: Uint32Array.from(sorted, (pair) => pair % MAX_ROWS),
    });
    return confirmed(candidates, (row, index) => stringEquals(this.#data.keys, row, keys[index]));
  }

  /** The rows whose keys `other` has too, ascending. Compares bytes, without making strings. O(fewer × log(more / fewer)). */
  rowsSharedWith(other: KeyColumn): Uint32Array {
    const mine = this.#data.keys;
    const theirs = other.#data.keys;
    return confirmed(sameHashes(this.#data, other.#data), (row, their) =>
      stringsEqual(mine, row, theirs, their),
    );
  }
}

/** Every pair of a row of `mine` and one of `theirs` with equal hashes, as one number. */
function sameHashes(mine: RowHashes, theirs: RowHashes): Float64Array {
  const iAmShorter = mine.rows.length <= theirs.rows.length;
  const [shorter, longer] = iAmShorter ? [mine, theirs] : [theirs, mine];
  const pairs: number[] = [];
  let at = 0;
  for (let i = 0; i < shorter.rows.length; i++) {
    at = gallop(longer.hashes, shorter.hashes[i], at);
    for (let j = at; j < longer.rows.length && longer.hashes[j] === shorter.hashes[i]; j++) {
      const [row, their] = iAmShorter ? [shorter.rows[i], longer.rows[j]] : [longer.rows[j], shorter.rows[i]];
      pairs.push(row * MAX_ROWS + their);
    }
  }
  return Float64Array.from(pairs);
}

/**
 * The rows of pairs with equal keys, each once. Keys are compared in row order, their order in memory. In hash order nearly every
 * comparison misses the cache, which takes half of the time for 100,000 keys among a million.
 */
function confirmed(pairs: Float64Array, isSame: (row: number, their: number) => boolean): Uint32Array {
  const rows = new Uint32Array(pairs.length);
  let count = 0;
  for (const pair of pairs.sort()) {
    const row = Math.floor(pair / MAX_ROWS);
    if (count > 0 && rows[count - 1] === row) continue;
    if (isSame(row, pair % MAX_ROWS)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** The hash and index of each key as one number: numbers are sorted natively, without a comparator. */
function sortedPairs(keys: readonly string[]): Float64Array {
  const pairs = new Float64Array(keys.length);
  for (let i = 0; i < pairs.length; i++) pairs[i] = hashOf(keys[i]) * MAX_ROWS + i;
  return pairs.sort();
}

/** The keys in the order of the new rows, with their existing hashes. */
export function mergeKeyColumns(columns: readonly KeyColumnData[], rowMap: RowMap): KeyColumnData {
  return { keys: takeStrings(rowMap.allKeys, rowMap.order), ...mergeRowHashes(columns, rowMap) };
}
