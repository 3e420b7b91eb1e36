import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../src/geo/great-circle.ts';

const LONDON = { lat: 51.5074, lng: -0.1278 };

const position = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distanceKm', () => {
  it.each([
    ['Paris', { lat: 48.8566, lng: 2.3522 }, 343.557],
    ['Edinburgh', { lat: 55.9533, lng: -3.1883 }, 533.653],
    ['New York', { lat: 40.7128, lng: -74.006 }, 5570.23],
  ])('knows how far %s is from London', (_, city, km) => {
    expect(distanceKm(LONDON, city)).toBeCloseTo(km, 2);
  });

  it('knows distances south of the equator', () => {
    const sydney = { lat: -33.8688, lng: 151.2093 };
    const tokyo = { lat: 35.6762, lng: 139.6503 };
    expect(distanceKm(sydney, tokyo)).toBeCloseTo(7825.829, 2);
  });

  it('is half the circumference between antipodes', () => {
    expect(distanceKm(LONDON, { lat: -51.5074, lng: 179.8722 })).toBeCloseTo(20015.114, 2);
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(20015.114, 2);
  });

  it('takes the short way over the date line', () => {
    expect(distanceKm({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111.195, 3);
  });

  it('distinguishes points a tenth of a metre apart', () => {
    expect(distanceKm(LONDON, { lat: 51.507401, lng: -0.1278 })).toBeCloseTo(0.000111, 6);
  });

  it('is zero from a point to itself, symmetric, and at most half the circumference', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(distanceKm(a, a)).toBe(0);
        expect(distanceKm(a, b)).toBe(distanceKm(b, a));
        expect(distanceKm(a, b)).toBeLessThan(20015.12);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
