import { describe, expect, it } from 'vitest';
import { segmentsToMerge, type SegmentSize } from '../../../src/index/build/index-builder.ts';

const liveRows = (...lives: number[]): SegmentSize[] =>
  lives.map((liveCount) => ({ rows: liveCount, liveCount }));

describe('segmentsToMerge', () => {
  it.each<[string, SegmentSize[], [number, number] | undefined]>([
    ['nothing', [], undefined],
    ['one segment', liveRows(5), undefined],
    ['two of a size', liveRows(5, 5), [0, 2]],
    ['a young one an eighth as large', liveRows(800, 100), undefined],
    ['a young one a little larger', liveRows(799, 100), [0, 2]],
    ['young ones that are an eighth together', liveRows(1600, 101, 100), [0, 3]],
    ['the young ones only', liveRows(1_000_000, 400, 100), [1, 3]],
    ['no more than a segment may hold', liveRows(3_900_000, 90_000, 20_000), [1, 3]],
    ['large ones beside each other', liveRows(3_000_000, 2_000_000), undefined],
    ['two that fill a segment', liveRows(2_000_000, 2_000_000), [0, 2]],
    ['two that overfill a segment by a row', liveRows(2_000_001, 2_000_000), undefined],
    ['one with a thousand dead rows, the most', [{ rows: 1999, liveCount: 999 }], undefined],
    ['one with more dead rows, the most', [{ rows: 2000, liveCount: 999 }], [0, 1]],
    ['one that is dead for the most part', [{ rows: 9000, liveCount: 4000 }, ...liveRows(100)], [0, 1]],
    ['one that is dead by half', [{ rows: 9000, liveCount: 4500 }, ...liveRows(100)], undefined],
    ['a small one that is dead for the most part', [{ rows: 900, liveCount: 1 }], undefined],
    ['a large one all dead but for a few', [{ rows: 2000, liveCount: 1 }, ...liveRows(1)], [0, 2]],
  ])('merges the right ones of %s', (_, segments, run) => {
    expect(segmentsToMerge(segments)).toEqual(run);
  });

  it.each([1, 7, 1000])('limits segments and the cost of merges: changes of %i rows', (rows) => {
    let segments: SegmentSize[] = [];
    let most = 0;
    let moved = 0;
    for (let change = 0; change < 3000; change++) {
      segments.push(...liveRows(rows));
      for (let run = segmentsToMerge(segments); run !== undefined; run = segmentsToMerge(segments)) {
        const liveCount = segments.slice(...run).reduce((sum, one) => sum + one.liveCount, 0);
        segments = [...segments.slice(0, run[0]), ...liveRows(liveCount), ...segments.slice(run[1])];
        moved += liveCount;
      }
      most = Math.max(most, segments.length);
    }
    expect(segments.reduce((sum, { liveCount }) => sum + liveCount, 0)).toBe(3000 * rows);
    expect(most).toBeLessThanOrEqual(6);
    // The average number of times a row is moved.
    expect(moved / (3000 * rows)).toBeLessThan(20);
  });
});
