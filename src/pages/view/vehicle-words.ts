// Facts of a car in words for people, in British English.
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { formatCount } from '../../format.ts';
import type { SavedVehicle, Vehicle } from '../../api/responses.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { WRITE_OFF } from './search-fields.ts';

const PRICE_RATINGS = { below: 'Good price', around: 'Fair price', above: 'High price' } as const;

export const ULEZ_WORDS = {
  likely: 'Probably meets the standard',
  unlikely: 'Probably does not meet the standard',
  unknown: 'Unknown',
} as const;

export type PriceRating = keyof typeof PRICE_RATINGS;

export function ratingInWords(rating: PriceRating | null): string {
  return rating === null ? 'No price rating' : PRICE_RATINGS[rating];
}

/** A distance such as `0.5 miles` or `12 miles`: exact enough for a drive. */
export function formatMiles(km: number): string {
  const miles = km / KM_PER_MILE;
  const text = miles < 10 ? String(Math.round(miles * 10) / 10) : formatCount(Math.round(miles));
  return `${text} ${text === '1' ? 'mile' : 'miles'}`;
}

/** A title such as `2019 Ford Focus ST-Line`. A trim that the model names is not repeated. */
export function vehicleTitle({
  year,
  make,
  model,
  trim = null,
}: Pick<SavedVehicle, 'year' | 'make' | 'model' | 'trim'>): string {
  const isNamed = trim !== null && nameKey(model ?? '').includes(nameKey(trim));
  const known = [year, make, model, isNamed ? null : trim].filter((part) => part !== null);
  return known.length === 0 ? 'A car' : known.join(' ');
}

/** A write-off such as `Written off: Cat N`; for the general term, `Written off`. */
export function writtenOff(term: string): string {
  return term === WRITE_OFF ? 'Written off' : `Written off: ${term}`;
}

/** The location of a car and its distance. */
export function vehicleLocation({ loc, distance_km }: Vehicle): string {
  const away = distance_km === null ? null : `${formatMiles(distance_km)} away`;
  return [loc, away].filter((part) => part !== null).join(', ');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `words` with a value in place of `#`. The unit after it is singular for one. */
export function inWords(words: string, value: string): string {
  const own = value === '1' ? words.replace(/(# \w+)s\b/, '$1') : words;
  return own.replace('#', () => value);
}
