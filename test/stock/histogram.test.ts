import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histogramEdges } from '../../src/stock/summary.ts';

describe('histogramEdges', () => {
  it.each([
    [7200, 8400, [7000, 7500, 8000]],
    [0.01, 499.99, [0]],
    [500, 500, [500]],
    [0, 9999, [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500, 7000, 7500, 8000, 8500, 9000, 9500]],
    [0, 10_000, [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]],
    [990, 39_999, [0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000, 22_000, 24_000, 26_000, 28_000, 30_000, 32_000, 34_000, 36_000, 38_000]],
    [0, 60_000, [0, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 45_000, 50_000, 55_000, 60_000]],
    [-600, 100, [-1000, -500, 0]],
  ])('cuts values from %d, nearly all up to %d, at round numbers', (min, high, edges) => {
    expect(histogramEdges(min, high, 500)).toEqual(edges);
  }); // prettier-ignore

  it('has at most 20 bins of one width, the first with the least value and the last with the high one', () => {
    const any = fc.integer({ min: -1e10, max: 1e14 }).map((pence) => pence / 100);
    fc.assert(
      fc.property(any, any, fc.constantFrom(500, 1000), (a, b, minWidth) => {
        const [min, high] = [Math.min(a, b), Math.max(a, b)];
        const edges = histogramEdges(min, high, minWidth);
        expect(edges.length).toBeLessThanOrEqual(20);
        expect(edges[0]).toBeLessThanOrEqual(min);
        expect(edges[1] ?? Infinity).toBeGreaterThan(min);
        const last = edges[edges.length - 1];
        expect(last).toBeLessThanOrEqual(high);
        const width = edges.length > 1 ? edges[1] - edges[0] : minWidth;
        edges.forEach((edge, i) => expect(edge).toBe(edges[0] + i * width));
        if (edges.length > 1) expect(high).toBeLessThan(last + width);
      }),
      { seed: 20261125 },
    );
  });
});
