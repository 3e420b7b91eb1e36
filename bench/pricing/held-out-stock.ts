// A stock in memory from which each fold of listings can be held out: a car is estimated from the other folds alone.
import { factReader } from '../../src/index/words/stated-facts.ts';
import { COUNTED_VALUES } from '../../src/query/search-query.ts';
import {
  type Candidate,
  type NearestQuery,
  type StockReader,
  compareNearest,
} from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { Range } from '../../src/listing/field.ts';

const FOLDS = 5;

const BASE_MODEL = COUNTED_VALUES.find(({ column }) => column === 'baseModel');

export class HeldOutStock {
  readonly #listings: readonly Listing[];
  readonly #groups = new Map<string, (Candidate & { readonly fold: number })[]>();

  constructor(listings: readonly Listing[]) {
    this.#listings = listings;
    listings.forEach((listing, i) => {
      const { dealer, id, year, mileageMiles, engineLitres, priceGbp, make, fuelType, transmission } =
        listing;
      if (year === null || mileageMiles === null || priceGbp === null) return;
      const name = groupOf(make, BASE_MODEL?.valueOf(listing), fuelType, transmission);
      const group = this.#groups.get(name) ?? [];
      this.#groups.set(name, group);
      const stated = factReader().read(listing);
      group.push({ ...stated, dealer, id, year, mileageMiles, engineLitres, priceGbp, fold: i % FOLDS });
    });
  }

  /** What is left of the stock for an estimate of listing number `i`. */
  without(i: number): StockReader {
    return {
      findListed: () => Promise.reject(new Error('nothing is looked up by its advert')),
      readAdverts: () => Promise.reject(new Error('no advert is read')),
      visitNearest: ({ search, baseModel, mileageMiles, limit }: NearestQuery, visit) => {
        const { make, fuelType, transmission } = search;
        const group =
          this.#groups.get(groupOf(make?.any?.[0], baseModel, fuelType?.any?.[0], transmission?.any?.[0])) ??
          [];
        const found = group.filter(
          (one) =>
            one.fold !== i % FOLDS &&
            isWithin(one.year, search.year) &&
            isWithin(one.mileageMiles, search.mileageMiles) &&
            isWithin(one.priceGbp, search.priceGbp) &&
            isWithin(one.engineLitres, search.engineLitres),
        );
        found
          .sort((a, b) => compareNearest(mileageMiles, a, b))
          .slice(0, limit)
          .every(visit);
        return Promise.resolve();
      },
    };
  }

  get listings(): readonly Listing[] {
    return this.#listings;
  }
}

function groupOf(...facts: readonly (string | null | undefined)[]): string {
  return facts.join('|');
}

function isWithin(value: number | null, range: Range | undefined): boolean {
  if (range === undefined) return true;
  return value !== null && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity);
}
