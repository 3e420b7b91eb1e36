// Selects the listings that a price is compared with. A car counts once however often it is advertised, and a dealer only
// a few times, so no dealer's stock can move the rating of another's car far.
import type { Candidate } from '../stock/stock-reader.ts';

/** What the index has of a listing. The price is above 0. */
export type CarFacts = Pick<Candidate, 'dealer' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** Fewer comparables say too little. */
export const MIN_COMPARABLES = 20;
export const MAX_COMPARABLES = 200;
/** Comparables of one dealer. */
export const MAX_PER_DEALER = 5;

/** The comparables of a car, without the car and listings of equal year, mileage and price, which may be the same car. */
export class ComparableSelection {
  readonly selected: Candidate[] = [];
  readonly #car: CarFacts;
  readonly #ofDealer = new Map<string, number>();

  constructor(car: CarFacts) {
    this.#car = car;
  }

  /** Takes the next candidate in the order of compareNearest, in which adverts of one car are neighbours. False: enough. */
  add(candidate: Candidate): boolean {
    const last = this.selected.at(-1);
    const earlier = this.#ofDealer.get(candidate.dealer) ?? 0;
    if (earlier === MAX_PER_DEALER || isSameCar(candidate, this.#car)) return true;
    if (last !== undefined && isSameCar(candidate, last)) return true;
    this.#ofDealer.set(candidate.dealer, earlier + 1);
    return this.selected.push(candidate) < MAX_COMPARABLES;
  }
}

function isSameCar(a: CarFacts, b: CarFacts): boolean {
  return a.mileageMiles === b.mileageMiles && a.priceGbp === b.priceGbp && a.year === b.year;
}
