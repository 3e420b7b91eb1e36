// The order of listings by how near their mileage is to a given one, the same on every index.
import type { Candidate } from './listing-index.ts';

/** Sorts before all sizes. */
export const UNKNOWN_ENGINE = -1;

type Compared = Pick<Candidate, 'dealer' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** Listings that are still equal differ in nothing but what their texts state. */
export function compareNearest(mileageMiles: number, a: Compared, b: Compared): number {
  return (
    Math.abs(a.mileageMiles - mileageMiles) - Math.abs(b.mileageMiles - mileageMiles) ||
    a.mileageMiles - b.mileageMiles ||
    a.year - b.year ||
    a.priceGbp - b.priceGbp ||
    (a.engineLitres ?? UNKNOWN_ENGINE) - (b.engineLitres ?? UNKNOWN_ENGINE) ||
    (a.dealer < b.dealer ? -1 : Number(a.dealer > b.dealer))
  );
}
