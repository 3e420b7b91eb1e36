// The demo's random numbers: reproducible to the bit, with the right distributions.
import { describe, expect, it } from 'vitest';
import { Random, weighted } from '../../src/demo/random.ts';

function draws(count: number, draw: () => number): number[] {
  return Array.from({ length: count }, draw);
}

describe('Random', () => {
  it('gives the same numbers for the same seed, others for the next seed', () => {
    const [first, again, next] = [new Random(1), new Random(1), new Random(2)];
    const numbers = draws(50, () => first.fraction());
    expect(draws(50, () => again.fraction())).toEqual(numbers);
    expect(draws(50, () => next.fraction()).filter((number) => numbers.includes(number))).toEqual([]);
  });

  it('starts with the same numbers on every machine', () => {
    const random = new Random(1);
    expect(draws(3, () => random.whole(0, 999_999))).toEqual([16_782, 330_301, 612_066]);
    expect(draws(2, () => random.logNormal(0.4))).toEqual([1.1149279299132129, 0.6765272022998061]);
  });

  it('is uniform', () => {
    const random = new Random(3);
    const counts = [0, 0, 0, 0, 0, 0];
    for (let draw = 0; draw < 60_000; draw++) {
      const face = random.whole(0, 5);
      counts[face] = (counts[face] ?? 0) + 1;
    }
    for (const count of counts) {
      expect(count).toBeGreaterThan(9_600);
      expect(count).toBeLessThan(10_400);
    }
  });

  it('picks by weight, never a value of weight 0', () => {
    const random = new Random(4);
    const from = weighted(['never', 'rare', 'common'], (_, position) => [0, 1, 9][position] ?? 0);
    const picks = Array.from({ length: 10_000 }, () => random.pickWeighted(from));
    expect(picks).not.toContain('never');
    const rare = picks.filter((pick) => pick === 'rare').length;
    expect(rare).toBeGreaterThan(850);
    expect(rare).toBeLessThan(1_150);
  });

  it('picks early values more often: of two, the first four times in five', () => {
    const random = new Random(5);
    const firsts = draws(10_000, () => random.pickSkewed([1, 0])).filter((pick) => pick === 1).length;
    expect(firsts).toBeGreaterThan(7_800);
    expect(firsts).toBeLessThan(8_200);
  });

  it('samples without repetition, and all values if there are too few', () => {
    const random = new Random(6);
    expect(new Set(random.sample([1, 2, 3, 4, 5], 3)).size).toBe(3);
    expect(random.sample([1, 2, 3], 9).sort()).toEqual([1, 2, 3]);
  });

  it('has log-normal numbers with median 1 and a long upper tail', () => {
    const random = new Random(7);
    const values = draws(20_000, () => random.logNormal(0.4)).sort((a, b) => a - b);
    expect(values[10_000]).toBeGreaterThan(0.97);
    expect(values[10_000]).toBeLessThan(1.03);
    // e^(0.4 × 1.645) and e^(-0.4 × 1.645), the 95th and 5th percentiles of the log-normal.
    expect(values[19_000]).toBeCloseTo(1.93, 0);
    expect(values[1_000]).toBeCloseTo(0.52, 1);
  });

  it('throws without values to pick from', () => {
    const random = new Random(8);
    expect(() => random.pick([])).toThrow('there are no values to pick from');
    expect(() => random.pickSkewed([])).toThrow('there are no values to pick from');
  });
});
