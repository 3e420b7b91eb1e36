// Finds rows by the hash of a text, at 8 bytes a row. Texts may share a hash, so the caller must compare the texts of found rows.
import { fnv1a } from '../../hash.ts';
import { gallop } from '../postings/row-lists.ts';
import { type RowMap, DELETED } from '../segment/row-map.ts';
import { grown, sharedUint32s } from './shared-arrays.ts';
import { countingSort } from './counting-sort.ts';

/** Typed arrays only. */
export interface RowHashes {
  /** The hash of each row's text, ascending, and the row of each. */
  readonly hashes: Uint32Array;
  readonly rows: Uint32Array;
}

/** 29 bits. */
export function hashOf(text: string): number {
  return fnv1a(text) >>> 3;
}

/** The rows whose text may be `text`, ascending. */
export function rowsWithHash({ hashes, rows }: RowHashes, text: string): Uint32Array {
  const hash = hashOf(text);
  const start = gallop(hashes, hash, 0);
  let end = start;
  while (end < hashes.length && hashes[end] === hash) end++;
  return rows.subarray(start, end);
}

export function mergeRowHashes(columns: readonly RowHashes[], rowMap: RowMap): RowHashes {
  const hashByRow = new Uint32Array(rowMap.size);
  columns.forEach(({ hashes, rows }, part) => {
    const target = rowMap.newRows[part];
    for (let i = 0; i < rows.length; i++)
      if (target[rows[i]] !== DELETED) hashByRow[target[rows[i]]] = hashes[i];
  });
  return sortedHashes(hashByRow);
}

/** Builds the hashes of rows from their texts, which are not kept. */
export class RowHashesBuilder {
  #hashes = new Uint32Array(1024);
  #size = 0;

  /** Adds the text of the next row. */
  add(text: string): void {
    if (this.#size === this.#hashes.length) this.#hashes = grown(this.#hashes, this.#size + 1);
    this.#hashes[this.#size++] = hashOf(text);
  }

  /** The hashes in a new order: row `row` is the one added as number `order[row]`, from 0. */
  finish(order: Uint32Array): RowHashes {
    const hashByRow = new Uint32Array(order.length);
    for (let row = 0; row < order.length; row++) hashByRow[row] = this.#hashes[order[row]];
    return sortedHashes(hashByRow);
  }
}

const DIGIT_BITS = 15;
const DIGITS = 2 ** DIGIT_BITS;

/** The rows by hash, then by row: a radix sort by the lower half of the hash, then by the upper. */
function sortedHashes(hashByRow: Uint32Array): RowHashes {
  const byLower = countingSort(
    hashByRow.map((hash) => hash & (DIGITS - 1)),
    DIGITS,
  ).rows;
  const byUpper = countingSort(
    byLower.map((row) => hashByRow[row] >>> DIGIT_BITS),
    DIGITS,
  ).rows;
  const rows = sharedUint32s(hashByRow.length);
  const hashes = sharedUint32s(hashByRow.length);
  for (let i = 0; i < rows.length; i++) {
    rows[i] = byLower[byUpper[i]];
    hashes[i] = hashByRow[rows[i]];
  }
  return { hashes, rows };
}
