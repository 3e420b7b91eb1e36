// Truncates a page of vehicles to a size, because clients cut or reject results of more than 100,000 characters. Descriptions go
// first, then pictures, which the dealer's advert has too. A truncated description ends with a note.
import type { Vehicle } from '../api/vehicle.ts';

export interface TruncatedVehicles {
  readonly cars: readonly Vehicle[];
  readonly truncatedDescriptions: number;
  readonly truncatedImages: number;
  /** Vehicles left out, because their URLs alone are too long. */
  readonly omitted: number;
}

/** Tried in this order, for all vehicles of the page alike. */
const LIMITS: readonly { readonly description: number; readonly images: number }[] = [
  { description: Infinity, images: Infinity },
  { description: 3000, images: Infinity },
  { description: 2000, images: 20 },
  { description: 2000, images: 8 },
  { description: 1000, images: 4 },
  { description: 500, images: 1 },
  { description: 200, images: 0 },
];

/** The vehicles in their order, truncated so that their JSON has at most `maxCharacters`. */
export function truncateVehicles(cars: readonly Vehicle[], maxCharacters: number): TruncatedVehicles {
  let truncated = cars;
  for (const limits of LIMITS) {
    truncated = cars.map((car) => truncateVehicle(car, limits));
    if (JSON.stringify(truncated).length <= maxCharacters) break;
  }
  const fitting = dropLongest(truncated, maxCharacters);
  const changed = (key: 'full_description' | 'images'): number => {
    const originals = new Map(truncated.map((car, i) => [car, cars[i]]));
    return fitting.filter((car) => car[key]?.length !== originals.get(car)?.[key]?.length).length;
  };
  return {
    cars: fitting,
    truncatedDescriptions: changed('full_description'),
    truncatedImages: changed('images'),
    omitted: cars.length - fitting.length,
  };
}

function truncateVehicle(car: Vehicle, limits: (typeof LIMITS)[number]): Vehicle {
  const { full_description: text, images } = car;
  return {
    ...car,
    full_description:
      text === null || text.length <= limits.description ? text : truncate(text, limits.description),
    images: images.length <= limits.images ? images : images.slice(0, limits.images),
  };
}

function truncate(text: string, maxLength: number): string {
  // Without half of a surrogate pair at its end.
  const start = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… [shortened: ${start.length} of ${text.length} characters]`;
}

function dropLongest(cars: readonly Vehicle[], maxCharacters: number): readonly Vehicle[] {
  const lengths = new Map(cars.map((car) => [car, JSON.stringify(car).length + 1]));
  const lengthOf = (car: Vehicle): number => lengths.get(car) ?? 0;
  let total = cars.reduce((sum, car) => sum + lengthOf(car), 2);
  const dropped = new Set<Vehicle>();
  // Among equally long ones the last goes first.
  for (const car of [...cars].reverse().sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (total <= maxCharacters) break;
    dropped.add(car);
    total -= lengthOf(car);
  }
  return cars.filter((car) => !dropped.has(car));
}
