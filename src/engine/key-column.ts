// The rows' keys: from a row to its key for answers, and from a key to its row for changes. The way back is a list of
// rows sorted by a hash of their keys, 8 bytes a row, where a Map of strings would take over a hundred.
import { packStrings, stringAt, type StringList } from './strings.ts';

/** Typed arrays only. */
export interface KeyColumnData {
  readonly keys: StringList;
  /** Hashes of all keys, ascending, and the row of each. */
  readonly hashes: Uint32Array;
  readonly rows: Uint32Array;
}

/** A segment holds at most this many rows: a hash of 29 bits and a row of 24 fill the 53 bits of an exact integer. */
const MOST_ROWS = 2 ** 24;

export function packKeys(keys: readonly string[]): KeyColumnData {
  if (keys.length > MOST_ROWS)
    throw new Error(`a segment holds at most ${MOST_ROWS} rows, not ${keys.length}`);
  // Hash and row as one number, because numbers are sorted natively, without calling a function for each pair.
  const pairs = Float64Array.from(keys, (key, row) => hash(key) * MOST_ROWS + row).sort();
  return {
    keys: packStrings(keys),
    hashes: Uint32Array.from(pairs, (pair) => Math.floor(pair / MOST_ROWS)),
    rows: Uint32Array.from(pairs, (pair) => pair % MOST_ROWS),
  };
}

export class KeyColumn {
  readonly #data: KeyColumnData;

  constructor(data: KeyColumnData) {
    this.#data = data;
  }

  keyOf(row: number): string {
    return stringAt(this.#data.keys, row);
  }

  /** The row that has the key, or -1. */
  rowOf(key: string): number {
    const { hashes, rows } = this.#data;
    const wanted = hash(key);
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    for (; low < hashes.length && hashes[low] === wanted; low++) {
      if (this.keyOf(rows[low]) === key) return rows[low];
    }
    return -1;
  }
}

/** FNV-1a over UTF-16 units, its upper 29 bits. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193);
  return value >>> 3;
}
