// A sample of a stock, taken in one pass with bounded memory: what questions are drawn from, so that they find something.
import { Random } from '../src/demo/random.ts';
import type { Gazetteer } from '../src/geo/gazetteer.ts';
import type { Listing } from '../src/listing/listing.ts';

export interface StockSample {
  /** Listings of which everything is known that the questions ask for, at postcodes that can be searched from. */
  readonly listings: readonly Listing[];
  /** The price that about 60 % of the whole stock meet. */
  readonly priceCapGbp: number;
}

const MOST_LISTINGS = 20_000;
const CAP_SHARE = 0.6;

export class Sampler {
  readonly #random: Random;
  readonly #kept: Listing[] = [];
  #seen = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Every listing of the stock is kept with the same chance. */
  add(listing: Listing): void {
    this.#seen += 1;
    if (this.#kept.length < MOST_LISTINGS) {
      this.#kept.push(listing);
      return;
    }
    const at = this.#random.whole(0, this.#seen - 1);
    if (at < MOST_LISTINGS) this.#kept[at] = listing;
  }

  sample(gazetteer: Gazetteer): StockSample {
    // Without a price a listing meets no cap.
    const prices = this.#kept.map(({ priceGbp }) => priceGbp ?? Infinity).sort((a, b) => a - b);
    const cap = prices[Math.floor(prices.length * CAP_SHARE)];
    const listings = this.#kept.filter((listing) => isComplete(listing, gazetteer));
    if (cap === undefined || cap === Infinity || listings.length === 0) {
      throw new Error('the stock has no listing with make, model, year, price, mileage, postcode and words');
    }
    return { listings, priceCapGbp: Math.ceil(cap) };
  }
}

function isComplete(listing: Listing, gazetteer: Gazetteer): boolean {
  const { make, model, priceGbp, year, mileageMiles, fullDescription, postcode } = listing;
  if ([make, model, priceGbp, year, mileageMiles, fullDescription].includes(null)) return false;
  return postcode !== null && 'point' in gazetteer.resolve(postcode);
}
