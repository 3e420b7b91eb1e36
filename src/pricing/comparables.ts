// Selects the listings that a price is compared with. A car counts once however often it is advertised, and a dealer only
// a few times, so no dealer's stock can move the rating of another's car far.
import { type Candidate, compareNearest } from '../listing/listing-index.ts';

/** What the index has of a listing. The price is above 0. */
export type CarFacts = Pick<Candidate, 'dealer' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** Fewer comparables say too little. */
export const MIN_COMPARABLES = 20;
export const MAX_COMPARABLES = 200;
/** Comparables of one dealer. */
export const MAX_PER_DEALER = 5;

/**
 * The comparables among `candidates`, the nearest in mileage first. Neither the car itself nor listings of the same year,
 * mileage and price, which are taken for the same car. The order of the candidates has no effect.
 */
export function selectComparables<C extends CarFacts & Pick<Candidate, 'id'>>(
  car: CarFacts,
  candidates: readonly C[],
): C[] {
  const seen = new Set([identityOf(car)]);
  const ofDealer = new Map<string, number>();
  const selected: C[] = [];
  for (const candidate of candidates.toSorted((a, b) => compareNearest(car.mileageMiles, a, b))) {
    if (selected.length === MAX_COMPARABLES) break;
    const identity = identityOf(candidate);
    const earlier = ofDealer.get(candidate.dealer) ?? 0;
    if (earlier === MAX_PER_DEALER || seen.has(identity)) continue;
    seen.add(identity);
    ofDealer.set(candidate.dealer, earlier + 1);
    selected.push(candidate);
  }
  return selected;
}

/** Equal for adverts of one car. */
function identityOf({ year, mileageMiles, priceGbp }: CarFacts): string {
  return `${year} ${mileageMiles} ${priceGbp}`;
}
