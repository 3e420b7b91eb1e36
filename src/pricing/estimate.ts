// Estimates a car's price from comparables: a regression of the logarithm of price around the car itself, in which near
// comparables weigh more and outliers less. docs/price-ratings.md explains it and has its measured error.
import type { StatedFacts } from '../listing/listing.ts';
import type { CarFacts } from './comparables.ts';

/** Engines and bodies of one size differ in consumption. */
export type EstimatedCar = CarFacts & Pick<StatedFacts, 'consumptionMpg' | 'trims'>;

export interface Estimate {
  /** Pounds, unrounded. */
  readonly expected: number;
  /** Between these lie about eight prices in ten of such cars. */
  readonly low: number;
  readonly high: number;
}

/** Engines that differ by no more litres have the same size, which adverts round differently. */
export const ENGINE_TOLERANCE = 0.05;
/** Consumptions that differ by no more, as logarithms, are the same. */
const CONSUMPTION_TOLERANCE = 0.02;
/** Weights of a comparable with an engine of another size, and with a very different and an unknown consumption. */
const OTHER_ENGINE_WEIGHT = 0.3;
const OTHER_CONSUMPTION_WEIGHT = 0.05;
const UNKNOWN_CONSUMPTION_WEIGHT = 0.5;
/** A difference of consumption, as logarithms, at which the weight has fallen to two thirds. */
const CONSUMPTION_WIDTH = 0.15;

/** Units of the regression, which make its coefficients of like size. */
const MILEAGE_UNIT = 10_000;
const CONSUMPTION_UNIT = 0.1;
/** Parallel to `featuresOf`. A coefficient is halved if it is determined by about that much weight of comparables. */
const PENALTIES = [0, 0.5, 0.5, 1, 1, 0.5, 0.5, 2];
/** Fits that reduce the weights of outliers, after a first one that does not. */
const ROBUST_FITS = 2;
/** From the median of absolute residuals to the standard deviation of a normal distribution. */
const MEDIAN_TO_DEVIATION = 1.4826;
/** Added to that deviation, so that equal prices cause no division by zero. */
const MIN_DEVIATION = 0.001;

/**
 * Of the comparables' weight, the share below and above the range. The car's own price varies by as much, and the estimate besides:
 * eight in ten held-out prices are in the range.
 */
const LOW_SHARE = 0.08;
const HIGH_SHARE = 0.92;

/**
 * The estimate of a car's price from at least one comparable. Does not read the car's own price. The order of comparables
 * changes only rounding; prices multiplied by a factor multiply the estimate by it.
 */
export function estimatePrice(car: EstimatedCar, comparables: readonly EstimatedCar[]): Estimate {
  const farthest = Math.max(...comparables.map((one) => Math.abs(one.mileageMiles - car.mileageMiles)));
  const features = comparables.map((one) => featuresOf(car, one));
  const values = comparables.map((one) => Math.log(one.priceGbp));
  const weights = comparables.map((one) => weightOf(car, one, farthest + 1));
  const residualsOf = (coefficients: readonly number[]): number[] =>
    features.map((row, at) => {
      let rest = values[at];
      for (let i = 0; i < row.length; i++) rest -= row[i] * coefficients[i];
      return rest;
    });
  let coefficients = fitLeastSquares(features, values, weights);
  for (let fit = 0; fit < ROBUST_FITS; fit++) {
    const distances = residualsOf(coefficients).map(Math.abs);
    const limit = MEDIAN_TO_DEVIATION * medianOf(distances) + MIN_DEVIATION;
    const reweighted = weights.map((weight, i) => weight * Math.min(1, limit / distances[i]));
    coefficients = fitLeastSquares(features, values, reweighted);
  }
  const residuals = residualsOf(coefficients);
  // The intercept is the value at the car itself, where all other features are 0.
  const [expected] = coefficients;
  return {
    expected: Math.exp(expected),
    low: Math.exp(expected + Math.min(0, weightedQuantile(residuals, weights, LOW_SHARE))),
    high: Math.exp(expected + Math.max(0, weightedQuantile(residuals, weights, HIGH_SHARE))),
  };
}

