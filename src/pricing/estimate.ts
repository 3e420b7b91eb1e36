// Estimates a car's price from comparables: a regression of the logarithm of price around the car itself, in which near
// comparables weigh more and outliers less. docs/price-ratings.md explains it and has its measured error.
import { partitionPoint } from '../binary-search.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import { MAX_COMPARABLES, type CarFacts } from './comparables.ts';

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
/** Parallel to `putFeatures`. A coefficient is halved if it is determined by about that much weight of comparables. */
const PENALTIES = [0, 0.5, 0.5, 1, 1, 0.5, 0.5, 2];
const FEATURES = PENALTIES.length;
/** Fits that reduce the weights of outliers, after a first one that does not. */
const ROBUST_FITS = 2;
/** From the median of absolute residuals to the standard deviation of a normal distribution. */
const MEDIAN_TO_DEVIATION = 1.4826;
/** Added to that deviation, so that equal prices cause no division by zero. */
const MIN_DEVIATION = 0.001;

/**
 * Of the comparables' weight, the share below and above the range. The car's own price varies by as much, and the estimate
 * besides: eight in ten held-out prices are in the range.
 */
const LOW_SHARE = 0.08;
const HIGH_SHARE = 0.92;

/**
 * The estimate of a car's price from one to MAX_COMPARABLES comparables. Does not read the car's own price. The order of
 * comparables changes only rounding; prices multiplied by a factor multiply the estimate by it.
 */
export function estimatePrice(car: EstimatedCar, comparables: readonly EstimatedCar[]): Estimate {
  const { length } = comparables;
  let farthest = 0;
  for (const one of comparables) farthest = Math.max(farthest, Math.abs(one.mileageMiles - car.mileageMiles));
  let totalWeight = 0;
  for (let at = 0; at < length; at++) {
    const one = comparables[at];
    const consumption = consumptionDifference(car, one);
    putFeatures(at * FEATURES, car, one, consumption);
    values[at] = Math.log(one.priceGbp);
    weights[at] = weightOf(car, one, farthest + 1, consumption);
    totalWeight += weights[at];
  }
  let coefficients = fitLeastSquares(length, weights);
  for (let fit = 0; fit < ROBUST_FITS; fit++) {
    putResiduals(length, coefficients);
    for (let at = 0; at < length; at++) sorted[at] = Math.abs(residuals[at]);
    const limit = MEDIAN_TO_DEVIATION * medianOf(sorted.subarray(0, length)) + MIN_DEVIATION;
    for (let at = 0; at < length; at++)
      robustWeights[at] = weights[at] * Math.min(1, limit / Math.abs(residuals[at]));
    coefficients = fitLeastSquares(length, robustWeights);
  }
  putResiduals(length, coefficients);
  for (let at = 0; at < length; at++) sorted[at] = residuals[at];
  sorted.subarray(0, length).sort();
  const low = residualAt(LOW_SHARE * totalWeight, length);
  const high = residualAt(HIGH_SHARE * totalWeight, length);
  // The intercept is the value at the car itself, where all other features are 0.
  const [expected] = coefficients;
  return {
    expected: Math.exp(expected),
    low: Math.exp(expected + Math.min(0, low)),
    high: Math.exp(expected + Math.max(0, high)),
  };
}

/**
 * FEATURES of each comparable. These arrays are of one estimate, which ends before the next begins: allocating them for each
 * takes a third of its time.
 */
const features = new Float64Array(MAX_COMPARABLES * FEATURES);
const values = new Float64Array(MAX_COMPARABLES);
const weights = new Float64Array(MAX_COMPARABLES);
const robustWeights = new Float64Array(MAX_COMPARABLES);
const residuals = new Float64Array(MAX_COMPARABLES);
const sorted = new Float64Array(MAX_COMPARABLES);

