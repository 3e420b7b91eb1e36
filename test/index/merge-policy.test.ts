import { describe, expect, it } from 'vitest';
import { segmentsToMerge, type SegmentSize } from '../../src/index/merge-policy.ts';

const alive = (...lives: number[]): SegmentSize[] => lives.map((live) => ({ rows: live, live }));

describe('segmentsToMerge', () => {
  it.each<[string, SegmentSize[], [number, number] | undefined]>([
    ['nothing', [], undefined],
    ['one segment', alive(5), undefined],
    ['two of a size', alive(5, 5), [0, 2]],
    ['a young one an eighth as large', alive(800, 100), undefined],
    ['a young one a little larger', alive(799, 100), [0, 2]],
    ['young ones that are an eighth together', alive(1600, 101, 100), [0, 3]],
    ['the young ones only', alive(1_000_000, 400, 100), [1, 3]],
    ['no more than a segment may hold', alive(3_900_000, 90_000, 20_000), [1, 3]],
    ['large ones beside each other', alive(3_000_000, 2_000_000), undefined],
    ['one that is dead for the most part', [{ rows: 9000, live: 4000 }, ...alive(100)], [0, 1]],
    ['one that is dead by half', [{ rows: 9000, live: 4500 }, ...alive(100)], undefined],
    ['a small one that is dead for the most part', [{ rows: 900, live: 1 }], undefined],
    ['a large one all dead but for a few', [{ rows: 2000, live: 1 }, ...alive(1)], [0, 2]],
  ])('merges of %s the right ones', (_, segments, run) => {
    expect(segmentsToMerge(segments)).toEqual(run);
  });

  it.each([1, 7, 1000])('keeps segments few and merges cheap: changes of %i rows', (rows) => {
    let segments: SegmentSize[] = [];
    let most = 0;
    let moved = 0;
    for (let change = 0; change < 3000; change++) {
      segments.push(...alive(rows));
      for (let run = segmentsToMerge(segments); run !== undefined; run = segmentsToMerge(segments)) {
        const live = segments.slice(...run).reduce((sum, one) => sum + one.live, 0);
        segments = [...segments.slice(0, run[0]), ...alive(live), ...segments.slice(run[1])];
        moved += live;
      }
      most = Math.max(most, segments.length);
    }
    expect(segments.reduce((sum, { live }) => sum + live, 0)).toBe(3000 * rows);
    expect(most).toBeLessThanOrEqual(6);
    // Each row is moved so often on average.
    expect(moved / (3000 * rows)).toBeLessThan(20);
  });
});
