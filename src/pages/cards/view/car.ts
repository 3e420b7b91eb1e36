// A car as the cards show it, read from what tools return. Results pass through hosts, so nothing is taken on trust: a value of another
// type counts as unknown.
import { formatPounds } from '../../../api/format.ts';
import { formatMiles, vehicleFacts } from '../../search/view/labels.ts';

export type Mark = 'below' | 'around' | 'above';

export interface TownOfCar {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

export interface Car {
  /** The address of the dealer's advert, by which tools take the car. */
  readonly advert: string;
  /** `2019 Ford Fiesta`. */
  readonly title: string;
  /** Trim, body and colour. */
  readonly variant: string;
  readonly price: string;
  readonly mark: Mark | null;
  /** Why the price has this mark, or none. */
  readonly reason: string | null;
  /** `42,150 miles`. */
  readonly facts: readonly string[];
  /** Town and distance. */
  readonly place: string;
  readonly dealer: string;
  readonly listedDays: number | null;
  readonly pictures: readonly string[];
  readonly description: string | null;
  readonly ulez: { readonly verdict: string; readonly rule: string | null } | null;
  readonly town: TownOfCar | null;
  /** Values by their names in the content. */
  readonly values: JsonObject;
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

/** `details` is the CardDetail of the same advert, if it came. Undefined if the advert is unknown, without which a car cannot be shown. */
export function readCar(content: JsonObject, details: JsonObject): Car | undefined {
  const advert = asText(content['advert']) ?? asText(details['advert']) ?? asText(content['url']);
  if (advert === null) return undefined;
  const text = (name: string): string | null => asText(content[name]);
  const price = asNumber(content['price']);
  const km = asNumber(content['distance_km']);
  const named = asObject(content['price_mark']);
  const ulez = asObject(content['ulez']);
  const verdict = text('ulez') ?? asText(ulez['verdict']);
  return {
    advert,
    title: joined(' ', [text('year'), text('make'), text('model')]) || 'A car',
    variant: joined(' · ', [text('trim'), text('body'), text('colour')]),
    price: price === null ? 'Price on request' : formatPounds(price),
    mark: asMark(named['mark'] ?? content['price_mark']),
    reason: asText(named['reason']) ?? text('price_reason') ?? asText(details['reason']),
    facts: vehicleFacts(content),
    place: joined(', ', [text('loc'), km === null ? null : `${formatMiles(km)} away`]),
    dealer: text('dealer') ?? '',
    listedDays: asNumber(content['listed_days']) ?? asNumber(details['listed_days']),
    pictures: picturesOf(content, details),
    description: text('full_description'),
    ulez: verdict === null ? null : { verdict, rule: asText(ulez['rule']) },
    town: townOf(text('loc'), asObject(details['town'])),
    values: content,
  };
}

function joined(separator: string, parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(separator);
}

function asMark(value: unknown): Mark | null {
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
