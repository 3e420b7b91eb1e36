// Ascending lists of row numbers, each row once: what posting lists are, and what a search works on while few rows
// are left. Nothing here changes its arguments.
import type { Bits } from './bits.ts';

/** The rows of both lists. Walks the shorter one and gallops through the longer: O(short × log(long / short)). */
export function commonRows(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const common = new Uint32Array(short.length);
  let found = 0;
  let at = 0;
  for (let i = 0; i < short.length && at < long.length; i++) {
    at = gallop(long, short[i], at);
    if (at < long.length && long[at] === short[i]) common[found++] = short[i];
  }
  return common.subarray(0, found);
}

/** The rows that `bits` holds too. */
export function rowsInBits(rows: Uint32Array, bits: Bits): Uint32Array {
  return keepRowsWhere(rows, (row) => (bits[row >>> 5] & (1 << (row & 31))) !== 0);
}

/** The rows for which `keep` holds. */
export function keepRowsWhere(rows: Uint32Array, keep: (row: number) => boolean): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let found = 0;
  for (let i = 0; i < rows.length; i++) if (keep(rows[i])) kept[found++] = rows[i];
  return kept.subarray(0, found);
}

/** The rows of any of the lists, each once. One list comes back as it is, not copied. */
export function unionOfRows(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  let total = 0;
  for (const list of lists) total += list.length;
  const all = new Uint32Array(total);
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  all.sort();
  let unique = 0;
  for (let i = 0; i < total; i++) if (i === 0 || all[i] !== all[i - 1]) all[unique++] = all[i];
  return all.subarray(0, unique);
}

/** First position at or after `from` whose row is at least `row`; the length when there is none. O(log distance). */
export function gallop(rows: Uint32Array, row: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < rows.length && rows[low + step] < row) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, rows.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
