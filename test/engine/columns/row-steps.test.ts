import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/demo/random.ts';
import { RowSteps } from '../../../src/engine/columns/row-steps.ts';
import { LazyValue } from '../../../src/engine/time-slices.ts';
import { setRows, emptyBitmap } from '../../../src/engine/postings/bitmap.ts';

function rowStepsOf(rows: Uint32Array): RowSteps {
  return new LazyValue(() => RowSteps.build(rows)).value;
}

describe('RowSteps', () => {
  it('counts the rows of a range at some positions', () => {
    const steps = rowStepsOf(Uint32Array.of(4, 0, 3, 1, 2));
    expect(steps.count([], 0, 5, { from: 0, to: 3 })).toBe(3);
    expect(steps.count([], 0, 2, { from: 0, to: 3 })).toBe(1);
    expect(steps.count([], 1, 4, { from: 1, to: 3 })).toBe(1);
    expect(steps.count([], 0, 5, { from: 0, to: 5 })).toBe(5);
    expect(steps.count([], 0, 5, { from: 2, to: 2 })).toBe(0);
    expect(steps.count([{ include: Uint32Array.of(0b10011) }], 0, 5, { from: 0, to: 4 })).toBe(2);
    expect(rowStepsOf(new Uint32Array(0)).count([], 0, 0, { from: 0, to: 0 })).toBe(0);
  });

  it.each([1, 31, 32, 33, 1000, 1024, 5003])('counts %i shuffled rows as a loop over them does', (size) => {
    const random = new Random(size);
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    for (let i = size - 1; i > 0; i--) {
      const other = random.whole(0, i);
      [rows[i], rows[other]] = [rows[other], rows[i]];
    }
    const steps = rowStepsOf(rows);
    for (let round = 0; round < 200; round++) {
      const [start, end] = [random.whole(0, size), random.whole(0, size)].sort((a, b) => a - b);
      const [from, to] = [random.whole(0, size), random.whole(0, size)].sort((a, b) => a - b);
      const positions = [...rows.keys()].filter(() => random.whole(0, 1) === 0);
      const include = emptyBitmap(size);
      setRows(include, Uint32Array.from(positions));
      const isInRange = (position: number): boolean => rows[position] >= from && rows[position] < to;
      const inRange = [...rows.keys()].slice(start, end).filter(isInRange);
      expect(steps.count([], start, end, { from, to })).toBe(inRange.length);
      expect(steps.count([{ include }], start, end, { from, to })).toBe(
        inRange.filter((position) => positions.includes(position)).length,
      );
    }
  });
});
