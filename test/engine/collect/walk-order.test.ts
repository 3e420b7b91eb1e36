// Pages of any depth, of a column with ties within and across the slices of its cumulative bitmaps.
import { buildNumberColumn } from '../builders.ts';
import { expect, test } from 'vitest';
import { sortByNumber } from '../../../src/engine/collect/sort-by-number.ts';
import { walkInOrder } from '../../../src/engine/collect/walk-order.ts';
import { NumberColumn } from '../../../src/engine/columns/number-column.ts';
import { emptyBitmap, setRows } from '../../../src/engine/postings/bitmap.ts';
import { randomOf } from '../../support/random.ts';

const SIZE = 1000;
const random = randomOf(28);

test.each([
  ['ascending', 300, 0.5],
  ['ascending', 300, 0],
  ['ascending', 40, 0.05],
  ['descending', 300, 0.5],
  ['descending', 300, 0],
  ['descending', 40, 0.05],
] as const)('%s, with %d values of which %d are unknown, each page is that of a sort', (direction, values, unknown) => {
  const numbers = Array.from({ length: SIZE }, () => (random.next() < unknown ? null : random.below(values)));
  const column = new NumberColumn(buildNumberColumn(numbers));
  for (const share of [0.02, 0.6, 1]) {
    const rows = Array.from(numbers.keys()).filter(() => random.next() < share);
    const bitmap = emptyBitmap(SIZE);
    setRows(bitmap, Uint32Array.from(rows));
    const keyOf = (row: number): number => {
      const value = numbers[row];
      return value === null ? Infinity : direction === 'ascending' ? value : 0 - value;
    };
    const sorted = rows.toSorted((a, b) => (keyOf(a) === keyOf(b) ? a - b : keyOf(a) - keyOf(b)));
    for (let skip = 0; skip <= rows.length + 1; skip += 1) {
      const found: (readonly number[])[] = [];
      const walk = walkInOrder(column, direction, bitmap, { skip, total: rows.length });
      for (let next = walk.next(); next.done !== true && found.length < 5; next = walk.next())
        found.push([next.value.row, next.value.sortKey + 0]);
      expect(found, `skipping ${skip}`).toEqual(
        sorted.slice(skip, skip + 5).map((row) => [row, keyOf(row)]),
      );
    }
  }
}); // prettier-ignore

test.each(['list', 'bitmap'] as const)('pages of a %s in the descending order of the rows themselves', (kind) => {
  const known = Array.from({ length: 800 }, () => random.below(200)).sort((a, b) => a - b);
  const numbers = [...known, ...Array.from({ length: 200 }, () => null)];
  const column = new NumberColumn(buildNumberColumn(numbers));
  const rows = Uint32Array.from(numbers.keys()).filter(() => random.next() < 0.6);
  const bitmap = emptyBitmap(SIZE);
  setRows(bitmap, rows);
  const total = rows.length;
  const rowSet = kind === 'list' ? { kind, total, rows } : { kind, total, bitmap };
  const keyOf = (row: number): number => -(numbers[row] ?? -Infinity);
  const sorted = Array.from(rows).sort((a, b) => (keyOf(a) === keyOf(b) ? a - b : keyOf(a) - keyOf(b)));
  for (let skip = 0; skip <= total + 1; skip += 1) {
    const walk = sortByNumber(column, 'descending', rowSet, skip, total);
    const found: number[] = [];
    for (let next = walk.next(); next.done !== true && found.length < 5; next = walk.next())
      found.push(next.value.row);
    expect(found, `skipping ${skip}`).toEqual(sorted.slice(skip, skip + 5));
  }
}); // prettier-ignore
