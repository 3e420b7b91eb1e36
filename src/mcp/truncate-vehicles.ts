// Truncates vehicles to a number of tokens, because an assistant has room for so many. Descriptions go first, then pictures, which
// the dealer's advert has too. A truncated description ends with a note.
import type { Vehicle } from '../api/vehicle.ts';
import { estimateTokens } from './tokens.ts';

export interface TruncatedVehicles<C extends Vehicle = Vehicle> {
  readonly cars: readonly C[];
  readonly truncatedDescriptions: number;
  readonly truncatedImages: number;
  /** Vehicles left out, because their URLs alone are too long. */
  readonly omitted: number;
}

/** Tried in this order, for all vehicles of the page alike. Steps are small, so that what is kept comes near the maximum. */
const LIMITS: readonly { readonly description: number; readonly images: number }[] = [
  { description: Infinity, images: Infinity },
  { description: 3000, images: Infinity },
  { description: 3000, images: 20 },
  { description: 2400, images: 8 },
  { description: 1900, images: 8 },
  { description: 1900, images: 4 },
  { description: 1500, images: 4 },
  { description: 1200, images: 4 },
  { description: 1200, images: 1 },
  { description: 950, images: 1 },
  { description: 750, images: 1 },
  { description: 600, images: 1 },
  { description: 600, images: 0 },
  { description: 450, images: 0 },
  { description: 300, images: 0 },
  { description: 200, images: 0 },
];

/** The vehicles in their order, truncated so that their JSON has at most that many tokens. */
export function truncateVehicles<C extends Vehicle>(
  cars: readonly C[],
  tokens: number,
): TruncatedVehicles<C> {
  let truncated = cars;
  for (const limits of LIMITS) {
    truncated = cars.map((car) => truncateVehicle(car, limits));
    if (tokensOf(truncated) <= tokens) break;
  }
  const fitting = dropLongest(truncated, tokens);
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

function truncateVehicle<C extends Vehicle>(car: C, limits: (typeof LIMITS)[number]): C {
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

/** Without the longest, so that their JSON has at most that many tokens. */
export function dropLongest<C extends object>(cars: readonly C[], tokens: number): readonly C[] {
  const lengths = new Map(cars.map((car) => [car, tokensOf(car) + 1]));
  const lengthOf = (car: C): number => lengths.get(car) ?? 0;
  let total = cars.reduce((sum, car) => sum + lengthOf(car), 2);
  const dropped = new Set<C>();
  // Among equally long ones the last goes first.
  for (const car of [...cars].reverse().sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (total <= tokens) break;
    dropped.add(car);
    total -= lengthOf(car);
  }
  return cars.filter((car) => !dropped.has(car));
}

function tokensOf(value: object): number {
  return estimateTokens(JSON.stringify(value));
}
