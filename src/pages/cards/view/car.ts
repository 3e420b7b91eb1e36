// A car as the cards show it, read from a tool's result: from its content, and from its `_meta`, which hosts pass to the cards
// and withhold from the model, so it costs no tokens. Results pass through hosts and are validated: a value of another type
// counts as unknown.
import type { PriceRating } from '../../view/vehicle-words.ts';
import { VEHICLE_MEMBERS } from '../../view/search-fields.ts';
import type { RatedVehicle, Vehicle } from '../../../api/responses.ts';
import { STATED_FIELDS, type StatedTexts } from '../../../listing/stated-fields.ts';

export interface TownOfCar {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** A car of the pages; `url` is that of the advert. */
export interface Car extends RatedVehicle {
  readonly pictures: readonly string[];
  readonly town: TownOfCar | null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A car; undefined without an advert URL, which it must have. `details` is the CardDetail of the same advert, if any. */
export function readCar(content: JsonObject, details: JsonObject): Car | undefined {
  const advert = asText(content['advert']) ?? asText(details['advert']) ?? asText(content['url']);
  if (advert === null) return undefined;
  const text = (name: string): string | null => asText(content[name]) ?? asText(details[name]);
  const members = [
    ...VEHICLE_MEMBERS.map(({ name, isNumber }) => [name, isNumber ? asNumber(content[name]) : text(name)]),
    ...STATED_FIELDS.map(({ name }) => [name, text(name)]),
  ];
  const rated = asObject(content['price_mark']);
  const ulez = asObject(content['ulez']);
  const verdict = text('ulez') ?? asText(ulez['verdict']);
  const pictures = picturesOf(content, details);
  return {
    advert,
    state: 'listed',
    pictures,
    town: townOf(text('loc'), asObject(details['town'])),
    ...(Object.fromEntries(members) as Vehicle & StatedTexts),
    url: advert,
    thumbnail: null,
    images: pictures,
    price_rating: {
      rating: asRating(rated['mark'] ?? content['price_mark']),
      comparables: null,
      expected: asNumber(rated['expected']),
      low: null,
      high: null,
      reason: asText(rated['reason']) ?? text('price_reason') ?? text('reason') ?? '',
    },
    ulez: {
      verdict: verdict === 'likely' || verdict === 'unlikely' ? verdict : 'unknown',
      rule: asText(ulez['rule']) ?? '',
    },
    listed_days: asNumber(content['listed_days']) ?? asNumber(details['listed_days']) ?? 0,
  };
}

function asRating(value: unknown): PriceRating | null {
  return value === 'below' || value === 'around' || value === 'above' ? value : null;
}

function picturesOf(content: JsonObject, details: JsonObject): string[] {
  const all = [details['picture'], content['thumbnail'], ...asList(content['images'])].map(asText);
  return [...new Set(all)].filter((url) => url !== null);
}

function townOf(name: string | null, town: JsonObject): TownOfCar | null {
  const lat = asNumber(town['lat']);
  const lng = asNumber(town['lng']);
  return name === null || lat === null || lng === null ? null : { name, lat, lng };
}

export const CARD_DETAILS_KEY = 'forecourt/cards';

export interface CardDetails {
  /** Pictures below this URL are drawn by the server and can be read as its resources. */
  readonly drawn_below?: string;
  readonly cars: readonly CardDetail[];
}

/** The details of one advert, and the facts that its texts state. */
export type CardDetail = Partial<StatedTexts> & {
  /** The URL of the dealer's advert, as in the content. */
  readonly advert: string;
  readonly picture?: string;
  readonly reason?: string;
  readonly listed_days?: number;
  /** The middle of the car's town in degrees, never the car's own position. */
  readonly town?: { readonly lat: number; readonly lng: number };
};
