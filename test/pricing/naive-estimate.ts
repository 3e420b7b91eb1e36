// The estimate of docs/price-ratings.md in plain loops, to compare the real one with: other algebra (gradient steps on one
// coefficient after another), no helpers shared.
import type { EstimatedCar } from '../../src/pricing/estimate.ts';

interface Term {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight: number;
}

export function naiveEstimate(car: EstimatedCar, comparables: readonly EstimatedCar[]) {
  let farthest = 0;
  for (const one of comparables) {
    farthest = Math.max(farthest, Math.abs(one.mileageMiles - car.mileageMiles));
  }
  const terms = comparables.map((one): Term => {
    const years = one.year - car.year;
    const miles = one.mileageMiles - car.mileageMiles;
    const litres = (one.engineLitres ?? 0) - (car.engineLitres ?? 0);
    const isOtherEngine = Math.abs(litres) > 0.05;
    const isKnown = one.consumptionMpg !== null && car.consumptionMpg !== null;
    const mpg = isKnown ? Math.log((one.consumptionMpg ?? 1) / (car.consumptionMpg ?? 1)) : 0;
    let weight = (1 - (Math.abs(miles) / (farthest + 1)) ** 3) ** 3 * Math.exp(-0.5 * years * years);
    if (isOtherEngine) weight *= 0.3;
    weight *= isKnown ? 0.05 + 0.95 * Math.exp(-0.5 * (mpg / 0.15) ** 2) : 0.5;
    const sharesTrim = car.trims.length === 0 || one.trims.some((trim) => car.trims.includes(trim));
    const larger = isOtherEngine && litres > 0 ? 1 : 0;
    const smaller = isOtherEngine && litres < 0 ? 1 : 0;
    const otherMpg = Math.abs(mpg) > 0.02 ? 1 : 0;
    const x = [1, years, miles / 10_000, larger, smaller, mpg * 10, otherMpg, sharesTrim ? 0 : 1];
    return { x, y: Math.log(one.priceGbp), weight };
  });
  let at = descend(terms);
  for (let round = 0; round < 2; round++) {
    const off = terms.map((term) => Math.abs(residual(term, at)));
    const sorted = [...off].sort((a, b) => a - b);
    const limit = 1.4826 * sorted[Math.ceil(sorted.length / 2) - 1] + 0.001;
    at = descend(
      terms.map((term, i) => ({
        ...term,
        weight: off[i] <= limit ? term.weight : (term.weight * limit) / off[i],
      })),
    );
  }
  const found = at;
  const left = terms.map((term) => ({ by: residual(term, found), weight: term.weight }));
  const low = Math.min(0, quantile(left, 0.08));
  const high = Math.max(0, quantile(left, 0.92));
  return { expected: Math.exp(at[0]), low: Math.exp(at[0] + low), high: Math.exp(at[0] + high) };
}

const PENALTIES = [0, 0.5, 0.5, 1, 1, 0.5, 0.5, 2];

/** Minimises the penalised squares, one coefficient after another, until none moves. */
function descend(terms: readonly Term[]): number[] {
  const at = PENALTIES.map(() => 0);
  for (let round = 0; round < 20_000; round++) {
    let moved = 0;
    for (let k = 0; k < at.length; k++) {
      let up = 0;
      let down = PENALTIES[k];
      for (const term of terms) {
        up += term.weight * term.x[k] * (residual(term, at) + at[k] * term.x[k]);
        down += term.weight * term.x[k] ** 2;
      }
      const next = down === 0 ? 0 : up / down;
      moved = Math.max(moved, Math.abs(next - at[k]));
      at[k] = next;
    }
    if (moved < 1e-10) break;
  }
  return at;
}

function residual({ x, y }: Term, at: readonly number[]): number {
  let rest = y;
  for (let k = 0; k < at.length; k++) rest -= x[k] * at[k];
  return rest;
}

function quantile(left: readonly { readonly by: number; readonly weight: number }[], share: number): number {
  const sorted = [...left].sort((a, b) => a.by - b.by);
  let total = 0;
  for (const { weight } of sorted) total += weight;
  let sum = 0;
  for (const { by, weight } of sorted) {
    sum += weight;
    if (sum >= share * total) return by;
  }
  return sorted[sorted.length - 1].by;
}
