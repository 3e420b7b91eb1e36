// A vehicle in brief: what an assistant needs to choose among many. What is not known is left out.
import type { LookedUpVehicle, Vehicle } from '../api/responses.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import { FIELDS } from '../listing/fields.ts';
import type { Listing } from '../listing/listing.ts';
import { looksOf, type Looks } from '../pricing/looks.ts';

/** `advert` is the address of the dealer's advert, by which other tools take the vehicle. */
export type BriefVehicle = {
  readonly advert: string;
  /** Absent if there is no mark. */
  readonly price_mark?: NonNullable<LookedUpVehicle['price_mark']['mark']>;
} & Looks & { readonly [member in keyof Vehicle]?: NonNullable<Vehicle[member]> };

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

/** `listing` is what `car` was made from. */
export function toBriefVehicle(car: LookedUpVehicle, listing: Listing): BriefVehicle {
  const known = MEMBERS.flatMap((member) => {
    const value = car[member];
    return value === null ? [] : [[member, value] as const];
  });
  const { mark } = car.price_mark;
  return {
    advert: car.advert,
    ...Object.fromEntries(known),
    ...looksOf(listing),
    ...(mark !== null && { price_mark: mark }),
  };
}
