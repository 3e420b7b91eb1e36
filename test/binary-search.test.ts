import { expect, it } from 'vitest';
import { partitionPoint } from '../src/binary-search.ts';

it('finds where a sorted range passes a bound, also before its first and after its last value', () => {
  const sorted = [1, 3, 3, 7];
  const from = (value: number): number => partitionPoint(0, sorted.length, (at) => sorted[at] >= value);
  expect([0, 1, 2, 3, 4, 7, 8].map(from)).toEqual([0, 0, 1, 1, 3, 3, 4]);
});

it('is the beginning of an empty range, without a call', () => {
  const never = (): boolean => expect.unreachable();
  expect(partitionPoint(5, 5, never)).toBe(5);
  expect(partitionPoint(0, -1, never)).toBe(0);
});
