// Phrases that ask for a sort order. `cheap` only hints at one; `cheapest` and `newest first` ask for it and win.
import type { Matcher } from './match.ts';
import type { Sort } from '../listing/sorts.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

const SORTS = new PhraseMatcher<{ readonly sort: Sort; readonly strength: 1 | 2 }>([
  [{ sort: 'price_asc', strength: 1 }, 'cheap, cheaply, cheapish, inexpensive, affordable, budget, bargain, low price, low priced, low cost, good value, best value, best price, best prices'],
  [
    { sort: 'price_asc', strength: 2 },
    'cheapest, cheapest first, lowest price, lowest priced, lowest price first, least expensive, low to high, price low to high, ' +
      'sorted by price, sort by price, sort by cheapest, order by price, ordered by price, by price, cheaper first, lowest cost',
  ],
  [
    { sort: 'price_desc', strength: 2 },
    'most expensive, most expensive first, dearest, dearest first, priciest, highest price, highest priced, highest price first, high to low, ' +
      'price high to low, by price descending, sort by price descending, sorted by price descending',
  ],
  [
    { sort: 'year_desc', strength: 2 },
    'newest, newest first, latest, latest first, most recent, youngest, sort by year, sorted by year, order by year, by year, sort by newest, sort by age, ' +
      'sorted by newest, newest year',
  ],
  [{ sort: 'miles_asc', strength: 1 }, 'low mileage, low miles, low milage, lowish mileage, low mileage only'],
  [
    { sort: 'miles_asc', strength: 2 },
    'lowest mileage, lowest miles, lowest milage, lowest mileage first, lowest miles first, least miles, fewest miles, least mileage, sort by mileage, ' +
      'sorted by mileage, order by mileage, by mileage, sort by miles, sorted by miles',
  ],
  [
    { sort: 'distance', strength: 2 },
    'nearest, nearest first, closest, closest first, sort by distance, sorted by distance, order by distance, by distance, nearby, local',
  ],
  [{ sort: 'relevance', strength: 2 }, 'best match, by relevance, sort by relevance, sorted by relevance, most relevant, most relevant first'],
]); // prettier-ignore

export const matchSort: Matcher = (phrase, at) => {
  const found = SORTS.find(phrase, at);
  return found === undefined
    ? undefined
    : { length: found.length, meaning: { kind: 'sort', ...found.meaning } };
};
