// What docs/performance.md says of the corpus: one row for each thing that is drawn, with the figures that draw it.
import { OFF_SITE_SHARE, UNKNOWN_SHARES } from './corpus.ts';
import { formatCount } from '../harness/format.ts';
import {
  FUEL_SHARES,
  RETAINED_PER_YEAR,
  MAKE_SHIFT,
  MEDIAN_NEW_GBP,
  MILES_PER_YEAR,
  MILES_SPREAD,
  MODEL_PRICE_SPREAD,
  MODEL_WITH_TRIM,
  NEWEST_YEAR,
  PRICE_SPREAD,
  TRANSMISSION_SHARES,
} from './cars.ts';
import { DEALER_SHIFT, LISTINGS_PER_DEALER, COORDINATES_SHARE } from './dealers.ts';
import { readMakes } from './makes.ts';
import { MIN_WORDS, MAX_WORDS, VOCABULARY_SIZE } from './description.ts';

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

/** `Petrol 55 %, Diesel 33 %`. */
function shares(table: Readonly<Record<string, number>>): string {
  return Object.entries(table)
    .map(([name, share]) => `${name} ${share} %`)
    .join(', ');
}

/** What is drawn, and how. */
export function corpusNotes({ ownPositions = false } = {}): [drawn: string, how: string][] {
  const makes = readMakes();
  const models = makes.reduce((sum, make) => sum + make.models.length, 0);
  const unknown = Object.values(UNKNOWN_SHARES).map((share) => share * 100);
  return [
    ['make', `${makes.length} makes by Zipf's law: the one at rank r weighs 1/(r + ${MAKE_SHIFT})`],
    [
      'model',
      `${models} models, within a make by Zipf's law, 1/r; ${percent(MODEL_WITH_TRIM)} have a trim in their name`,
    ],
    ['year', `${NEWEST_YEAR} and before; half are of the last five years or so, few are older than fifteen`],
    ['fuel', `${shares(FUEL_SHARES)}: the last two are of no class that can be filtered by`],
    ['gearbox', `${shares(TRANSMISSION_SHARES)}: the last is of no class`],
    ['engine', 'four usual sizes from 1.0 to 5.0 litres for each model; none for electric cars'],
    [
      'price',
      `about log-normal: models around ${formatCount(MEDIAN_NEW_GBP)} GBP when new (spread ${MODEL_PRICE_SPREAD}), times ${RETAINED_PER_YEAR} ` +
        `for each year, around that with spread ${PRICE_SPREAD}; most end on 95`,
    ],
    [
      'mileage',
      `about log-normal around ${formatCount(MILES_PER_YEAR)} miles for each year, spread ${MILES_SPREAD}`,
    ],
    [
      'dealer',
      `one for ${LISTINGS_PER_DEALER} listings; by Zipf's law, 1/(r + ${DEALER_SHIFT}); the larger ones have several sites`,
    ],
    [
      'place',
      'sites lie in postcode sectors, each as likely as it has unit postcodes, up to a kilometre from the middle; ' +
        (ownPositions
          ? 'every listing has coordinates of its own, up to ten kilometres away to each side'
          : `${percent(COORDINATES_SHARE)} of dealers send coordinates, the others postcodes only; ${percent(OFF_SITE_SHARE)} of ` +
            'listings have coordinates of their own, up to ten kilometres away'),
    ],
    [
      'description',
      `the car's name, a trim, and words by Zipf's law, 1/r, from ${formatCount(VOCABULARY_SIZE)}: dealers' usual words, codes ` +
        `(\`320d\`), decimals and invented words; ${MIN_WORDS} to ${MAX_WORDS} words besides the name`,
    ],
    [
      'unknown',
      `${Math.min(...unknown)} to ${Math.max(...unknown)} % of listings lack each field that may be unknown, ` +
        `the position in ${percent(UNKNOWN_SHARES.position)}`,
    ],
  ];
}
