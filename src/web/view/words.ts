// Values in words for people: amounts, distances, what a parameter says. British, because the stock is.
import { DISTANCE_BANDS_KM } from '../../listing/search-query.ts';
import type { Car } from './answers.ts';
import type { Change, Search } from './search.ts';

const KM_IN_A_MILE = 1.609344;

export function amount(number: number): string {
  return number.toLocaleString('en-GB');
}

export function pounds(gbp: number): string {
  return `£${amount(gbp)}`;
}

export function counted(count: number, one = 'car', many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

/** `0.5 miles`, `12 miles`: exact enough to drive. */
export function milesOfKm(km: number): string {
  const miles = km / KM_IN_A_MILE;
  const text = miles < 10 ? String(Math.round(miles * 10) / 10) : amount(Math.round(miles));
  return `${text} ${text === '1' ? 'mile' : 'miles'}`;
}

/** The distance bands that limit anything, by their number. */
export const BANDS: readonly { readonly value: string; readonly words: string; readonly km: number }[] =
  DISTANCE_BANDS_KM.flatMap((km, band) =>
    km === Infinity ? [] : [{ value: String(band), words: `${milesOfKm(km)} (${km} km)`, km }],
  );

export const ORDERS: Readonly<Record<string, string>> = {
  relevance: 'Best match first',
  price_asc: 'Cheapest first',
  price_desc: 'Dearest first',
  year_desc: 'Newest first',
  miles_asc: 'Lowest mileage first',
  distance: 'Nearest first',
};

/** `2015 Jaguar XJ`. */
export function titleOf({ year, make, model }: Car): string {
  const known = [year, make, model].filter((part) => part !== null);
  return known.length === 0 ? 'A car' : known.join(' ');
}

/** What is known of a car beside its price, in words. */
export function factsOf(car: Car): string[] {
  const { mileage, fuel_type, transmission, engine_size } = car;
  return [
    mileage === null ? null : `${amount(mileage)} miles`,
    fuel_type,
    transmission,
    engine_size === null ? null : `${engine_size.toFixed(1)} litres`,
  ].filter((fact) => fact !== null);
}

/** Where it stands, and how far that is. */
export function placeOf({ loc, distance_km }: Car): string {
  const away = distance_km === null ? null : `${milesOfKm(distance_km)} away`;
  return [loc, away].filter((part) => part !== null).join(', ');
}

/** One thing that a search asks for, and how to take it out. */
export interface Asked {
  readonly words: string;
  readonly without: Change;
}

/** All that a search asks for. A place and its distance are one thing. */
export function askedBy(search: Search): Asked[] {
  const asked: Asked[] = [];
  const say = (words: string | undefined, ...names: (keyof Search)[]): void => {
    if (words === undefined) return;
    asked.push({ words, without: Object.fromEntries(names.map((name) => [name, null])) });
  };
  const { q, make, model, fuel_type, transmission, dealer, location, distance, sort } = search;
  say(q && `“${q}”`, 'q');
  say(make, 'make', 'model');
  say(model, 'model');
  say(fuel_type, 'fuel_type');
  say(transmission, 'transmission');
  say(dealer?.replaceAll(',', ', '), 'dealer');
  for (const { name, words } of RANGES) {
    say(search[`${name}_min`] && words(search[`${name}_min`] ?? '', 'or more'), `${name}_min`);
    say(search[`${name}_max`] && words(search[`${name}_max`] ?? '', 'at most'), `${name}_max`);
  }
  const band = BANDS.find(({ value }) => value === distance);
  if (location !== undefined) {
    const words = band === undefined ? `Distances from ${location}` : `Within ${band.words} of ${location}`;
    say(words, 'location', 'distance');
  }
  say(sort && (Object.hasOwn(ORDERS, sort) ? ORDERS[sort] : sort), 'sort');
  return asked;
}

type Side = 'or more' | 'at most';

const RANGES = [
  { name: 'price', words: (value: string, side: Side) => sided(pound(value), side) },
  { name: 'miles', words: (value: string, side: Side) => sided(`${grouped(value)} miles`, side) },
  {
    name: 'year',
    words: (value: string, side: Side) => (side === 'or more' ? `${value} or newer` : `${value} or older`),
  },
  { name: 'engine', words: (value: string, side: Side) => sided(`${value} litres`, side) },
] as const;

function sided(words: string, side: Side): string {
  return side === 'or more' ? `${words} or more` : `At most ${words}`;
}

function pound(value: string): string {
  return `£${grouped(value)}`;
}

/** Digits with commas; anything else as it was typed. */
function grouped(value: string): string {
  return /^\d{1,15}$/.test(value) ? amount(Number(value)) : value;
}
