// Keeps a page of vehicles below a size: clients cut or refuse results of more than 100,000 characters. What is shortened
// first is what is longest and can be read at the dealer's. A description that was cut says so at its end, and the
// counts of all that is missing are given back, to be told.
import type { Vehicle } from '../api/vehicle.ts';

export interface FittedVehicles {
  readonly cars: readonly Vehicle[];
  readonly shortenedDescriptions: number;
  readonly shortenedImages: number;
  /** Vehicles with addresses so long that the page does not fit even then. */
  readonly leftOut: number;
}

/** Tried one after the other, for all vehicles of the page alike. */
const LIMITS: readonly { readonly description: number; readonly images: number }[] = [
  { description: Infinity, images: Infinity },
  { description: 3000, images: Infinity },
  { description: 2000, images: 20 },
  { description: 2000, images: 8 },
  { description: 1000, images: 4 },
  { description: 500, images: 1 },
  { description: 200, images: 0 },
];

/** The vehicles, in their order, such that their JSON has at most `mostCharacters`. */
export function fitVehicles(cars: readonly Vehicle[], mostCharacters: number): FittedVehicles {
  let fitted = cars;
  for (const limits of LIMITS) {
    fitted = cars.map((car) => shortened(car, limits));
    if (JSON.stringify(fitted).length <= mostCharacters) break;
  }
  const kept = withoutLongest(fitted, mostCharacters);
  const changed = (key: 'full_description' | 'images'): number => {
    const originals = new Map(fitted.map((car, i) => [car, cars[i]]));
    return kept.filter((car) => car[key]?.length !== originals.get(car)?.[key]?.length).length;
  };
  return {
    cars: kept,
    shortenedDescriptions: changed('full_description'),
    shortenedImages: changed('images'),
    leftOut: cars.length - kept.length,
  };
}

function shortened(car: Vehicle, limits: (typeof LIMITS)[number]): Vehicle {
  const { full_description: text, images } = car;
  return {
    ...car,
    full_description:
      text === null || text.length <= limits.description ? text : cut(text, limits.description),
    images: images.length <= limits.images ? images : images.slice(0, limits.images),
  };
}

function cut(text: string, most: number): string {
  // Never in the middle of a character of two code units.
  const start = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… [shortened: ${start.length} of ${text.length} characters]`;
}

function withoutLongest(cars: readonly Vehicle[], mostCharacters: number): readonly Vehicle[] {
  const lengths = new Map(cars.map((car) => [car, JSON.stringify(car).length + 1]));
  const lengthOf = (car: Vehicle): number => lengths.get(car) ?? 0;
  let total = cars.reduce((sum, car) => sum + lengthOf(car), 2);
  const dropped = new Set<Vehicle>();
  // Of those that are as long as each other, the last goes first.
  for (const car of [...cars].reverse().sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (total <= mostCharacters) break;
    dropped.add(car);
    total -= lengthOf(car);
  }
  return cars.filter((car) => !dropped.has(car));
}
