// A vehicle in brief: what an assistant needs to choose among many. Unknown facts are left out.
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import type { Vehicle } from '../api/vehicle.ts';
import { FIELDS } from '../listing/fields.ts';

/** `advert` is the address of the dealer's advert, by which other tools take the vehicle. */
export type BriefVehicle = { readonly advert: string } & {
  readonly [member in keyof Vehicle]?: NonNullable<Vehicle[member]>;
};

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

export function toBriefVehicle(car: Vehicle): BriefVehicle {
  const known = MEMBERS.flatMap((member) => {
    const value = car[member];
    return value === null ? [] : [[member, value] as const];
  });
  return { advert: advertOf(car), ...Object.fromEntries(known) };
}

/** The address of the dealer's advert, to which `url` redirects. */
export function advertOf({ url }: Pick<Vehicle, 'url'>): string {
  return new URL(url).searchParams.get('api_target') ?? url;
}
