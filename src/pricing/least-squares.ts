// Weighted least squares with a penalty for large coefficients (ridge regression), by Gaussian elimination.

export interface Observation {
  /** One number for each coefficient; the first is 1, for the intercept. */
  readonly features: readonly number[];
  readonly value: number;
  readonly weight: number;
}

/**
 * The coefficients that minimise the weighted squares of the residuals plus each coefficient's square times its penalty.
 * A coefficient that nothing determines is 0. The first penalty must be 0 and some weight positive.
 */
export function fitLeastSquares(
  observations: readonly Observation[],
  penalties: readonly number[],
): number[] {
  const size = penalties.length;
  const rows = penalties.map((penalty, i) => {
    const row = new Array<number>(size + 1).fill(0);
    row[i] = penalty;
    return row;
  });
  for (const { features, value, weight } of observations) {
    for (let i = 0; i < size; i++) {
      const weighted = weight * features[i];
      if (weighted === 0) continue;
      for (let j = 0; j < size; j++) rows[i][j] += weighted * features[j];
      rows[i][size] += weighted * value;
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
