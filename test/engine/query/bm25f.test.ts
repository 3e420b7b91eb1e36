import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_WEIGHTS, impactOf, termFrequency, idfOf } from '../../../src/engine/query/bm25f.ts';

const title = { name: 'title', boost: 4, b: 0, averageLength: 3 };
const body = { name: 'body', boost: 1, b: 0.75, averageLength: 6 };

describe('termFrequency', () => {
  it.each([
    ['without regard to length', title, 1, 4],
    ['without regard to length', title, 900, 4],
    ['at the usual length', body, 6, 1],
    ['in a shorter text', body, 2, 2],
    ['in a longer text', body, 18, 0.4],
    ['fully by length', { ...body, b: 1 }, 12, 0.5],
  ])('%s: %j of %i words', (_, field, length, boost) => {
    expect(termFrequency(field, length)).toBeCloseTo(boost, 10);
  });
});

describe('impactOf', () => {
  it.each([
    [0.001, 1],
    [0.1, 1],
    [0.2, 2],
    [1, 7],
    [1.2, 8],
    [4, 12],
    [10, 13],
    [1e9, 15],
  ])('of the weight %d is %i', (boost, impact) => {
    expect(impactOf(boost)).toBe(impact);
  });

  it('is a whole number from 1 to 15 that does not fall with more weight', () => {
    const boost = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(boost, boost, (a, b) => {
        const [less, more] = [impactOf(Math.min(a, b)), impactOf(Math.max(a, b))];
        expect(more).toBeGreaterThanOrEqual(less);
        expect(less).toBeGreaterThanOrEqual(1);
        expect(more).toBeLessThanOrEqual(15);
        expect([Number.isInteger(less), Number.isInteger(more)]).toEqual([true, true]);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('idfOf', () => {
  it.each([
    [0, 0, 710],
    [0, 10, 3165],
    [1, 10, 2040],
    [5, 10, 710],
    [10, 10, 48],
    [1, 1_000_000, 13732],
    [1_000_000, 1_000_000, 1],
  ])('of %i rows in %i is %i', (matching, liveCount, idf) => {
    expect(idfOf(matching, liveCount)).toBe(idf);
  });

  it('is a whole number of at least 1 that does not fall with fewer rows', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(5_000_000), fc.nat(5_000_000), (a, b, c) => {
        const [few, many, liveCount] = [a, b, c].sort((x, y) => x - y);
        expect(idfOf(few, liveCount)).toBeGreaterThanOrEqual(idfOf(many, liveCount));
        expect(idfOf(many, liveCount)).toBeGreaterThanOrEqual(1);
        expect(Number.isInteger(idfOf(few, liveCount))).toBe(true);
      }),
      { numRuns: 200, seed: 2 },
    );
  });
});

describe('MATCH_WEIGHTS', () => {
  it('rank exact matches before completions, and these before corrections', () => {
    expect(MATCH_WEIGHTS).toEqual({ exact: 4, variant: 3, prefix: 3, fuzzy: 2 });
  });
});
