// Values in words for people: amounts, distances, what a parameter says. British, because the stock is.
import { DISTANCE_BANDS_KM } from '../../../listing/search-query.ts';
import type { Vehicle } from './api-types.ts';
import type { Change, SearchState } from './search-state.ts';

const KM_IN_A_MILE = 1.609344;

export function formatCount(number: number): string {
  return number.toLocaleString('en-GB');
}

export function formatPounds(gbp: number): string {
  return `£${formatCount(gbp)}`;
}

export function pluralize(count: number, one = 'car', many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `0.5 miles`, `12 miles`: exact enough to drive. */
export function formatMiles(km: number): string {
  const miles = km / KM_IN_A_MILE;
  const text = miles < 10 ? String(Math.round(miles * 10) / 10) : formatCount(Math.round(miles));
  return `${text} ${text === '1' ? 'mile' : 'miles'}`;
}

/** The distance bands that limit anything, by their number. */
export const DISTANCE_BANDS: readonly {
  readonly value: string;
  readonly label: string;
  readonly km: number;
}[] = DISTANCE_BANDS_KM.flatMap((km, band) =>
  km === Infinity ? [] : [{ value: String(band), label: `${formatMiles(km)} (${km} km)`, km }],
);

export const SORT_LABELS: Readonly<Record<string, string>> = {
  relevance: 'Best match first',
  price_asc: 'Cheapest first',
  price_desc: 'Dearest first',
  year_desc: 'Newest first',
  miles_asc: 'Lowest mileage first',
  distance: 'Nearest first',
};

/** `2015 Jaguar XJ`. */
export function vehicleTitle({ year, make, model }: Vehicle): string {
  const known = [year, make, model].filter((part) => part !== null);
  return known.length === 0 ? 'A car' : known.join(' ');
}

/** What is known of a car beside its price, in words. */
export function vehicleFacts(car: Vehicle): string[] {
  const { mileage, fuel_type, transmission, engine_size } = car;
  return [
    mileage === null ? null : `${formatCount(mileage)} miles`,
    fuel_type,
    transmission,
    engine_size === null ? null : `${engine_size.toFixed(1)} litres`,
  ].filter((fact) => fact !== null);
}

/** Where it stands, and how far that is. */
export function vehicleLocation({ loc, distance_km }: Vehicle): string {
  const away = distance_km === null ? null : `${formatMiles(distance_km)} away`;
  return [loc, away].filter((part) => part !== null).join(', ');
}

/** One thing that a search asks for, and how to take it out. */
export interface ActiveFilter {
  readonly label: string;
  readonly removed: Change;
}

/** All that a search asks for. A place and its distance are one thing. */
export function activeFilters(search: SearchState): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  const add = (label: string | undefined, ...names: (keyof SearchState)[]): void => {
    if (label === undefined) return;
    filters.push({ label, removed: Object.fromEntries(names.map((name) => [name, null])) });
  };
  const { q, make, model, fuel_type, transmission, dealer, location, distance, sort } = search;
  add(q && `“${q}”`, 'q');
  add(make, 'make', 'model');
  add(model, 'model');
  add(fuel_type, 'fuel_type');
  add(transmission, 'transmission');
  add(dealer?.replaceAll(',', ', '), 'dealer');
  for (const { name, label } of RANGE_LABELS) {
    add(search[`${name}_min`] && label(search[`${name}_min`] ?? '', 'or more'), `${name}_min`);
    add(search[`${name}_max`] && label(search[`${name}_max`] ?? '', 'at most'), `${name}_max`);
  }
  const band = DISTANCE_BANDS.find(({ value }) => value === distance);
  if (location !== undefined) {
    const label = band === undefined ? `Distances from ${location}` : `Within ${band.label} of ${location}`;
    add(label, 'location', 'distance');
  }
  add(sort && (Object.hasOwn(SORT_LABELS, sort) ? SORT_LABELS[sort] : sort), 'sort');
  return filters;
}

type Side = 'or more' | 'at most';

const RANGE_LABELS = [
  { name: 'price', label: (value: string, side: Side) => boundLabel(poundsLabel(value), side) },
  { name: 'miles', label: (value: string, side: Side) => boundLabel(`${groupDigits(value)} miles`, side) },
  {
    name: 'year',
    label: (value: string, side: Side) => (side === 'or more' ? `${value} or newer` : `${value} or older`),
  },
  { name: 'engine', label: (value: string, side: Side) => boundLabel(`${value} litres`, side) },
] as const;

function boundLabel(label: string, side: Side): string {
  return side === 'or more' ? `${label} or more` : `At most ${label}`;
}

function poundsLabel(value: string): string {
  return `£${groupDigits(value)}`;
}

/** Digits with commas; anything else as it was typed. */
function groupDigits(value: string): string {
  return /^\d{1,15}$/.test(value) ? formatCount(Number(value)) : value;
}
