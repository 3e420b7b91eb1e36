// What differs between a few vehicles, in words: for each fact that differs, which has the best of it and by how much.
import { formatCount, formatPounds } from '../api/format.ts';
import type { BriefVehicle } from './brief-vehicle.ts';

/** A number of which less or more is better. */
interface Measure {
  readonly label: string;
  readonly best: string;
  readonly isLessBetter: boolean;
  readonly valueOf: (car: BriefVehicle) => number | undefined;
  /** A difference, without its sign. */
  readonly format: (difference: number) => string;
}

const MEASURES: readonly Measure[] = [
  {
    label: 'Price',
    best: 'cheapest',
    isLessBetter: true,
    valueOf: ({ price }) => price,
    format: (pounds) => `${formatPounds(pounds)} less than`,
  },
  {
    label: 'Mileage',
    best: 'fewest miles',
    isLessBetter: true,
    valueOf: ({ mileage }) => mileage,
    format: (miles) => `${formatCount(miles)} fewer than`,
  },
  {
    label: 'Year',
    best: 'newest',
    isLessBetter: false,
    valueOf: ({ year }) => (year === undefined ? undefined : Number(year)),
    format: (years) => `${years === 1 ? 'a year' : `${years} years`} newer than`,
  },
];

/** Facts that are compared by word. */
const WORDS: readonly { readonly label: string; readonly member: keyof BriefVehicle }[] = [
  { label: 'Fuel', member: 'fuel_type' },
  { label: 'Gearbox', member: 'transmission' },
  { label: 'Engine, litres', member: 'engine_size' },
  { label: 'Trim', member: 'trim' },
  { label: 'Body', member: 'body' },
  { label: 'Colour', member: 'colour' },
  { label: 'Price against comparable listings of this stock', member: 'price_mark' },
];

/** One sentence for each fact that differs. Cars are called by their number, from 1. */
export function differencesOf(cars: readonly BriefVehicle[]): string[] {
  return [
    ...MEASURES.flatMap((measure) => measureSentence(measure, cars)),
    ...WORDS.flatMap(({ label, member }) =>
      wordSentence(
        label,
        cars.map((car) => car[member]),
      ),
    ),
  ];
}

function measureSentence(
  { label, best, isLessBetter, valueOf, format }: Measure,
  cars: readonly BriefVehicle[],
): string[] {
  const known = cars.flatMap((car, i) => {
    const value = valueOf(car);
    return value === undefined ? [] : [{ number: i + 1, value }];
  });
  const unknown = cars.flatMap((car, i) => (valueOf(car) === undefined ? [i + 1] : []));
  const notKnown = unknown.length === 0 ? '' : ` Not known of ${listOf(unknown)}.`;
  const [first, ...others] = known.toSorted((a, b) => (isLessBetter ? a.value - b.value : b.value - a.value));
  if (first === undefined || others.length === 0) return [];
  const worse = others.filter(({ value }) => value !== first.value);
  if (worse.length === 0) return notKnown === '' ? [] : [`${label}: the same.${notKnown}`];
  const bestOnes = known.filter(({ value }) => value === first.value).map(({ number }) => number);
  const compared = worse.map(({ number, value }) => `${format(Math.abs(value - first.value))} ${number}`);
  return [`${label}: ${listOf(bestOnes)} ${best}, ${compared.join(', ')}.${notKnown}`];
}

function wordSentence(
  label: string,
  values: readonly (string | number | readonly string[] | undefined)[],
): string[] {
  const words = values.map((value) => (value === undefined ? 'not known' : String(value)));
  if (new Set(words).size === 1) return [];
  return [`${label}: ${words.map((word, i) => `${i + 1} ${word}`).join(', ')}.`];
}

const LIST = new Intl.ListFormat('en-GB');

function listOf(numbers: readonly number[]): string {
  return LIST.format(numbers.map(String));
}
