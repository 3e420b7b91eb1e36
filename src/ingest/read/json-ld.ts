// Objects of JSON-LD (https://schema.org/Car): `@type` says which are vehicles, and lists, graphs, pages and offers hold them.

const VEHICLES: ReadonlySet<string> = new Set([
  'Car',
  'Vehicle',
  'MotorizedVehicle',
  'UsedCar',
  'Motorcycle',
  'MotorizedBicycle',
  'BusOrCoach',
  'Product',
  'IndividualProduct',
  'SomeProducts',
]);
const MAX_DEPTH = 8;

type Members = Readonly<Record<string, unknown>>;

/** Its types without their namespace; empty for an object that is not JSON-LD. */
export function typesOf(value: object): string[] {
  const type = (value as Members)['@type'];
  const list: unknown[] = Array.isArray(type) ? type : [type];
  return list
    .filter((name) => typeof name === 'string')
    .map((name) =>
      name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1),
    );
}

/** Whether an object says of itself that it is JSON-LD. */
export function isJsonLd(value: object): boolean {
  return Object.hasOwn(value, '@type') || Object.hasOwn(value, '@graph');
}

/** Whether a JSON-LD object is a vehicle, or the offer of one. */
export function isTypedVehicle(value: object): boolean {
  return typesOf(value).some((type) => VEHICLES.has(type)) || offeredBy(value) !== undefined;
}

/** The vehicles in a JSON-LD object, in document order: itself, or those that it holds. */
export function vehiclesOf(value: object): object[] {
  const found: object[] = [];
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) return;
    if (Array.isArray(part)) for (const element of part) visit(element, depth);
    else if (isTypedVehicle(part)) found.push(withOffer(part));
    else for (const member of Object.values(part)) visit(member, depth + 1);
  };
  visit(value, 0);
  return found;
}

/** The vehicle that an offer is for. */
function offeredBy(value: object): object | undefined {
  const { itemOffered } = value as Members;
  const isVehicle =
    typeof itemOffered === 'object' &&
    itemOffered !== null &&
    typesOf(itemOffered).some((type) => VEHICLES.has(type));
  return isVehicle ? itemOffered : undefined;
}

/** A vehicle as it is; an offer as its vehicle, with the offer in `offers`. */
function withOffer(value: object): object {
  const vehicle = offeredBy(value);
  if (vehicle === undefined) return value;
  const offer = Object.entries(value).filter(([name]) => name !== 'itemOffered');
  return Object.fromEntries([['offers', Object.fromEntries(offer)], ...Object.entries(vehicle)]);
}
