// A vehicle in brief: what an assistant needs to choose among many. Unknown facts are left out.
import type { JsonSchema } from '../api/schemas/json-schema.ts';
import type { Vehicle } from '../api/vehicle.ts';

/** Members in this order. */
const MEMBERS = [
  'year',
  'make',
  'model',
  'price',
  'mileage',
  'fuel_type',
  'transmission',
  'engine_size',
  'loc',
  'distance_km',
  'dealer',
] as const satisfies readonly (keyof Vehicle)[];

/** `advert` is the address of the dealer's advert, by which other tools take the vehicle. */
export type BriefVehicle = { readonly advert: string } & {
  readonly [member in (typeof MEMBERS)[number]]?: NonNullable<Vehicle[member]>;
};

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
