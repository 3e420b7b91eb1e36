// What people usually ask, and texts from which the search for slow inputs begins.
import { FRESH_LETTER } from './slow-input.ts';

/** Query strings. */
export const USUAL_SEARCHES = [
  'make=Ford&model=Fiesta',
  'make=Volkswagen&model=Golf&price_max=12000&sort=price_asc',
  'fuel_type=Diesel&transmission=Automatic&year_min=2016',
  'make=BMW&q=m+sport',
  'q=panoramic+roof&price_max=15000',
  'location=LS1&distance=3&sort=distance',
  'make=Nissan&model=Qashqai&location=M1+1AE&distance=4',
  'q=black+estate&miles_max=60000',
  'make=Audi&price_min=5000&price_max=15000&page=2',
  'q=full+service+history&make=Toyota',
];

export const USUAL_PHRASES = [
  'cheap diesel estate under £10k near Leeds',
  'automatic Ford Fiesta 2018 or newer',
  'BMW 3 Series touring, low mileage',
  'family car with 7 seats under 15k',
  'red Mini convertible within 30 miles of Bristol',
  'VW Golf GTI less than 60k miles',
  'reliable first car under £4000',
  'electric car with heated seats near SW1A 1AA',
  'Nissan Qashqai panoramic roof newest first',
  'hybrid Toyota Yaris one owner full service history',
];

const LIMIT = 512;

/** A text of the maximum length. */
function repeated(words: string): string {
  return `${words} `
    .repeat(LIMIT)
    .slice(0, LIMIT)
    .replace(/\s+\S*$/u, '');
}

/** Words that are all different in each run. */
function freshWords(length: number): string {
  return Array.from(
    { length: Math.floor(LIMIT / (length + 1)) },
    (_, i) => String.fromCharCode(97 + (i % 26)) + FRESH_LETTER.repeat(length - 1),
  ).join(' ');
}

export const ODD_TEXTS: readonly string[] = [
  ...[
    'saint', 'st', 'near', 'in the north of', 'north', 'upon', 'one', 'three twenty', 'my', 'my old', 'a', 'i', 'x', '1', '£', '1 2',
    'range rover', 'focsu', 'hetaed', 'part ex my', 'has died', 'and the surrounding area', 'near st', 'between 1 and', 'over 1k',
    'not', 'ford', 'black', 'or', 's', 'mercedes', 'class', 'c three', 'leeeds', 'in leeeds', 'sat nav', 'auto', 'seat', '-', ',',
    'a.b', "o'", 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'stoke on', 'moreton in the', '20k miles a year',
  ].map(repeated),
  ...[3, 4, 5, 6, 7, 8, 10, 12, 20].map(freshWords),
  'x'.repeat(LIMIT),
  '1'.repeat(LIMIT),
  '1,'.repeat(LIMIT / 2),
  "a'".repeat(LIMIT / 2),
  '1.'.repeat(LIMIT / 2),
]; // prettier-ignore
