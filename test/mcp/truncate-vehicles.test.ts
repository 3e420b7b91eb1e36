// What is left of a page of vehicles that is too long for a result.
import type { Vehicle } from '../../src/api/responses.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/mcp/tokens.ts';
import { truncateVehicles } from '../../src/mcp/truncate-vehicles.ts';
import { unknownVehicle } from '../support/vehicle.ts';

const CAR = unknownVehicle({
  year: '2015',
  make: 'Jaguar',
  model: 'XJ',
  mileage: 41000,
  fuel_type: 'Diesel',
  transmission: 'Automatic',
  engine_size: 3,
  price: 14995,
  dealer: 'harbour-motors.example',
  url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fharbour-motors.example%2F1',
  loc: 'London',
  full_description: 'One owner.',
});

const page = (change: Partial<Vehicle>): Vehicle[] =>
  Array.from({ length: 20 }, () => ({ ...CAR, ...change }));

const size = (cars: readonly Vehicle[]): number => estimateTokens(JSON.stringify(cars));

/** Of 20,000 characters, and six tokens for 27 characters. */
const PROSE = 'a long and careful test and '.repeat(715).slice(0, 20_000);

describe('a page of vehicles', () => {
  test('that fits is left as it is', () => {
    const cars = page({});
    expect(truncateVehicles(cars, 10_000)).toEqual({
      cars,
      truncatedDescriptions: 0,
      truncatedImages: 0,
      omitted: 0,
    });
  });

  test('with descriptions of 20,000 characters has the start of each, which says so at its end', () => {
    const { cars, ...missing } = truncateVehicles(page({ full_description: PROSE }), 20_000);
    expect(missing).toEqual({ truncatedDescriptions: 20, truncatedImages: 0, omitted: 0 });
    expect(cars[7].full_description).toBe(`${PROSE.slice(0, 3770)}… [shortened: 3770 of 20000 characters]`);
    expect(size(cars)).toBeLessThanOrEqual(20_000);
  });

  test('keeps short descriptions whole', () => {
    const long = { ...CAR, full_description: PROSE };
    const { cars, truncatedDescriptions } = truncateVehicles([long, CAR, long], 3000);
    expect(truncatedDescriptions).toBe(2);
    expect(cars[1]).toEqual(CAR);
  });

  test('is never cut in the middle of a character', () => {
    const { cars } = truncateVehicles(page({ full_description: `x${'🚗'.repeat(9999)}` }), 20_000);
    expect(cars[0].full_description).toBe(`x${'🚗'.repeat(436)}… [shortened: 873 of 19999 characters]`);
  });

  test('with many pictures has the first ones of each', () => {
    const images = Array.from({ length: 100 }, (_, i) => `https://img.example/${i}.jpg?${'x'.repeat(200)}`);
    const { cars, ...missing } = truncateVehicles(page({ images }), 40_000);
    expect(missing).toEqual({ truncatedDescriptions: 0, truncatedImages: 20, omitted: 0 });
    expect(cars[0].images).toEqual(images.slice(0, 10));
  });

  test('with addresses without end leaves the longest vehicles out', () => {
    const url = `https://cars.example/cars/redirect/?api_target=${'%2F'.repeat(2000)}`;
    const { cars, omitted } = truncateVehicles([CAR, ...page({ url }), CAR], 40_000);
    // Each has 6,100 tokens.
    expect(omitted).toBe(14);
    expect([cars[0], cars.at(-1)]).toEqual([CAR, CAR]);
  });

  test('fits always, in its order, and with nothing made up', () => {
    const long = fc.integer({ min: 0, max: 20_000 }).map((length) => '"é'.repeat(length / 2));
    const vehicle = fc.record({
      full_description: fc.option(long),
      images: fc.array(fc.string({ maxLength: 900 }), { maxLength: 60 }),
      url: fc.string({ maxLength: 6000 }),
    });
    fc.assert(
      fc.property(fc.array(vehicle, { maxLength: 20 }), (changes) => {
        const cars = changes.map((change, i) => ({ ...CAR, ...change, price: i }));
        const fitted = truncateVehicles(cars, 20_000);
        expect(size(fitted.cars)).toBeLessThanOrEqual(20_000);
        expect(fitted.cars.length + fitted.omitted).toBe(cars.length);
        const prices = fitted.cars.map(({ price }) => price ?? 0);
        expect(prices).toEqual([...prices].sort((a, b) => a - b));
        for (const { price, full_description: text, images, url } of fitted.cars) {
          const original = cars[price ?? 0];
          expect(url).toBe(original.url);
          expect(original.images.slice(0, images.length)).toEqual(images);
          const start = text?.replace(/… \[shortened: \d+ of \d+ characters\]$/, '') ?? null;
          expect(original.full_description?.startsWith(start ?? '') ?? null).toBe(
            start === null ? null : true,
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});