/** How a comparable differs from the car. */
function featuresOf(car: EstimatedCar, one: EstimatedCar): number[] {
  const litres = engineDifference(car, one);
  const consumption = consumptionDifference(car, one);
  return [
    1,
    one.year - car.year,
    (one.mileageMiles - car.mileageMiles) / MILEAGE_UNIT,
    Number(litres > ENGINE_TOLERANCE),
    Number(litres < -ENGINE_TOLERANCE),
    (consumption ?? 0) / CONSUMPTION_UNIT,
    Number(Math.abs(consumption ?? 0) > CONSUMPTION_TOLERANCE),
    Number(car.trims.length > 0 && !car.trims.some((trim) => one.trims.includes(trim))),
  ];
}

function weightOf(car: EstimatedCar, one: EstimatedCar, farthest: number): number {
  const consumption = consumptionDifference(car, one);
  return (
    tricube((one.mileageMiles - car.mileageMiles) / farthest) *
    bell(one.year - car.year) *
    (Math.abs(engineDifference(car, one)) > ENGINE_TOLERANCE ? OTHER_ENGINE_WEIGHT : 1) *
    (consumption === null
      ? UNKNOWN_CONSUMPTION_WEIGHT
      : OTHER_CONSUMPTION_WEIGHT + (1 - OTHER_CONSUMPTION_WEIGHT) * bell(consumption / CONSUMPTION_WIDTH))
  );
}

/** In litres. */
function engineDifference(car: CarFacts, one: CarFacts): number {
  return (one.engineLitres ?? 0) - (car.engineLitres ?? 0);
}

/** As a logarithm; null if one is unknown. */
function consumptionDifference(car: EstimatedCar, one: EstimatedCar): number | null {
  if (car.consumptionMpg === null || one.consumptionMpg === null) return null;
  return Math.log(one.consumptionMpg / car.consumptionMpg);
}

/** 1 at 0, 0 from 1 on. */
function tricube(distance: number): number {
  return (1 - Math.abs(distance) ** 3) ** 3;
}

/** 1 at 0, 0.6 at 1, 0.14 at 2. */
function bell(distance: number): number {
  return Math.exp(-(distance ** 2) / 2);
}

/** Of an even number the lower middle one. */
function medianOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[Math.ceil(values.length / 2) - 1];
}

/** The lowest value that, with all lower ones, has at least `share` of the weight. */
function weightedQuantile(values: readonly number[], weights: readonly number[], share: number): number {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b]);
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const i of order) {
    left -= weights[i];
    if (left <= 0) return values[i];
  }
  return values[order[order.length - 1]];
}

// Weighted least squares with a penalty for large coefficients (ridge regression), by Gaussian elimination.

/**
 * The coefficients that minimise the weighted squares of the residuals plus each coefficient's square times its penalty. A row of
 * `features` has one number for each coefficient; the first is 1, for the intercept. A coefficient that nothing determines is 0.
 * The first penalty must be 0 and some weight positive.
 */
function fitLeastSquares(
  features: readonly (readonly number[])[],
  values: readonly number[],
  weights: readonly number[],
): number[] {
  const size = PENALTIES.length;
  const rows = PENALTIES.map((penalty, i) => {
    const row = new Array<number>(size + 1).fill(0);
    row[i] = penalty;
    return row;
  });
  for (let at = 0; at < features.length; at++) {
    const observed = features[at];
    for (let i = 0; i < size; i++) {
      const weighted = weights[at] * observed[i];
      if (weighted === 0) continue;
      const row = rows[i];
      for (let j = 0; j < size; j++) row[j] += weighted * observed[j];
      row[size] += weighted * values[at];
    }
  }
  return solve(rows);
}

/** Less than this is rounding. */
const SMALLEST_PIVOT = 1e-12;

/** Solves symmetric equations; the last column is the right-hand side. */
function solve(rows: readonly number[][]): number[] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    if (rows[i][i] < SMALLEST_PIVOT) continue;
    for (let k = i + 1; k < size; k++) {
      const factor = rows[k][i] / rows[i][i];
      for (let j = i; j <= size; j++) rows[k][j] -= factor * rows[i][j];
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    if (rows[i][i] < SMALLEST_PIVOT) continue;
    let rest = rows[i][size];
    for (let j = i + 1; j < size; j++) rest -= rows[i][j] * solution[j];
    solution[i] = rest / rows[i][i];
  }
  return solution;
}
