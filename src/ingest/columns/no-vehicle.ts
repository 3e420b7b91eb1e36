// Which records are no vehicle, although they are in a dealer's file: accessories and deposits of a shop, trailers, caravans, pages.
import { canonicalMake } from '../../vehicle/makes.ts';
import { quoted } from '../../problem.ts';
import { isEmptyValue, type SourceValue, type RecordValues } from './combine-columns.ts';
import type { ColumnField } from './table.ts';
import type { MappingPlan } from './mapping-plan.ts';
import { isNamedAs, wordsFor } from './words.ts';
import { readEngineSize } from '../values/measures.ts';

const FACTS: readonly ColumnField[] = [
  ...['mileage', 'fuel_type', 'transmission', 'registration', 'vin', 'engine'],
];
const MIN_FACTS = 2;
const MAX_LENGTH = 300;
/** Words of one thing: `gift card`. */
const MAX_WORDS = 3;

/** Why a record is no vehicle, for people; undefined if it may be one. `hasFacts`: vehicles of this feed have facts. */
export function whyNoVehicle(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
  values: RecordValues,
  hasFacts: boolean,
): string | undefined {
  for (const { name, shown, value } of sources.get('keywords') ?? NONE)
    for (const kind of isNamedAs(name, 'kind') ? textsOf(value) : [])
      if (isNoVehicle(lastOf(kind))) return `${shown} is ${quoted(kind)}`;
  const isSize = typeof readEngineSize(values.engine_size) === 'number';
  if (isSize || FACTS.some((field) => sources.has(field) || !isEmptyValue(values[field]))) return undefined;
  const names = NAMES.flatMap((field) => sources.get(field) ?? NONE);
  const isKnownMake = typeof values.make === 'string' && canonicalMake(values.make) !== undefined;
  const lacksYear = !sources.has('year') && isEmptyValue(values.year);
  // A part is for a model of cars: `Ford`, `Kuga`, `Alloy wheels`.
  if (names.length === 0 || (isKnownMake && !(hasFacts && lacksYear))) return undefined;
  const texts = names.flatMap(({ value }) => textsOf(value));
  const said = texts.find((text) => isNoVehicle(text));
  if (said !== undefined) return `it is ${quoted(said)}`;
  return lacksYear && hasFacts && !isKnownMake
    ? `it names no make that is known and has no fact of a vehicle: ${quoted(texts[0] ?? '')}`
    : undefined;
}

export function sayFacts({ columns }: Pick<MappingPlan, 'columns'>): boolean {
  return (
    columns.filter((column) => column !== null && FACTS.includes(column?.field ?? '')).length >= MIN_FACTS
  );
}

const NONE: readonly SourceValue[] = [];
const NAMES: readonly ColumnField[] = ['title', 'make_model', 'model'];

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((text) => typeof text === 'string').filter((text) => text.length <= MAX_LENGTH);
}

function lastOf(category: string): string {
  return category.split(/[>|/]/).at(-1)?.trim() ?? '';
}

function isNoVehicle(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const others = wordsFor('no vehicle');
  const vehicles = wordsFor('vehicle kind');
  return words.some(
    (_, at) =>
      !vehicles.has(words.slice(Math.max(0, at - 1), at + 1).join(' ')) &&
      Array.from({ length: MAX_WORDS }, (__, more) => words.slice(at, at + more + 1).join(' ')).some((some) =>
        others.has(some),
      ),
  );
}
