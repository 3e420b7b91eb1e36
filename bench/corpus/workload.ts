// The benchmark's queries: fourteen classes of buyers' searches, drawn from the stock so that they match something. Each asks
// for a page of 20 and the exact total.
import { Random } from '../../src/demo/random.ts';
import type { Listing } from '../../src/listing/listing.ts';
import type { ParameterPairs } from '../../src/query/read-parameters.ts';
import { termsSpelledIn } from '../../test/support/reference-words.ts';
import { UNIT_LETTERS } from './dealers.ts';
import type { StockSample } from './stock-source.ts';

interface WorkloadClass {
  readonly name: string;
  readonly description: string;
  /** The parameters of a search for listings like one of the stock. */
  draw(this: void, random: Random, stock: StockSample): Readonly<Record<string, string | number | null>>;
}

/** Queries of one class. */
export interface Queries extends Pick<WorkloadClass, 'name' | 'description'> {
  readonly queries: readonly ParameterPairs[];
}

/** The classes that the first runs had. */
const SEEDS_OF_A_RUN = 11;

/** `each` queries of every class: the same for the same seed and stock. */
export function drawQueries(stock: StockSample, each: number, seed: number): Queries[] {
  return CLASSES.map(({ name, description, draw }, index) => {
    // Each class has random numbers of its own: changing one, or adding some, leaves the other classes' queries as they are.
    const random = new Random(seed * SEEDS_OF_A_RUN + index);
    const drawPairs = (): ParameterPairs =>
      Object.entries(draw(random, stock)).map(([parameter, value]) => [parameter, String(value ?? '')]);
    return { name, description, queries: Array.from({ length: each }, drawPairs) };
  });
}

