// A vehicle in brief: what an assistant needs to choose among many. What is not known is left out.
import type { RatedVehicle, toLookupResponse } from '../api/lookup-response.ts';
import type { Vehicle } from '../api/responses.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import { FIELDS } from '../listing/fields.ts';
import type { StatedFacts } from '../listing/listing.ts';
import { PICTURES_PATH } from '../api/paths.ts';
import type { CardDetail, CardDetails } from '../pages/cards/card-details.ts';
import type { ToolContext } from './tool.ts';

/** `advert` is the address of the dealer's advert, by which other tools take the vehicle. */
export type BriefVehicle = {
  readonly advert: string;
  /** Absent if there is no rating. */
  readonly price_mark?: NonNullable<RatedVehicle['price_mark']['mark']>;
  readonly colour?: string;
  readonly body?: string;
  readonly trim?: string;
} & { readonly [member in keyof Vehicle]?: NonNullable<Vehicle[member]> };

/** All but links, pictures and the description. */
const MEMBERS = FIELDS.filter(
  ({ inResponse, kind, feed }) =>
    inResponse && kind !== 'address' && kind !== 'addresses' && feed?.reader !== 'description',
).map(({ name }) => name as keyof Vehicle);

export const BRIEF_VEHICLE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { advert: { type: 'string' } },
  required: ['advert'],
};

/** `stated` is what the texts of the same listing state. */
export function toBriefVehicle(car: RatedVehicle, { colour, body, trim }: StatedFacts): BriefVehicle {
  const { mark } = car.price_mark;
  return {
    advert: car.advert,
    ...knownMembers(car),
    ...(colour !== null && { colour }),
    ...(body !== null && { body }),
    ...(trim !== null && { trim }),
    ...(mark !== null && { price_mark: mark }),
  };
}

/** What is known of a vehicle, without links, pictures and the description. */
export function knownMembers(car: Vehicle): Omit<BriefVehicle, 'advert'> {
  const known: Record<string, unknown> = {};
  for (const member of MEMBERS) if (car[member] !== null) known[member] = car[member];
  return known;
}

// What the cards show of vehicles beyond a tool's content: see pages/cards/card-details.ts.

/** `cars` are the listed ones of the entries, in their order. */
export function cardDetailsOf(
  cars: readonly RatedVehicle[],
  entries: Parameters<typeof toLookupResponse>[0],
  { service, baseUrl, drawPicture }: ToolContext,
): CardDetails {
  const listed = entries.filter((entry) => entry.state === 'listed');
  return {
    ...(drawPicture !== undefined && { drawn_below: `${baseUrl}${PICTURES_PATH}` }),
    cars: cars.map(({ advert, thumbnail, images, loc, price_mark, listed_days }, i): CardDetail => {
      const { isWriteOff, writeOffCategory, isOneOwner } = listed[i].stated;
      const picture = thumbnail ?? images.at(0);
      const town = loc === null ? undefined : service.findTown(loc);
      return {
        advert,
        ...(picture !== undefined && { picture }),
        reason: price_mark.reason,
        listed_days,
        ...(isWriteOff && { written_off: writeOffCategory ?? '' }),
        ...(isOneOwner && { is_one_owner: true }),
        ...(town !== undefined && { town: { lat: rounded(town.lat), lng: rounded(town.lng) } }),
      };
    }),
  };
}

/** To about a kilometre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
