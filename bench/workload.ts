// The questions of the benchmark: ten shapes that buyers ask, each drawn many times from the stock itself, so that they
// find something. Every one asks for a page of 20 and the exact total.
import type { ParameterPairs } from '../src/listing/parse-query.ts';
import type { Listing } from '../src/listing/listing.ts';
import type { Random } from './random.ts';

export interface Shape {
  readonly name: string;
  readonly says: string;
  /** A question about listings like this one. */
  ask(random: Random, stock: readonly Listing[]): ParameterPairs;
}

type Asked = Record<string, string | number | null | undefined>;

const pairs = (asked: Asked): ParameterPairs =>
  Object.entries(asked).map(([name, value]) => [name, String(value ?? '')]);

/** A listing of which everything is known that the shapes ask for. */
function sample(random: Random, stock: readonly Listing[]): Listing {
  for (;;) {
    const listing = random.pick(stock);
    const { make, model, priceGbp, year, postcode, fullDescription, mileageMiles } = listing;
    const asked = [make, model, priceGbp, year, postcode, fullDescription, mileageMiles];
    if (!asked.includes(null)) return listing;
  }
}

/** `count` words of letters from the description. */
function words(random: Random, listing: Listing, count: number): string[] {
  const all = (listing.fullDescription ?? '').match(/[A-Za-z]{5,}/g) ?? ['leather'];
  return Array.from({ length: count }, () => random.pick(all));
}

/** The word with two neighbouring letters swapped. */
function mistyped(random: Random, word: string): string {
  const at = 1 + random.below(word.length - 2);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

export const SHAPES: readonly Shape[] = [
  { name: 'Q1', says: 'no filter, year_desc', ask: () => pairs({ sort: 'year_desc' }) },
  {
    name: 'Q2',
    says: 'make and model, price_asc',
    ask(random, stock) {
      const { make, model } = sample(random, stock);
      return pairs({ make, model, sort: 'price_asc' });
    },
  },
  {
    name: 'Q3',
    says: 'make, model, year and price caps, price_asc',
    ask(random, stock) {
      const { make, model, year, priceGbp } = sample(random, stock);
      return pairs({ make, model, year_max: year, price_max: Math.ceil(priceGbp ?? 0), sort: 'price_asc' });
    },
  },
  {
    name: 'Q4',
    says: 'diesel automatic within 25 km, distance',
    ask(random, stock) {
      const { postcode } = sample(random, stock);
      return pairs({
        fuel_type: 'Diesel',
        transmission: 'Automatic',
        location: postcode,
        distance: 3,
        sort: 'distance',
      });
    },
  },
  {
    name: 'Q5',
    says: 'price range, mileage cap, year floor, miles_asc',
    ask(random, stock) {
      const { priceGbp, mileageMiles, year } = sample(random, stock);
      const price = Math.round(priceGbp ?? 0);
      const miles_max = (mileageMiles ?? 0) + 1000;
      return pairs({
        price_min: price - 2000,
        price_max: price + 2000,
        miles_max,
        year_min: year,
        sort: 'miles_asc',
      });
    },
  },
  {
    name: 'Q6',
    says: 'two words, relevance',
    ask: (random, stock) =>
      pairs({ q: words(random, sample(random, stock), 2).join(' '), sort: 'relevance' }),
  },
  {
    name: 'Q7',
    says: 'two words with a typing error, relevance',
    ask(random, stock) {
      const [first, second] = words(random, sample(random, stock), 2);
      return pairs({ q: `${mistyped(random, first)} ${second}`, sort: 'relevance' });
    },
  },
  {
    name: 'Q8',
    says: 'make, engine range, gearbox, year_desc, page 50',
    ask(random, stock) {
      const { make } = sample(random, stock);
      return pairs({
        make,
        engine_min: 1.2,
        engine_max: 2.1,
        transmission: 'Manual',
        sort: 'year_desc',
        page: 50,
      });
    },
  },
  {
    name: 'Q9',
    says: 'three dealers, price_desc',
    ask(random, stock) {
      const dealers = Array.from({ length: 3 }, () => sample(random, stock).dealer);
      return pairs({ dealer: dealers.join(','), sort: 'price_desc' });
    },
  },
  {
    name: 'Q10',
    says: 'a price cap that most meet, within 100 km, distance',
    ask(random, stock) {
      const { postcode } = sample(random, stock);
      return pairs({ price_max: 18_000, location: postcode, distance: 5, sort: 'distance' });
    },
  },
];
