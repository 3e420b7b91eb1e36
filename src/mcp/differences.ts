// What differs between a few vehicles, in words: for each fact that differs, which has the best of it and by how much.
import { formatCount, formatPounds } from '../api/format.ts';
import type { Field } from '../listing/field.ts';
import { FIELDS } from '../listing/fields.ts';
import type { BriefVehicle } from './brief-vehicle.ts';
import { valueText } from './vehicle-lines.ts';

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
const FACTS = FIELDS.filter(({ name, fact }) => fact !== undefined && name !== 'mileage');

/** One sentence for each fact that differs. Cars are called by their number, from 1. */
export function differencesOf(cars: readonly BriefVehicle[]): string[] {
  return [
    ...MEASURES.flatMap((measure) => measureSentence(measure, cars)),
    ...FACTS.flatMap((field) => wordSentence(labelOf(field), (car) => valueText(field, car), cars)),
    ...wordSentence('Trim', ({ trim }) => trim, cars),
    ...wordSentence('Body', ({ body }) => body, cars),
    ...wordSentence('Colour', ({ colour }) => colour, cars),
    ...wordSentence('Price against comparable listings of this stock', ({ price_mark }) => price_mark, cars),
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
  wordOf: (car: BriefVehicle) => string | undefined,
  cars: readonly BriefVehicle[],
): string[] {
  const words = cars.map((car) => wordOf(car) ?? 'not known');
  if (new Set(words).size === 1) return [];
  return [`${label}: ${words.map((word, i) => `${i + 1} ${word}`).join(', ')}.`];
}

function labelOf({ filter, name }: Field): string {
  return filter.kind === 'value' || filter.kind === 'range' ? filter.label : name;
}

const LIST = new Intl.ListFormat('en-GB');

function listOf(numbers: readonly number[]): string {
  return LIST.format(numbers.map(String));
}
