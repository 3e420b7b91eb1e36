import { describe, expect, it } from 'vitest';
import { selectComparables, type CarFacts } from '../../src/pricing/comparables.ts';

interface Car extends CarFacts {
  readonly id: string;
}

function aCar(mileageMiles: number, variation: Partial<Car> = {}): Car {
  const dealer = `dealer-${mileageMiles}.example`;
  return { id: '1', year: 2018, mileageMiles, engineLitres: 1, priceGbp: 10_000, dealer, ...variation };
}

const CAR = aCar(30_000);

function mileages(comparables: readonly CarFacts[]): number[] {
  return comparables.map(({ mileageMiles }) => mileageMiles);
}

describe('selectComparables', () => {
  it('takes the nearest in mileage first, the lower of two equally near', () => {
    const found = selectComparables(CAR, [aCar(50_000), aCar(31_000), aCar(29_000), aCar(30_001)]);
    expect(mileages(found)).toEqual([30_001, 29_000, 31_000, 50_000]);
  });

  it('takes at most 200', () => {
    const found = selectComparables(
      CAR,
      Array.from({ length: 400 }, (_, i) => aCar(30_001 + i)),
    );
    expect(found).toHaveLength(200);
    expect(found.at(-1)?.mileageMiles).toBe(30_200);
  });

  it('leaves out the car itself and all its adverts', () => {
    const twin = aCar(30_000, { dealer: 'other.example' });
    expect(selectComparables(CAR, [CAR, twin, aCar(30_500)])).toEqual([aCar(30_500)]);
  });

  it('counts a car once, however many dealers advertise it', () => {
    const copies = ['a.example', 'b.example', 'c.example'].map((dealer) => aCar(31_000, { dealer }));
    expect(selectComparables(CAR, copies)).toHaveLength(1);
  });

  it('takes five cars of one dealer, the nearest', () => {
    const dealer = 'large.example';
    const stock = Array.from({ length: 1000 }, (_, i) => aCar(30_001 + i, { dealer, priceGbp: 1500 + i }));
    expect(mileages(selectComparables(CAR, [...stock, aCar(40_000)]))).toEqual([
      30_001, 30_002, 30_003, 30_004, 30_005, 40_000,
    ]);
  });

  it('does not depend on the order of the candidates', () => {
    const stock = Array.from({ length: 300 }, (_, i) =>
      aCar(25_000 + ((i * 37) % 10_000), {
        dealer: `dealer-${i % 7}.example`,
        year: 2017 + (i % 3),
        priceGbp: 9000 + (i % 5),
      }),
    );
    expect(selectComparables(CAR, stock.toReversed())).toEqual(selectComparables(CAR, stock));
  });
});
