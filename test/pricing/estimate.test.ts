import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatePrice, type EstimatedCar } from '../../src/pricing/estimate.ts';
import { naiveEstimate } from './naive-estimate.ts';

function aCar(variation: Partial<EstimatedCar> = {}): EstimatedCar {
  return {
    dealer: 'north.example',
    year: 2018,
    mileageMiles: 30_000,
    engineLitres: 1.2,
    priceGbp: 10_000,
    consumptionMpg: null,
    trims: [],
    ...variation,
  };
}

/** A year newer is 10 % dearer, and 10,000 miles more 5 % cheaper. */
function pricedCar(year: number, mileageMiles: number, factor = 1): EstimatedCar {
  const priceGbp = 10_000 * 1.1 ** (year - 2018) * 0.95 ** ((mileageMiles - 30_000) / 10_000) * factor;
  return aCar({ year, mileageMiles, priceGbp });
}

const YEARS = [2017, 2018, 2019];
const MILES = [10_000, 15_000, 20_000, 25_000, 29_000, 31_000, 36_000, 42_000, 50_000, 55_000];
const REGULAR = YEARS.flatMap((year) => MILES.map((miles) => pricedCar(year, miles)));

const anyComparable: fc.Arbitrary<EstimatedCar> = fc.record({
  dealer: fc.constantFrom('north.example', 'south.example'),
  year: fc.integer({ min: 2016, max: 2020 }),
  mileageMiles: fc.integer({ min: 100, max: 90_000 }),
  engineLitres: fc.constantFrom(null, 1, 1.2, 1.24, 1.6),
  priceGbp: fc.integer({ min: 1500, max: 70_000 }),
  consumptionMpg: fc.constantFrom(null, 38.2, 50.4, 50.6),
  trims: fc.subarray(['sline', 'msport', 'zetec']),
});

const manyComparables = fc.array(anyComparable, { minLength: 20, maxLength: 60 });

describe('estimatePrice', () => {
  it('is the price that year and mileage of regular comparables give', () => {
    expect(Math.round(estimatePrice(aCar(), REGULAR).expected / 100)).toBe(100);
    const newer = estimatePrice(aCar({ year: 2019, mileageMiles: 20_000 }), REGULAR);
    // 11,579, but for the penalty on differences of year and mileage.
    expect(newer.expected).toBeGreaterThan(11_400);
    expect(newer.expected).toBeLessThan(11_579);
  });

  it('has a narrow range if all comparables agree, and a wider one if they do not', () => {
    const regular = estimatePrice(aCar(), REGULAR);
    expect(regular.high / regular.low).toBeLessThan(1.06);
    const mixed = REGULAR.map((car, i) => ({ ...car, priceGbp: car.priceGbp * (i % 2 === 0 ? 0.9 : 1.1) }));
    const spread = estimatePrice(aCar(), mixed);
    expect(spread.high / spread.low).toBeGreaterThan(1.18);
  });

  it('is moved by less than a tenth by a fifth of comparables at a tenth of their price', () => {
    const hostile = REGULAR.map((car, i) => (i % 5 === 0 ? { ...car, priceGbp: car.priceGbp / 10 } : car));
    const { expected } = estimatePrice(aCar(), hostile);
    expect(expected).toBeGreaterThan(9000);
    expect(expected).toBeLessThan(10_500);
  });

  it('follows comparables of the same engine, consumption and trim', () => {
    const dear = { engineLitres: 1.6, consumptionMpg: 38.2, trims: ['st'] };
    const cheap = { engineLitres: 1.2, consumptionMpg: 55.4, trims: ['zetec'] };
    for (const fact of ['engineLitres', 'consumptionMpg', 'trims'] as const) {
      const stock = REGULAR.flatMap((car) => [
        { ...car, [fact]: cheap[fact] },
        { ...car, [fact]: dear[fact], priceGbp: car.priceGbp * 1.5 },
      ]);
      expect(estimatePrice({ ...aCar(), [fact]: cheap[fact] }, stock).expected).toBeLessThan(10_800);
      expect(estimatePrice({ ...aCar(), [fact]: dear[fact] }, stock).expected).toBeGreaterThan(13_800);
    }
  });

  it('does not read the price of the car itself', () => {
    expect(estimatePrice(aCar({ priceGbp: 1 }), REGULAR)).toEqual(estimatePrice(aCar(), REGULAR));
  });

  it('has its expected price within the range, for any comparables', () => {
    fc.assert(
      fc.property(anyComparable, manyComparables, (car, comparables) => {
        const { low, expected, high } = estimatePrice(car, comparables);
        expect(low).toBeGreaterThan(0);
        expect(low).toBeLessThanOrEqual(expected);
        expect(high).toBeGreaterThanOrEqual(expected);
      }),
    );
  });

  it('doubles with all prices, and does not depend on the order of comparables', () => {
    fc.assert(
      fc.property(anyComparable, manyComparables, (car, comparables) => {
        const once = estimatePrice(car, comparables);
        const doubled = estimatePrice(
          car,
          comparables.map((one) => ({ ...one, priceGbp: 2 * one.priceGbp })).reverse(),
        );
        for (const end of ['low', 'expected', 'high'] as const) {
          expect(doubled[end] / once[end]).toBeCloseTo(2, 4);
        }
      }),
    );
  });

  it('agrees with plain loops', () => {
    fc.assert(
      fc.property(anyComparable, manyComparables, (car, comparables) => {
        const { low, expected, high } = estimatePrice(car, comparables);
        const naive = naiveEstimate(car, comparables);
        expect(expected / naive.expected).toBeCloseTo(1, 4);
        expect(low / naive.low).toBeCloseTo(1, 4);
        expect(high / naive.high).toBeCloseTo(1, 4);
      }),
    );
  });
});
