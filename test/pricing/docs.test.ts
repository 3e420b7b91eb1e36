// docs/price-ratings.md has the numbers of the code.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_COMPARABLES, MAX_PER_DEALER, MIN_COMPARABLES } from '../../src/pricing/comparables.ts';
import {
  MAX_AGE_YEARS,
  MAX_RATED_PRICE_GBP,
  MAX_RANGE_RATIO,
  MIN_MILEAGE_MILES,
  MIN_RATED_PRICE_GBP,
} from '../../src/pricing/rating.ts';
import { DIESEL_YEARS, PETROL_YEARS } from '../../src/pricing/ulez.ts';

const page = readFileSync(new URL('../../docs/price-ratings.md', import.meta.url), 'utf8').replace(
  /\s+/g,
  ' ',
);

it.each([
  `at most ${MAX_COMPARABLES}.`,
  `At most ${MAX_PER_DEALER} cars of one dealer`,
  `fewer than ${MIN_COMPARABLES} comparables`,
  `below £${MIN_RATED_PRICE_GBP.toLocaleString('en-GB')} or above £${MAX_RATED_PRICE_GBP.toLocaleString('en-GB')}`,
  `over ${MAX_AGE_YEARS} years old`,
  `fewer than ${MIN_MILEAGE_MILES} miles`,
  `more than ${MAX_RANGE_RATIO} times`,
  `| Petrol | to ${PETROL_YEARS.someFrom - 1} | ${PETROL_YEARS.someFrom} to ${PETROL_YEARS.allFrom - 1} | from ${PETROL_YEARS.allFrom} |`,
  `| Diesel | to ${DIESEL_YEARS.someFrom - 1} | ${DIESEL_YEARS.someFrom} and ${DIESEL_YEARS.allFrom - 1} | from ${DIESEL_YEARS.allFrom} |`,
])('docs/price-ratings.md says %s', (text) => {
  expect(page).toContain(text);
});
