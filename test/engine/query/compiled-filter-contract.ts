// The contract of src/engine/query/compiled-filter.ts, checked against the rows that a filter should keep. Each method
// is called twice: a filter that modifies shared arrays fails the second time.
import { expect } from 'vitest';
import {
  fullBitmap,
  emptyBitmap,
  bitmapToRows,
  setRows,
  type Bitmap,
} from '../../../src/engine/postings/bitmap.ts';
import type { CompiledFilter } from '../../../src/engine/query/compiled-filter.ts';

/** Fails unless `filter` keeps exactly the rows `expected`, ascending, of a segment of `size` rows. */
export function expectKeeps(filter: CompiledFilter, size: number, expected: readonly number[]): void {
  expect(filter.estimate).toBeGreaterThanOrEqual(expected.length);
  const kept = new Set(expected);
  const all = Uint32Array.from({ length: size }, (_, row) => row);
  const candidates = [
    all,
    all.filter((row) => row % 3 === 1),
    all.filter((row) => row % 40 === 2),
    all.slice(0, 0),
  ];
  for (let time = 0; time < 2; time++) {
    expect([...filter.rows()]).toEqual(expected);
    for (const rows of candidates) {
      const before = rows.slice();
      const common = [...rows].filter((row) => kept.has(row));
      expect([...filter.filterRows(rows)]).toEqual(common);
      expect(rows).toEqual(before);
    }
    const bitmap = filter.bitmap();
    expect(bitmap).toHaveLength(fullBitmap(size).length);
    expect([...bitmapToRows(bitmap)]).toEqual(expected);
  }
  expect([...filter.rows()]).toEqual(expected);
  expect([...bitmapToRows(filter.bitmap())]).toEqual(expected);
}

export function bitsOf(rows: Uint32Array, size: number): Bitmap {
  const bitmap = emptyBitmap(size);
  setRows(bitmap, rows);
  return bitmap;
}
