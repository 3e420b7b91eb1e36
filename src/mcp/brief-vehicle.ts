// A vehicle in brief: what an assistant needs to choose among many. What is not known is left out.
import type { LookedUpVehicle } from '../api/lookup-response.ts';
import { REDIRECT_PARAMETER } from '../api/paths.ts';
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import type { Vehicle } from '../api/vehicle.ts';
import { decodeIndexedRecord } from '../listing/codec.ts';
import { FIELDS } from '../listing/fields.ts';
import { listingKey } from '../listing/listing.ts';
import type { Hit } from '../listing/search-query.ts';
import { looksOf, type Looks } from '../marks/looks.ts';

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

/** `hit` is what `car` was made from. */
export function toBriefVehicle(
  car: Vehicle,
  hit: Hit,
  mark: LookedUpVehicle['price_mark']['mark'],
): BriefVehicle {
  const known = MEMBERS.flatMap((member) => {
    const value = car[member];
    return value === null ? [] : [[member, value] as const];
  });
  const listing = decodeIndexedRecord(listingKey(hit), Buffer.from(hit.record).toString());
  return {
    advert: advertOf(car),
    ...Object.fromEntries(known),
    ...(listing !== undefined && looksOf(listing)),
    ...(mark !== null && { price_mark: mark }),
  };
}

/** The address of the dealer's advert, to which `url` redirects. */
export function advertOf({ url }: Pick<Vehicle, 'url'>): string {
  return new URL(url).searchParams.get(REDIRECT_PARAMETER) ?? url;
}
