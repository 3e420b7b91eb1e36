import { describe, expect, it } from 'vitest';
import { compareNearest, type Candidate } from '../../src/stock/stock-reader.ts';
import { ComparableSelection, type CarFacts } from '../../src/pricing/comparables.ts';

function aCar(mileageMiles: number, variation: Partial<Candidate> = {}): Candidate {
  const dealer = `dealer-${mileageMiles}.example`;
  const stated = { consumptionMpg: null, trims: [], written_off: null };
  const facts = { year: 2018, mileageMiles, engineLitres: 1, priceGbp: 10_000 };
  return { id: '1', dealer, ...facts, ...stated, ...variation };
}

/** As an index visits the candidates. */
function selectComparables(car: CarFacts, candidates: readonly Candidate[]): readonly Candidate[] {
  const selection = new ComparableSelection(car);
  candidates.toSorted((a, b) => compareNearest(car.mileageMiles, a, b)).every((one) => selection.add(one));
  return selection.selected;
}

const CAR = aCar(30_000);

function mileages(comparables: readonly CarFacts[]): number[] {
  return comparables.map(({ mileageMiles }) => mileageMiles);
}

describe('comparables', () => {
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

  it('counts a car once that one dealer too many advertises', () => {
    const large = 'large.example';
    const before = Array.from({ length: 5 }, (_, i) => aCar(30_001 + i, { dealer: large }));
    const copies = [large, 'm.example', 'n.example'].map((dealer) => aCar(31_000, { dealer }));
    const found = selectComparables(CAR, [...before, ...copies]);
    expect(found.map(({ dealer }) => dealer).slice(5)).toEqual(['m.example']);
  });
});
