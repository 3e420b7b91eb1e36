// The response of the lookup operation, in the API's names, with the sentences of price ratings.
import { canonicalQuery } from '../query/canonical-query.ts';
import { statedTexts, type StatedName } from '../listing/stated-fields.ts';
import { MIN_COMPARABLES } from '../pricing/comparables.ts';
import type { ListedEntry, LookupEntry } from '../pricing/lookup.ts';
import {
  MAX_AGE_YEARS,
  MAX_RATED_PRICE_GBP,
  MIN_MILEAGE_MILES,
  MIN_RATED_PRICE_GBP,
  type NoRatingReason,
  type PriceRating,
} from '../pricing/rating.ts';
import { DIESEL_YEARS, HISTORIC_AGE_YEARS, PETROL_YEARS, type UlezRule } from '../pricing/ulez.ts';
import { formatCount, formatPounds, pluralize } from '../format.ts';
import { searchUrl } from './link-header.ts';
import type {
  ExplainedRating,
  GoneAdvert,
  LookedUpVehicle,
  LookupResponse,
  RatedVehicle,
} from './responses.ts';
import { toVehicle } from './vehicle.ts';

/** `baseUrl` has no slash at its end. */
export function toLookupResponse(entries: readonly LookupEntry[], baseUrl: string): LookupResponse {
  const cars = toLookedUp(entries, baseUrl).map((car) => {
    if (car.state !== 'listed') return car;
    const { mark, ...compared } = car.price_mark;
    return { ...car, price_rating: { rating: mark === null ? null : RATINGS[mark], ...compared } };
  });
  return { results: { cars } };
}

const RATINGS = { below: 'good', around: 'fair', above: 'high' } as const;

/** The entries as assistants' tools have them. */
export function toLookedUp(
  entries: readonly LookupEntry[],
  baseUrl: string,
): readonly (LookedUpVehicle | GoneAdvert)[] {
  return entries.map((entry) => {
    if (entry.state === 'listed') return toLookedUpVehicle(entry, baseUrl);
    const { advert, state } = entry;
    return { advert, state, similar: similarUrls(entry, baseUrl) };
  });
}

function toLookedUpVehicle(entry: ListedEntry, baseUrl: string): LookedUpVehicle {
  const { priceRating } = entry;
  const { rating: mark, ...compared } = toPriceRating(entry);
  const search_url =
    priceRating.rating === null ? null : searchUrl(canonicalQuery(priceRating.search), baseUrl);
  return {
    ...toKnownVehicle(entry, baseUrl, { price_mark: { mark, ...compared, search_url } }),
    similar: similarUrls(entry, baseUrl),
  };
}

export function toRatedVehicle(entry: ListedEntry, baseUrl: string): RatedVehicle {
  const price_rating = toPriceRating(entry);
  return Object.assign(toKnownVehicle(entry, baseUrl, { price_rating }), statedTexts(entry.stated));
}

function toKnownVehicle<R extends object>(
  entry: ListedEntry,
  baseUrl: string,
  rating: R,
): Omit<RatedVehicle, StatedName | 'price_rating'> & R {
  const { advert, state, listing, distanceKm, comparables, ulez, listedDays } = entry;
  return {
    advert,
    state,
    ...toVehicle(listing, distanceKm, baseUrl),
    ...rating,
    ...(comparables !== undefined && { comparables: comparables.map((one) => one.advert) }),
    ulez: { verdict: ulez.verdict, rule: ULEZ_RULES[ulez.rule] },
    listed_days: listedDays,
  };
}

function similarUrls({ similar }: LookupEntry, baseUrl: string): string[] {
  return similar.map((query) => searchUrl(canonicalQuery(query), baseUrl));
}

function toPriceRating({ priceRating }: ListedEntry): ExplainedRating {
  if (priceRating.rating === null) {
    const reason = NO_RATING[priceRating.reason](priceRating.comparables ?? 0);
    const nothing = { expected: null, low: null, high: null };
    return { rating: null, comparables: priceRating.comparables, ...nothing, reason };
  }
  const { rating, comparables, expected, low, high } = priceRating;
  return { rating, comparables, expected, low, high, reason: reasonOf(priceRating) };
}

const POSITIONS = { below: 'Below typical', around: 'Typical', above: 'Above typical' } as const;

function reasonOf({ rating, comparables, low, high }: Extract<PriceRating, { rating: string }>): string {
  const range = `${formatPounds(low)} to ${formatPounds(high)}`;
  return `${POSITIONS[rating]}: 8 in 10 of ${formatCount(comparables)} similar cars cost ${range}.`;
}

const NO_RATING: Readonly<Record<NoRatingReason, (comparables: number) => string>> = {
  unknown_facts: () =>
    'No price rating: the make, model, year, mileage, fuel, gearbox or price is unknown or unusual.',
  price_out_of_range: () =>
    `No price rating: only prices from ${formatPounds(MIN_RATED_PRICE_GBP)} to ${formatPounds(MAX_RATED_PRICE_GBP)} are compared.`,
  too_old: () => `No price rating: the car is over ${MAX_AGE_YEARS} years old.`,
  nearly_new: () => `No price rating: the car is nearly new, with fewer than ${MIN_MILEAGE_MILES} miles.`,
  write_off: () => 'Written off (see advert).',
  too_few_comparables: (comparables) =>
    `No price rating: ${comparables === 0 ? 'no similar cars' : `only ${pluralize(comparables, 'similar car')}`} here, and ` +
    `${MIN_COMPARABLES} are needed.`,
  prices_differ: (comparables) =>
    `No price rating: the prices of ${formatCount(comparables)} similar cars differ too much.`,
};

const ULEZ_RULES: Readonly<Record<UlezRule, string>> = {
  no_exhaust: 'Electric cars meet the standard.',
  petrol:
    `The standard for petrol is Euro 4: all new cars have met it since ${PETROL_YEARS.allFrom}, some since ` +
    `${PETROL_YEARS.someFrom}.`,
  diesel:
    `The standard for diesel is Euro 6: all new cars have met it since ${DIESEL_YEARS.allFrom}, some since ` +
    `${DIESEL_YEARS.someFrom}.`,
  hybrid:
    `A hybrid has a petrol or a diesel engine: all new ones have met their standard since ${DIESEL_YEARS.allFrom}, some since ` +
    `${PETROL_YEARS.someFrom}.`,
  historic: `Cars of ${HISTORIC_AGE_YEARS} years or more may be exempt as historic vehicles.`,
  unknown_facts: 'The year is unknown, or the fuel is unknown or has no published rule.',
};
