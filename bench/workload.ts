// The questions of the benchmark: ten shapes that buyers ask, each drawn many times from the stock itself, so that they
// find something. Every one asks for a page of 20 and the exact total.
import { Random } from '../src/demo/random.ts';
import type { ParameterPairs } from '../src/listing/parse-query.ts';
import type { Listing } from '../src/listing/listing.ts';
import type { StockSample } from './sample.ts';

export interface Shape {
  readonly name: string;
  readonly says: string;
  /** A question about listings like one of the stock. */
  ask(random: Random, stock: StockSample): ParameterPairs;
}

/** Questions of one shape. */
export interface Questions {
  readonly name: string;
  readonly says: string;
  readonly asked: readonly ParameterPairs[];
}

/** The same seed and stock give the same questions. */
export function drawQuestions(stock: StockSample, each: number, seed: number): Questions[] {
  return SHAPES.map((shape, index) => {
    // Each shape has numbers of its own: a change of one leaves the others' questions as they are.
    const random = new Random(seed * SHAPES.length + index);
    const asked = Array.from({ length: each }, () => shape.ask(random, stock));
    return { name: shape.name, says: shape.says, asked };
  });
}

/** As it follows the question mark of an address. */
export function queryString(asked: ParameterPairs): string {
  return asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

type Asked = Readonly<Record<string, string | number | null>>;

const pairs = (asked: Asked): ParameterPairs =>
  Object.entries(asked).map(([name, value]) => [name, String(value ?? '')]);

/** Draws until a listing fits; so rare a one that this fails is no subject for a benchmark. */
const MOST_DRAWS = 100_000;

function pick(
  random: Random,
  { listings }: StockSample,
  fits: (listing: Listing) => boolean = () => true,
): Listing {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const listing = random.pick(listings);
    if (fits(listing)) return listing;
  }
  throw new Error('a shape of the benchmark finds no listing in the stock that it could ask for');
}

/** Not a part of a code such as `4motion`. */
const LONG_WORD = /\b[A-Za-z]{5,}\b/g;

/** Two different words of one description, of letters only. */
function twoWords(random: Random, stock: StockSample): string[] {
  return random.sample(longWords(pick(random, stock, (listing) => longWords(listing).length >= 2)), 2);
}

function longWords({ fullDescription }: Listing): string[] {
  return [...new Set(fullDescription?.match(LONG_WORD))];
}

/** The word with two different neighbouring letters swapped, but not the first; unchanged if it has none. */
function mistyped(random: Random, word: string): string {
  const places = Array.from(word, (_, at) => at).filter(
    (at) => at > 0 && at < word.length - 1 && word[at] !== word[at + 1],
  );
  if (places.length === 0) return word;
  const at = random.pick(places);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

const UNIT_LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];

/** Where a buyer lives: a unit postcode of the same sector, which need not exist. */
function buyersPostcode(random: Random, postcode: string | null): string | null {
  return postcode?.replace(/[A-Z]{2}$/, () => random.pick(UNIT_LETTERS) + random.pick(UNIT_LETTERS)) ?? null;
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

const SHAPES: readonly Shape[] = [
  { name: 'Q1', says: 'no filter, year_desc', ask: () => pairs({ sort: 'year_desc' }) },
  {
    name: 'Q2',
    says: 'make and model, price_asc',
    ask(random, stock) {
      const { make, model } = pick(random, stock);
      return pairs({ make, model, sort: 'price_asc' });
    },
  },
  {
    name: 'Q3',
    says: 'make, model, year and price caps, price_asc',
    ask(random, stock) {
      const { make, model, year, priceGbp } = pick(random, stock);
      return pairs({ make, model, year_max: year, price_max: Math.ceil(priceGbp ?? 0), sort: 'price_asc' });
    },
  },
  {
    name: 'Q4',
    says: 'diesel automatic within 25 km, distance',
    ask(random, stock) {
      const { postcode } = pick(
        random,
        stock,
        ({ fuelType, transmission }) => fuelType === 'Diesel' && transmission === 'Automatic',
      );
      return pairs({
        fuel_type: 'Diesel',
        transmission: 'Automatic',
        location: buyersPostcode(random, postcode),
        distance: 3,
        sort: 'distance',
      });
    },
  },
  {
    name: 'Q5',
    says: 'price range, mileage cap, year floor, miles_asc',
    ask(random, stock) {
      const { priceGbp, mileageMiles, year } = pick(random, stock);
      const price = Math.round(priceGbp ?? 0);
      return pairs({
        price_min: price - 2000,
        price_max: price + 2000,
        miles_max: (mileageMiles ?? 0) + 1000,
        year_min: year,
        sort: 'miles_asc',
      });
    },
  },
  {
    name: 'Q6',
    says: 'two words, relevance',
    ask: (random, stock) => pairs({ q: twoWords(random, stock).join(' '), sort: 'relevance' }),
  },
  {
    name: 'Q7',
    says: 'two words with a typing error, relevance',
    ask(random, stock) {
      const [first, second] = twoWords(random, stock);
      return pairs({ q: `${mistyped(random, first)} ${second}`, sort: 'relevance' });
    },
  },
  {
    name: 'Q8',
    says: 'make, engine range, gearbox, year_desc, page 50',
    ask(random, stock) {
      const { make, engineLitres, transmission } = pick(
        random,
        stock,
        (listing) =>
          listing.engineLitres !== null && ['Manual', 'Automatic'].includes(listing.transmission ?? ''),
      );
      return pairs({
        make,
        engine_min: oneDecimal((engineLitres ?? 0) - 0.4),
        engine_max: oneDecimal((engineLitres ?? 0) + 0.4),
        transmission,
        sort: 'year_desc',
        page: 50,
      });
    },
  },
  {
    name: 'Q9',
    says: 'three dealers, price_desc',
    ask(random, stock) {
      const dealers = Array.from({ length: 3 }, () => pick(random, stock).dealer);
      return pairs({ dealer: dealers.join(','), sort: 'price_desc' });
    },
  },
  {
    name: 'Q10',
    says: 'a price cap that about 60 % meet, within 100 km, distance',
    ask(random, stock) {
      const { postcode } = pick(random, stock);
      return pairs({
        price_max: stock.priceCapGbp,
        location: buyersPostcode(random, postcode),
        distance: 5,
        sort: 'distance',
      });
    },
  },
];