/** How a comparable differs from the car. */
function putFeatures(at: number, car: EstimatedCar, one: EstimatedCar, consumption: number | null): void {
  const litres = engineDifference(car, one);
  features[at] = 1;
  features[at + 1] = one.year - car.year;
  features[at + 2] = (one.mileageMiles - car.mileageMiles) / MILEAGE_UNIT;
  features[at + 3] = Number(litres > ENGINE_TOLERANCE);
  features[at + 4] = Number(litres < -ENGINE_TOLERANCE);
  features[at + 5] = (consumption ?? 0) / CONSUMPTION_UNIT;
  features[at + 6] = Number(Math.abs(consumption ?? 0) > CONSUMPTION_TOLERANCE);
  features[at + 7] = Number(car.trims.length > 0 && !car.trims.some((trim) => one.trims.includes(trim)));
}

function weightOf(
  car: EstimatedCar,
  one: EstimatedCar,
  farthest: number,
  consumption: number | null,
): number {
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
  return cube(1 - cube(Math.abs(distance)));
}

/** A power takes ten times as long. */
function cube(value: number): number {
  return value * value * value;
}

/** 1 at 0, 0.6 at 1, 0.14 at 2. */
function bell(distance: number): number {
  return Math.exp(-(distance ** 2) / 2);
}

/** Sorts the values. Of an even number the lower middle one. */
function medianOf(some: Float64Array): number {
  return some.sort()[Math.ceil(some.length / 2) - 1];
}

/** The lowest residual that, with all lower ones, has at least that weight. */
function residualAt(weight: number, length: number): number {
  const place = partitionPoint(0, length - 1, (middle) => {
    let below = 0;
    for (let at = 0; at < length; at++) if (residuals[at] <= sorted[middle]) below += weights[at];
    return below >= weight;
  });
  return sorted[place];
}

/**
 * The coefficients that minimise the weighted squares of the residuals plus each coefficient's square times its penalty (ridge
 * regression), by Gaussian elimination. The first feature of each observation is 1, for the intercept. A coefficient that nothing
 * determines is 0. The first penalty must be 0 and some weight positive.
 */
function fitLeastSquares(length: number, fitted: Float64Array): readonly number[] {
  equations.fill(0);
  for (let i = 0; i < FEATURES; i++) equations[i * COLUMNS + i] = PENALTIES[i];
  for (let at = 0; at < length; at++) {
    const first = at * FEATURES;
    for (let i = 0; i < FEATURES; i++) {
      const weighted = fitted[at] * features[first + i];
      if (weighted === 0) continue;
      const row = i * COLUMNS;
      for (let j = i; j < FEATURES; j++) equations[row + j] += weighted * features[first + j];
      equations[row + FEATURES] += weighted * values[at];
    }
  }
  return solveEquations();
}

const COLUMNS = FEATURES + 1;
/** By row: the upper half of a symmetric matrix, and the right-hand side as its last column. */
const equations = new Float64Array(FEATURES * COLUMNS);

function putResiduals(length: number, coefficients: readonly number[]): void {
  for (let at = 0; at < length; at++) {
    let rest = values[at];
    for (let i = 0; i < FEATURES; i++) rest -= features[at * FEATURES + i] * coefficients[i];
    residuals[at] = rest;
  }
}

/** Less than this is rounding. */
const SMALLEST_PIVOT = 1e-12;

/** Reads and changes the upper half and the right-hand side. */
function solveEquations(): readonly number[] {
  for (let i = 0; i < FEATURES; i++) {
    const pivot = equations[i * COLUMNS + i];
    if (pivot < SMALLEST_PIVOT) continue;
    for (let k = i + 1; k < FEATURES; k++) {
      const factor = equations[i * COLUMNS + k] / pivot;
      if (factor === 0) continue;
      for (let j = k; j <= FEATURES; j++) equations[k * COLUMNS + j] -= factor * equations[i * COLUMNS + j];
    }
  }
  const solution = new Array<number>(FEATURES).fill(0);
  for (let i = FEATURES - 1; i >= 0; i--) {
    const row = i * COLUMNS;
    if (equations[row + i] < SMALLEST_PIVOT) continue;
    let rest = equations[row + FEATURES];
    for (let j = i + 1; j < FEATURES; j++) rest -= equations[row + j] * solution[j];
    solution[i] = rest / equations[row + i];
  }
  return solution;
}
