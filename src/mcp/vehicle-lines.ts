// Vehicles as lines of text with all of their structured content, for assistants that are shown only a result's text. That
// content is made here too: vehicles in brief, and the details that cards show.
import type { LookedUpVehicle, RatedVehicle, Vehicle } from '../api/responses.ts';
import { formatPounds, pluralize } from '../format.ts';
import { FIELDS } from '../listing/fields.ts';
import { STATED_FIELDS, type StatedTexts } from '../listing/stated-fields.ts';
import { inWords, ratingInWords, type PriceRating } from '../pages/view/vehicle-words.ts';
import { BRIEF_FACTS } from '../pages/view/vehicle-facts.ts';
import { echoed, withoutControls } from '../quoted-text.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import { PICTURES_PATH } from '../api/paths.ts';
import type { CardDetail, CardDetails } from '../pages/cards/view/car.ts';
import type { ToolContext } from './tool.ts';

/** A line with the facts and a line with the advert's URL. */
export function briefLines(car: BriefVehicle, index: number): string[] {
  return [`${index + 1}. ${vehicleLine(car)}`, `   ${car.advert}`];
}

/** The brief lines, the description and the pictures. The vehicle's URL redirects to the advert. */
export function fullLines(car: Vehicle, index: number): string[] {
  return [`${index + 1}. ${vehicleLine(car)}`, `   ${car.url}`, ...textAndPictures(car)];
}

/** The full lines, and the facts from the stock. */
export function lookedUpLines(car: LookedUpVehicle, index: number): string[] {
  const { price_mark: rating, ulez, listed_days: days, similar } = car;
  const comparables = rating.search_url === null ? '' : ` Comparables: ${rating.search_url}`;
  return [
    ...fullLines(car, index),
    `   ${rating.reason}${comparables}`,
    // The stock may have been listed elsewhere before its first import.
    `   ULEZ ${ulez.verdict}: ${ulez.rule}${days === 0 ? '' : ` Listed for ${pluralize(days, 'day')} or more.`}`,
    ...(similar.length === 0 ? [] : [`   Similar: ${similar.join(' ')}`]),
  ];
}

/** A name such as `2019 Ford Fiesta`, of its known parts. */
export function vehicleName(car: Pick<BriefVehicle, 'year' | 'make' | 'model'> | Vehicle): string {
  const parts = [car.year, car.make, car.model].flatMap((part) =>
    part === null || part === undefined ? [] : [echoed(part)],
  );
  return parts.length === 0 ? 'Vehicle of unknown make' : parts.join(' ');
}

/** A vehicle in one line: `2019 Ford Fiesta, £8,995 (good price), 42,150 miles, Petrol, 5 doors, Red, Leeds, valley.example`. */
export function vehicleLine(car: BriefVehicle | Vehicle): string {
  const { price, loc, distance_km: distance, dealer } = car;
  const brief = car as Partial<BriefVehicle>;
  const { price_mark: rating } = brief;
  const facts = [
    price === null || price === undefined
      ? 'price unknown'
      : `${formatPounds(price)}${typeof rating === 'string' ? ` (${ratingInWords(rating).toLowerCase()})` : ''}`,
    ...BRIEF_FACTS.map(({ textOf, unknown = null }) => textOf(car) ?? unknown),
    ...statedInWords(brief),
    loc,
    distance === null || distance === undefined ? null : `${distance} km away`,
    dealer,
  ];
  return [vehicleName(car), ...facts.flatMap((fact) => (fact ? [echoed(fact)] : []))].join(', ');
}

/** The known facts in words: `5 doors`. */
function statedInWords(car: Known<StatedTexts>): string[] {
  const facts: string[] = [];
  for (const { name, words } of STATED_FIELDS) {
    const { [name]: text } = car;
    if (text !== undefined) facts.push(words === '#' ? text : inWords(words, text));
  }
  return facts;
}

function textAndPictures({ thumbnail, images, full_description: description }: Vehicle): string[] {
  const pictures = [...new Set([...(thumbnail === null ? [] : [thumbnail]), ...images])];
  return [
    ...(description === null ? [] : [`   ${inOneLine(description)}`]),
    ...(pictures.length === 0 ? [] : [`   ${pluralize(pictures.length, 'picture')}: ${pictures.join(' ')}`]),
  ];
}

/** A dealer's text without line breaks and other characters that could forge or reorder lines. */
export function inOneLine(text: string): string {
  return withoutControls(text.replace(/\s+/g, ' '));
}

/**
 * A vehicle in brief: the facts by which an assistant chooses among many. Unknown facts are omitted. `advert` is the URL of the
 * dealer's advert, by which other tools take the vehicle.
 */
export type BriefVehicle = {
  readonly advert: string;
  /** Absent if there is no rating. */
  readonly price_mark?: PriceRating;
} & Known<Vehicle & StatedTexts>;

type Known<Members> = { readonly [member in keyof Members]?: NonNullable<Members[member]> };

/** All members but links, pictures and the description. */
const MEMBERS = FIELDS.filter(
  ({ inResponse, kind, feed }) =>
    inResponse && kind !== 'address' && kind !== 'addresses' && feed?.reader !== 'description',
).map(({ name }) => name as keyof Vehicle);

export const BRIEF_VEHICLE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { advert: { type: 'string' } },
  required: ['advert'],
};

export function toBriefVehicle(car: RatedVehicle): BriefVehicle {
  const { rating } = car.price_rating;
  return {
    advert: car.advert,
    ...knownMembers(car),
    ...knownStated(car),
    ...(rating !== null && { price_mark: rating }),
  };
}

/** The known members of a vehicle, without links, pictures and the description. */
export function knownMembers(car: Vehicle): Omit<BriefVehicle, 'advert'> {
  const known: Record<string, unknown> = {};
  for (const member of MEMBERS) if (car[member] !== null) known[member] = car[member];
  return known;
}

/** The known facts of its texts. */
export function knownStated(car: StatedTexts): Known<StatedTexts> {
  const known: Record<string, string> = {};
  for (const { name } of STATED_FIELDS) if (car[name] !== null) known[name] = car[name];
  return known;
}

/** What the cards show beyond a tool's content. */
export function cardDetailsOf(
  cars: readonly RatedVehicle[],
  { service, baseUrl, drawPicture }: ToolContext,
): CardDetails {
  return {
    ...(drawPicture !== undefined && { drawn_below: `${baseUrl}${PICTURES_PATH}` }),
    cars: cars.map((car): CardDetail => {
      const { advert, thumbnail, images, loc, price_rating, listed_days } = car;
      const picture = thumbnail ?? images.at(0);
      const town = loc === null ? undefined : service.findTown(loc);
      return {
        advert,
        ...(picture !== undefined && { picture }),
        reason: price_rating.reason,
        listed_days,
        ...knownStated(car),
        ...(town !== undefined && { town: { lat: rounded(town.lat), lng: rounded(town.lng) } }),
      };
    }),
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
