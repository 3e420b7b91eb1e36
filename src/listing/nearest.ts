// The order of listings by how near their mileage is to a given one, the same on every index.
import type { Candidate } from './listing-index.ts';

/** Sorts before all sizes. */
export const UNKNOWN_ENGINE = -1;

/** Listings that are still equal have equal facts. */
export function compareNearest(
  mileageMiles: number,
  a: Omit<Candidate, 'id'>,
  b: Omit<Candidate, 'id'>,
): number {
  return (
    Math.abs(a.mileageMiles - mileageMiles) - Math.abs(b.mileageMiles - mileageMiles) ||
    a.mileageMiles - b.mileageMiles ||
    a.year - b.year ||
    a.priceGbp - b.priceGbp ||
    (a.engineLitres ?? UNKNOWN_ENGINE) - (b.engineLitres ?? UNKNOWN_ENGINE) ||
    (a.dealer < b.dealer ? -1 : Number(a.dealer > b.dealer))
  );
}
