// Sample searches, made from the stock itself: their terms are in it, so they take the same paths as visitors' searches. The same
// listings give the same searches.
import type { Listing } from '../listing/listing.ts';
import type { ParameterPairs } from '../query/read-parameters.ts';

/** Values by parameter; undefined if the listing has none. */
type SampleParameters = Readonly<Record<string, string | number | null | undefined>>;

/** A word of letters, so not a part of a code such as `4motion`. */
const LONG_WORD = /\b[A-Za-z]{5,}\b/g;

/** Filters and orders of every kind, correct and misspelt words, deep pages and places. */
const SHAPES: readonly ((listing: Listing, words: readonly (string | undefined)[]) => SampleParameters)[] = [
  () => ({ sort: 'year_desc' }),
  ({ make, model }) => ({ make, model, sort: 'price_asc' }),
  ({ fuelType, transmission, postcode }) => {
    return { fuel_type: fuelType, transmission, location: postcode, distance: 3, sort: 'distance' };
  },
  (_, [first, second]) => ({ q: wordsOfQuery(first, second), sort: 'relevance' }),
  (_, [first, second]) => ({ q: wordsOfQuery(misspelt(first), second), sort: 'relevance' }),
  ({ make, model, year, priceGbp }) => {
    return { make, model, year_max: year, price_max: scaled(priceGbp, 1), sort: 'price_asc' };
  },
  ({ priceGbp, mileageMiles, year }) => {
    const prices = { price_min: scaled(priceGbp, 0.8), price_max: scaled(priceGbp, 1.2) };
    return { ...prices, miles_max: scaled(mileageMiles, 1.1), year_min: year, sort: 'miles_asc' };
  },
  ({ priceGbp, postcode }) => {
    return { price_max: scaled(priceGbp, 1.5), location: postcode, distance: 5, sort: 'distance' };
  },
  ({ make, engineLitres, transmission }) => {
    const engine = { engine_min: engineLitres, engine_max: engineLitres };
    return { make, ...engine, transmission, sort: 'year_desc', page: 20 };
  },
  ({ dealer }) => ({ dealer, sort: 'price_desc' }),
  ({ make, postcode }, [, , word]) => ({
    q: wordsOfQuery(make ?? undefined, word),
    location: postcode,
    distance: 4,
  }),
  (_, [, , first, second, third]) => ({ q: wordsOfQuery(first, second, third) }),
];

/** The searches of all shapes for each listing in turn, without those for which a listing lacks a value. */
export function* sampleSearches(listings: Iterable<Listing>): Generator<ParameterPairs> {
  for (const listing of listings) {
    const words = [...new Set(listing.fullDescription?.match(LONG_WORD))];
    for (const shape of SHAPES) {
      const pairs: [string, string][] = [];
      const search = Object.entries(shape(listing, words));
      for (const [name, value] of search)
        if (value !== null && value !== undefined) pairs.push([name, `${value}`]);
      if (pairs.length === search.length) yield pairs;
    }
  }
}

function wordsOfQuery(...words: readonly (string | undefined)[]): string | undefined {
  return words.includes(undefined) ? undefined : words.join(' ');
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Math.ceil(value * factor);
}

/** The word with its second and third letters swapped. */
function misspelt(word: string | undefined): string | undefined {
  return word?.replace(/^(.)(.)(.)/, '$1$3$2');
}