export function searchTarget(query: ParameterPairs): string {
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/v1/vehicles/?${pairs.join('&')}`;
}

/**
 * Request targets of different searches, in random order: `count`, or fewer from a stock that is too small. Classes with few
 * different searches have a smaller share.
 */
export function distinctTargets(stock: StockSample, seed: number, count: number): string[] {
  const targets = new Set<string>();
  const classes = drawQueries(stock, Math.ceil(count / 4), seed);
  for (let row = 0; row < classes[0].queries.length; row++) {
    for (const { queries } of classes) {
      if (targets.size === count) break;
      targets.add(searchTarget(queries[row]));
    }
  }
  const shuffled = [...targets];
  const random = new Random(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const at = random.whole(0, last);
    [shuffled[last], shuffled[at]] = [shuffled[at], shuffled[last]];
  }
  return shuffled;
}

/** Request targets of `count` different searches as people save them: a make and model, a price limit and an area. */
export function savedTargets(stock: StockSample, seed: number, count: number): string[] {
  const random = new Random(seed);
  const targets = new Set<string>();
  while (targets.size < count) {
    const listing = pickListing(random, stock, (one) => one.postcode !== null && one.priceGbp !== null);
    const { make, model, priceGbp } = listing;
    const pairs = Object.entries({
      make,
      model,
      price_max: Math.ceil((priceGbp ?? 0) / 500) * 500 + 500 * random.whole(0, 4),
      location: buyersPostcode(random, listing),
      distance: random.whole(2, 5),
    });
    targets.add(searchTarget(pairs.map(([name, value]) => [name, String(value ?? '')])));
  }
  return [...targets];
}

/** A listing that fits. A stock in which it takes more draws is no subject for a benchmark. */
function pickListing(
  random: Random,
  { listings }: StockSample,
  fits: (listing: Listing) => boolean = () => true,
) {
  for (let draw = 0; draw < 100_000; draw++) {
    const listing = random.pick(listings);
    if (fits(listing)) return listing;
  }
  throw new Error('the stock has no listing that a class of the workload could ask for');
}

/** Not a part of a code such as `4motion`. */
const LONG_WORD = /\b[A-Za-z]{5,}\b/g;

const longWords = ({ fullDescription }: Listing) => [...new Set(fullDescription?.match(LONG_WORD))];

/** Two different words of one description, of letters only. */
function twoWords(random: Random, stock: StockSample): string[] {
  return random.sample(longWords(pickListing(random, stock, (listing) => longWords(listing).length >= 2)), 2);
}

/** Terms of the trade that a description says, without fuels and gearboxes. */
const saidTerms = ({ fullDescription }: Listing) => termsSpelledIn(fullDescription);

/** Three terms of one description, each in any of its spellings. */
function threeTerms(random: Random, stock: StockSample): string[] {
  const terms = saidTerms(pickListing(random, stock, (listing) => saidTerms(listing).length >= 3));
  return random.sample(terms, 3).map(({ spellings }) => random.pick(spellings).toLowerCase());
}

/** The word with two different neighbouring letters swapped, but not the first; unchanged if it has none. */
function swapLetters(random: Random, word: string): string {
  const swappable = Array.from(word, (_, at) => at).filter(
    (at) => at > 0 && at < word.length - 1 && word[at] !== word[at + 1],
  );
  if (swappable.length === 0) return word;
  const at = random.pick(swappable);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

/** A buyer's postcode: a unit of the same sector, which need not exist. */
function buyersPostcode(random: Random, { postcode }: Listing): string | null {
  return postcode?.replace(/[A-Z]{2}$/, () => random.pick(UNIT_LETTERS) + random.pick(UNIT_LETTERS)) ?? null;
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

const CLASSES: readonly WorkloadClass[] = [
  { name: 'Q1', description: 'no filter, year_desc', draw: () => ({ sort: 'year_desc' }) },
  {
    name: 'Q2',
    description: 'make and model, price_asc',
    draw(random, stock) {
      const { make, model } = pickListing(random, stock);
      return { make, model, sort: 'price_asc' };
    },
  },
  {
    name: 'Q3',
    description: 'make, model, year and price caps, price_asc',
    draw(random, stock) {
      const { make, model, year, priceGbp } = pickListing(random, stock);
      return { make, model, year_max: year, price_max: Math.ceil(priceGbp ?? 0), sort: 'price_asc' };
    },
  },
  {
    name: 'Q4',
    description: 'diesel automatic within 25 km, distance',
    draw(random, stock) {
      const filters = { fuel_type: 'Diesel', transmission: 'Automatic' };
      const fits = ({ fuelType, transmission }: Listing) =>
        fuelType === filters.fuel_type && transmission === filters.transmission;
      const location = buyersPostcode(random, pickListing(random, stock, fits));
      return { ...filters, location, distance: 3, sort: 'distance' };
    },
  },
  {
    name: 'Q5',
    description: 'price range, mileage cap, year floor, miles_asc',
    draw(random, stock) {
      const { priceGbp, mileageMiles, year } = pickListing(random, stock);
      const price = Math.round(priceGbp ?? 0);
      const prices = { price_min: price - 2000, price_max: price + 2000 };
      return { ...prices, miles_max: (mileageMiles ?? 0) + 1000, year_min: year, sort: 'miles_asc' };
    },
  },
  {
    name: 'Q6',
    description: 'two words, relevance',
    draw: (random, stock) => ({ q: twoWords(random, stock).join(' '), sort: 'relevance' }),
  },
  {
    name: 'Q7',
    description: 'two words with a typing error, relevance',
    draw(random, stock) {
      const [first, second] = twoWords(random, stock);
      return { q: `${swapLetters(random, first)} ${second}`, sort: 'relevance' };
    },
  },
  {
    name: 'Q8',
    description: 'make, engine range, gearbox, year_desc, page 50',
    draw(random, stock) {
      const fits = ({ engineLitres, transmission }: Listing) =>
        engineLitres !== null && ['Manual', 'Automatic'].includes(transmission ?? '');
      const { make, engineLitres, transmission } = pickListing(random, stock, fits);
      const litres = engineLitres ?? 0;
      const engine = { engine_min: oneDecimal(litres - 0.4), engine_max: oneDecimal(litres + 0.4) };
      return { make, ...engine, transmission, sort: 'year_desc', page: 50 };
    },
  },
  {
    name: 'Q9',
    description: 'three dealers, price_desc',
    draw(random, stock) {
      const dealers = Array.from({ length: 3 }, () => pickListing(random, stock).dealer);
      return { dealer: dealers.join(','), sort: 'price_desc' };
    },
  },
  {
    name: 'Q10',
    description: 'a price cap that about 60 % meet, within 100 km, distance',
    draw(random, stock) {
      const location = buyersPostcode(random, pickListing(random, stock));
      return { price_max: stock.priceCapGbp, location, distance: 5, sort: 'distance' };
    },
  },
  {
    name: 'Q11',
    description: 'three terms of the trade, relevance',
    draw: (random, stock) => ({ q: threeTerms(random, stock).join(' '), sort: 'relevance' }),
  },
  {
    name: 'Q12',
    description: 'four makes, price_asc',
    draw(random, stock) {
      const makes = Array.from({ length: 4 }, () => pickListing(random, stock).make);
      return { make: makes.join(','), sort: 'price_asc' };
    },
  },
  {
    name: 'Q13',
    description: 'make without a fuel, price_asc',
    draw(random, stock) {
      const { make } = pickListing(random, stock);
      return { make, fuel_type: `-${random.pick(['Petrol', 'Diesel'])}`, sort: 'price_asc' };
    },
  },
  {
    name: 'Q14',
    description: 'one word or another, relevance',
    draw: (random, stock) => ({ q: twoWords(random, stock).join(' or '), sort: 'relevance' }),
  },
];
