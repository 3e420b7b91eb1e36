// The order of listings by how near their mileage is to a given one, the same on every index.
import type { Candidate } from './listing-index.ts';

/** Sorts before all sizes. */
export const UNKNOWN_ENGINE = -1;

type Compared = Pick<Candidate, 'dealer' | 'id' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** No two listings are equal. */
export function compareNearest(mileageMiles: number, a: Compared, b: Compared): number {
  return (
    Math.abs(a.mileageMiles - mileageMiles) - Math.abs(b.mileageMiles - mileageMiles) ||
    a.mileageMiles - b.mileageMiles ||
    a.year - b.year ||
    a.priceGbp - b.priceGbp ||
    (a.engineLitres ?? UNKNOWN_ENGINE) - (b.engineLitres ?? UNKNOWN_ENGINE) ||
    (a.dealer < b.dealer ? -1 : Number(a.dealer > b.dealer)) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
