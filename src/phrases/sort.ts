// Phrases that ask for a sort order. `cheap` only hints at one; `cheapest` and `newest first` ask for it and win.
import type { Matcher } from './match.ts';
import type { Sort } from '../listing/sorts.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

type Order = { readonly sort: Sort; readonly strength: 1 | 2 } | 'none';

/** What may precede the name of an order. */
const PREFIXES =
  ', by, sort by, sorted by, order by, ordered by, arrange by, arranged by, rank by, ranked by, list by, listed by, in order of, sort, sorted, order, show by, sort on';

/** Names of orders that also follow `sort by`. */
const ORDERS: readonly (readonly [Order, string])[] = [
  [
    { sort: 'price_asc', strength: 2 },
    'cheapest, cheapest first, lowest price, lowest priced, lowest price first, low to high, price low to high, price from low to high, low to high price, cheapest to most expensive, ' +
      'cheapest to dearest, price ascending, ascending price, price asc, lowest to highest price, lowest price to highest, price lowest to highest, price lowest first, low price first, ' +
      'least expensive first, lowest to highest, price cheapest first, ascending order of price, price in ascending order, price lowest, price low, price lowest at the top, price low high',
  ],
  [
    { sort: 'price_desc', strength: 2 },
    'most expensive, most expensive first, dearest, dearest first, priciest, priciest first, highest price, highest priced, highest price first, high to low, price high to low, ' +
      'price from high to low, high to low price, price descending, descending price, price desc, highest to lowest price, highest price to lowest, price highest to lowest, ' +
      'price highest first, most expensive to cheapest, most expensive to least expensive, most to least expensive, dearest to cheapest, expensive first, highest to lowest, price highest, price high, price in descending order, price high low',
  ],
  [
    { sort: 'year_desc', strength: 2 },
    'newest, newest first, latest, latest first, most recent, most recent first, youngest, youngest first, year, age, newest year, newest year first, newest to oldest, year new to old, ' +
      'year newest first, year newest to oldest, year descending, year desc, age newest first, latest year, latest year first, newest plate first, newest registration first, newer first, ' +
      'newest at the top, year high to low, year latest first, newest registered, newest registered first, age youngest first, year newest',
  ],
  [
    { sort: 'miles_asc', strength: 2 },
    'mileage, miles, lowest mileage, lowest miles, lowest milage, lowest mileage first, lowest miles first, least miles, fewest miles, least mileage, least miles first, fewest miles first, ' +
      'mileage low to high, miles low to high, mileage from low to high, low to high mileage, mileage ascending, mileage asc, ascending mileage, lowest to highest mileage, mileage lowest first, mileage lowest to highest, ' +
      'low mileage first, low miles first, miles lowest first, miles ascending, least mileage first, mileage lowest, mileage low high',
  ],
  [
    { sort: 'distance', strength: 2 },
    'nearest, nearest first, closest, closest first, distance, distance nearest first, nearest to furthest, closest to furthest, distance low to high, distance ascending, distance closest first, proximity',
  ],
  [{ sort: 'relevance', strength: 2 }, 'best match, relevance, most relevant, most relevant first, best match first, best matches first'],
  [
    'none',
    'mileage high to low, miles high to low, mileage from high to low, high to low mileage, mileage descending, mileage desc, descending mileage, highest to lowest mileage, mileage highest first, mileage highest to lowest, ' +
      'highest mileage first, highest miles first, most miles first, highest mileage, highest miles, most miles, high mileage first, oldest, oldest first, oldest to newest, oldest cars first, oldest ones first, ' +
      'year old to new, year oldest first, year ascending, year asc, age oldest first, oldest year, oldest year first, year oldest to newest, year low to high, older first, furthest first, farthest first, ' +
      'distance high to low, furthest to nearest, distance descending, engine size, engine, engine size high to low, engine size low to high, biggest engine first, largest engine first, smallest engine first, biggest engine, ' +
      'power, bhp, mpg, colour, color, dealer, make, model, popularity, most popular, most popular first, alphabetical, alphabetically, alphabetical order, a to z, fastest, fastest first, slowest first, rating, best rated, ' +
      'highest rated, reviews, insurance group, tax, date added, recently added, most recently added, date listed, latest added, newest listings, newest listed, newest listings first',
  ],
]; // prettier-ignore

/** Names that mean an order only after a word such as `by`. */
const NOT_ALONE = new Set(
  ('year, age, mileage, miles, distance, relevance, engine size, engine, power, bhp, mpg, colour, color, dealer, make, model, popularity, rating, reviews, insurance group, tax, proximity, ' +
    'biggest engine, date added, date listed, price low, price high, price lowest, price highest, mileage lowest, year newest, fastest, newest listed, recently added, best rated, highest rated, a to z, latest added').split(', '),
); // prettier-ignore

const HINTS: readonly (readonly [Order, string])[] = [
  [{ sort: 'price_asc', strength: 1 }, 'cheap, cheaply, cheapish, inexpensive, affordable, budget, bargain, low price, low priced, low cost, good value, best value, best price, best prices'],
  [{ sort: 'miles_asc', strength: 1 }, 'low mileage, low miles, low milage, lowish mileage, low mileage only'],
  [
    { sort: 'price_asc', strength: 2 },
    'least expensive, sorted by price, sort by price, order by price, ordered by price, by price, arrange by price, arranged by price, ranked by price, in order of price, price order, cheaper first, lowest cost',
  ],
  [{ sort: 'distance', strength: 2 }, 'nearby, local'],
]; // prettier-ignore

const SORTS = new PhraseMatcher<Order>([
  ...HINTS,
  ...ORDERS.map(([order, names]) => {
    const phrases = names.split(', ').flatMap((name) => {
      const prefixes = PREFIXES.split(',').map((prefix) => prefix.trim());
      return prefixes
        .filter((prefix) => prefix !== '' || !NOT_ALONE.has(name))
        .map((prefix) => `${prefix} ${name}`.trim());
    });
    return [order, phrases.join(',')] as const;
  }),
]);

export const matchSort: Matcher = (phrase, at) => {
  const found = SORTS.find(phrase, at);
  if (found === undefined) return undefined;
  const { length, meaning } = found;
  return meaning === 'none'
    ? { length, meaning: { kind: 'unsupported', reason: 'There is no such order.' } }
    : { length, meaning: { kind: 'sort', ...meaning } };
};
