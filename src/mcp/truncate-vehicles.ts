// Truncates vehicles to a number of tokens, which an assistant's room limits. Descriptions are cut first, then pictures, which
// the dealer's advert has too. A truncated description ends with a note.
import { partitionPoint } from '../binary-search.ts';
import type { Vehicle } from '../api/responses.ts';
import { pluralize } from '../format.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGES } from '../listing/listing.ts';
import { estimateTokens, hasAtMostTokens, isShort } from './tokens.ts';

export interface TruncatedVehicles<C extends Vehicle = Vehicle> {
  readonly cars: readonly C[];
  readonly truncatedDescriptions: number;
  readonly truncatedImages: number;
  /** Vehicles left out, because their URLs alone are too long. */
  readonly omitted: number;
}

interface Limits {
  readonly description: number;
  readonly images: number;
}

/** The parts that are shortened in turn, and the minimum of each. */
const TURNS: readonly (readonly [what: keyof Limits, to: number])[] = [
  ['description', 3000],
  ['images', 20],
  ['description', 2400],
  ['images', 8],
  ['description', 1500],
  ['images', 4],
  ['description', 950],
  ['images', 1],
  ['description', 600],
  ['images', 0],
  ['description', 200],
];

/** Factor of each step: small steps use nearly all of the maximum. */
const STEP = 0.92;

/** Limits from the widest to the narrowest, equal for all vehicles of the page. */
const LIMITS: readonly Limits[] = limitsInTurn();

function limitsInTurn(): Limits[] {
  const steps: Limits[] = [{ description: MAX_DESCRIPTION_LENGTH, images: MAX_IMAGES }];
  for (const [what, to] of TURNS) {
    for (let last = steps.at(-1); last !== undefined && last[what] > to; last = steps.at(-1))
      steps.push({ ...last, [what]: Math.max(to, Math.floor(last[what] * STEP)) });
  }
  return steps;
}

/** The vehicles in their order, truncated so that their JSON has at most `tokens`. */
export function truncateVehicles<C extends Vehicle>(
  cars: readonly C[],
  tokens: number,
): TruncatedVehicles<C> {
  const truncated = widestThatFits(cars, tokens);
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

/** The vehicles at the widest limits that fit. By bisection, because each attempt reads all texts. */
function widestThatFits<C extends Vehicle>(cars: readonly C[], tokens: number): readonly C[] {
  const within = (limits: Limits): readonly C[] => cars.map((car) => truncateVehicle(car, limits));
  const fits = (at: number): boolean => hasAtMostTokens(JSON.stringify(within(LIMITS[at])), tokens);
  // Whole pages usually fit.
  return within(LIMITS[fits(0) ? 0 : partitionPoint(1, LIMITS.length - 1, fits)]);
}

function truncateVehicle<C extends Vehicle>(car: C, limits: Limits): C {
  const { full_description: text, images } = car;
  return {
    ...car,
    full_description: text === null ? null : truncateDescription(text, limits.description),
    images: images.length <= limits.images ? images : images.slice(0, limits.images),
  };
}

/** At most the first `maxLength` characters, then with a mark that has the full length. */
export function truncateDescription(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Drops half of a surrogate pair at the end.
  const start = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… [shortened: ${start.length} of ${text.length} characters]`;
}

/** The vehicles without the longest ones, so that their JSON has at most `tokens`. */
export function dropLongest<C extends object>(cars: readonly C[], tokens: number): readonly C[] {
  if (isShort(JSON.stringify(cars), tokens)) return cars;
  const lengths = new Map(cars.map((car) => [car, estimateTokens(JSON.stringify(car)) + 1]));
  const lengthOf = (car: C): number => lengths.get(car) ?? 0;
  let total = cars.reduce((sum, car) => sum + lengthOf(car), 2);
  const dropped = new Set<C>();
  // Among equally long vehicles the last is dropped first.
  for (const car of [...cars].reverse().sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (total <= tokens) break;
    dropped.add(car);
    total -= lengthOf(car);
  }
  return cars.filter((car) => !dropped.has(car));
}

/** What was cut, from how many vehicles, and how to get the rest: `use a smaller limit`. Empty if nothing was. */
export function truncationNote(
  {
    truncatedDescriptions = 0,
    truncatedImages = 0,
    omitted,
  }: Partial<TruncatedVehicles> & Pick<TruncatedVehicles, 'omitted'>,
  count: number,
  forTheRest: string,
): string[] {
  const cuts = [
    ...(truncatedDescriptions > 0 ? [`${pluralize(truncatedDescriptions, 'description')} cut`] : []),
    ...(truncatedImages > 0 ? [`${pluralize(truncatedImages, 'list')} of pictures cut`] : []),
    ...(omitted > 0 ? [`${pluralize(omitted, 'vehicle')} left out`] : []),
  ];
  if (cuts.length === 0) return [];
  const advice = count === 1 ? 'Its advert has the rest.' : `For the rest, ${forTheRest}.`;
  return [`Shortened to fit: ${cuts.join(', ')}. ${advice}`];
}
