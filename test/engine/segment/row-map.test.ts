import { expect, it } from 'vitest';
import { mergeSortedRuns } from '../../../src/engine/segment/row-map.ts';

const ascending = (a: number, b: number): boolean => a < b;

it.each<[string, number[][], number[]]>([
  ['no runs', [], []],
  ['empty runs', [[], []], []],
  ['one run', [[], [3, 4]], [3, 4]],
  ['two runs', [[1, 5], [2, 9]], [1, 2, 5, 9]], // prettier-ignore
  ['an odd number of runs', [[7], [1, 8], [0, 2, 9]], [0, 1, 2, 7, 8, 9]],
  ['runs behind each other', [[1, 2], [3, 4], [5], [6]], [1, 2, 3, 4, 5, 6]], // prettier-ignore
])('mergeSortedRuns merges %s', (_, runs, merged) => {
  expect([...mergeSortedRuns(runs.map((run) => Uint32Array.from(run)), ascending)]).toEqual(merged); // prettier-ignore
});

it('mergeSortedRuns keeps equal entries in the order of their runs', () => {
  const byTens = (a: number, b: number): boolean => Math.floor(a / 10) < Math.floor(b / 10);
  const runs = [Uint32Array.of(15, 21), Uint32Array.of(10, 29), Uint32Array.of(12, 20)];
  expect([...mergeSortedRuns(runs, byTens)]).toEqual([15, 10, 12, 21, 29, 20]);
});
