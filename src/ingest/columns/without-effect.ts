// Columns and values without effect, for the report: overridden columns, further values of a list, and units of no number.
// Records that are no vehicle, although they are in a dealer's file: accessories and deposits of a shop, trailers, caravans, pages.
import {
  isDescription,
  takesOneValue,
  distinctValuesOf,
  type SourceValue,
  type RecordValues,
} from './combine-columns.ts';
import { type ColumnField, isNamedAs, wordsFor } from './feed-tables.ts';
import type { UnusedValue, OverriddenColumn } from '../run/record-result.ts';
import { isPlainNumber } from '../values/number.ts';
import { lessDiscount } from '../values/price.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { quoted } from '../../quoted-text.ts';
import type { MappingPlan } from './mapping-plan.ts';
import { MILEAGE_UNIT, readEngineSize, readMileage } from '../values/measures.ts';
import { isEmptyValue, isPlaceholder } from '../values/text.ts';

type OverriddenColumns = readonly OverriddenColumn[];

const NO_COLUMNS: OverriddenColumns = [];

/** Columns whose value differs from that of the column before them. `sources` has each field's columns, the first to count first. */
export function overriddenColumns(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
): OverriddenColumns {
  let overridden = NO_COLUMNS;
  for (const [field, list] of sources) {
    const [first, ...others] = list;
    if (first === undefined || others.length === 0 || !takesOneValue(field)) continue;
    const lost = others.filter(({ value }) => keyOf(value) !== keyOf(first.value));
    if (lost.length > 0)
      overridden = [...overridden, ...lost.map(({ shown }) => ({ name: shown, by: first.shown }))];
  }
  return overridden;
}

function keyOf(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** Units, the number that each belongs to, and those that are no loss without a number or beside a text with its own. */
const UNITS: readonly (readonly [unit: ColumnField, number: ColumnField, known: RegExp])[] = [
  ['mileage_unit', 'mileage', MILEAGE_UNIT],
  ['engine_unit', 'engine_size', /^(?:cc|ccm|cm3|cm³|cmq|l|lt|lts|ltrs?|litres?|liters?)$/i],
  ['currency', 'price', /^(?:£|gb pounds?|pounds?(?: sterling)?|[a-z]{3}|[02])$/i],
];
/** Lists of these are combined to one value. */
const COMBINED: ReadonlySet<ColumnField> = new Set(['model', 'fuel_type', 'transmission']);

const NO_VALUES: readonly UnusedValue[] = [];

export function unusedValues(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
): readonly UnusedValue[] {
  let unused = NO_VALUES;
  for (const [field, [first]] of sources) {
    // Several columns may say a currency, one of them in which unit.
    const takesOne = takesOneValue(field) || field === 'currency';
    if (!Array.isArray(first?.value) || !takesOne || COMBINED.has(field)) continue;
    const [, ...others] = distinctValuesOf(first.value);
    if (others.length > 0)
      unused = [...unused, { field, reason: 'too_many', value: others[0], count: others.length }];
  }
  for (const { value, column } of sources.get('full_description') ?? []) {
    const list = column.phrase === undefined ? distinctValuesOf(value) : [];
    const invalid = list.filter((part) => !isDescription(part));
    if (invalid.length > 0)
      unused = [
        ...unused,
        { field: column.field, reason: 'unreadable', value: invalid[0], count: invalid.length },
      ];
  }
  for (const [field, number, known] of UNITS) {
    const columns = (sources.get(field) ?? []).slice(0, takesOneValue(field) ? 1 : undefined);
    for (const [n, { value: said }] of columns.entries()) {
      const [unit] = distinctValuesOf(said);
      if (unit === undefined) continue;
      if ((typeof unit === 'string' || typeof unit === 'number') && known.test(String(unit).trim())) continue;
      const [value] = distinctValuesOf(sources.get(number)?.[0]?.value);
      if (n > 0 || typeof unit !== 'string' || !isPlainNumber(value))
        unused = [...unused, { field, reason: 'without_effect', value: unit, count: 1 }];
    }
  }
  return [...unused, ...unusedDiscount(sources)];
}

/** A discount that leaves the price as it is, unless it is 0. */
function unusedDiscount(sources: ReadonlyMap<ColumnField, readonly SourceValue[]>): readonly UnusedValue[] {
  const [price, ...said] = (['price', 'discount', 'discount_unit'] as const).map(
    (field) => distinctValuesOf(sources.get(field)?.[0]?.value)[0],
  );
  const [discount, unit] = said;
  if (Number(discount) === 0 || lessDiscount(price, discount, unit) !== price) return NO_VALUES;
  return (['discount', 'discount_unit'] as const).flatMap((field, n) =>
    said[n] === undefined ? [] : [{ field, reason: 'without_effect', value: said[n], count: 1 }],
  );
}

const FACTS: readonly ColumnField[] = [
  ...['mileage', 'fuel_type', 'transmission', 'registration', 'vin', 'engine'],
];
const MIN_FACTS = 2;
const MAX_LENGTH = 300;
/** Words of one thing: `gift card`. */
const MAX_WORDS = 3;

/** What diggers and other plant have instead of a mileage: `1,904 hrs`. */
const HOURS = /^[0-9.,]{1,9} ?(?:h|hrs?|hours?)\.?$/i;

/** Why a record is no vehicle, for people; undefined if it may be one. `hasFacts`: vehicles of this feed have facts. */
export function whyNoVehicle(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
  values: RecordValues,
  hasFacts: boolean,
): string | undefined {
  for (const { name, shown, value } of sources.get('keywords') ?? NONE)
    for (const kind of isNamedAs(name, 'kind') ? textsOf(value) : [])
      if (isOfNoVehicle(kind)) return `${shown} is ${quoted(kind)}`;
  const hours = textsOf(values.mileage).find((text) => HOURS.test(text));
  if (hours !== undefined) return `it has run ${quoted(hours)}`;
  const isSize = typeof readEngineSize(values.engine_size) === 'number';
  const lacksYear = !sources.has('year') && isEmptyValue(values.year);
  const known = FACTS.filter((field) =>
    [values[field], ...(sources.get(field) ?? NONE).map(({ value }) => value)].some((value) =>
      isFact(field, value),
    ),
  );
  // A registration and an engine are for sale by themselves, too.
  const isPart = lacksYear && hasFacts;
  const others = known.filter((field) => field !== 'registration' && !(isPart && field === 'engine'));
  if ((isSize && !isPart) || others.length > 0) return undefined;
  const named = NAMES.flatMap((field) => sources.get(field) ?? NONE);
  const names = named.length > 0 ? named : (sources.get('full_description') ?? NONE);
  const isKnownMake = typeof values.make === 'string' && canonicalMake(values.make) !== undefined;
  // A part is for a model of cars: `Ford`, `Kuga`, `Alloy wheels`.
  if (names.length === 0 || (isKnownMake && !(hasFacts && lacksYear))) return undefined;
  const texts = names.flatMap(({ value }) => textsOf(value));
  const said = texts.find((text) => isNoVehicle(text));
  if (said !== undefined) return `it is ${quoted(said)}`;
  return named.length > 0 && lacksYear && hasFacts && !isKnownMake && known.length === 0 && !isSize
    ? `it names no make that is known and has no fact of a vehicle: ${quoted(texts[0] ?? '')}`
    : undefined;
}

export function sayFacts({ columns }: Pick<MappingPlan, 'columns'>): boolean {
  return (
    columns.filter((column) => column !== null && FACTS.includes(column?.field ?? '')).length >= MIN_FACTS
  );
}

const MIN_MILES = 100;
const NOT_SAID = /^(?:other|unknown|not (?:known|applicable))$/i;

/** Whether a value is one that vehicles have: no placeholder, nor the `OTHER` or the 1 that forms are filled with. */
function isFact(field: ColumnField, value: unknown): boolean {
  const text = isEmptyValue(value) ? '' : String(value).trim();
  if (text === '' || isPlaceholder(text) || NOT_SAID.test(text)) return false;
  const miles = field === 'mileage' ? readMileage(value) : MIN_MILES;
  return typeof miles !== 'number' || miles >= MIN_MILES;
}

const NONE: readonly SourceValue[] = [];
const NAMES: readonly ColumnField[] = ['title', 'make_model', 'model', 'variant', 'make'];

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((text) => typeof text === 'string').filter((text) => text.length <= MAX_LENGTH);
}

/**
 * Whether a category is of no vehicles, by its last level that says either: `Vehicle Parts & Accessories >
 * Gearboxes`, `Cars & Caravans > Caravans`.
 */
function isOfNoVehicle(category: string): boolean {
  const levels = category.split(/[>|/]/).map((level) => level.trim());
  const last = levels.at(-1) ?? '';
  if (isNoVehicle(last)) return !isOfVehicles(last);
  const areOthers = (level: string): boolean => level.split(/[,&+]| and /i).every(isNoVehicle);
  const said = levels.findLast((level) => isOfVehicles(level) || areOthers(level));
  return said !== undefined && !isOfVehicles(said);
}

/** `Cars, Motorcycles & Vehicles`, `Car`, but not `Car Parts`. */
function isOfVehicles(level: string): boolean {
  const words = wordsOf(level);
  const subjects = wordsFor('subject');
  return words.some(
    (word) => (word.endsWith('s') || words.length === 1) && subjects.has(word.replace(/s$/, '')),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isNoVehicle(text: string): boolean {
  const words = wordsOf(text);
  const others = wordsFor('no vehicle');
  const vehicles = wordsFor('vehicle kind');
  return words.some(
    (_, at) =>
      !vehicles.has(words.slice(Math.max(0, at - 1), at + 1).join(' ')) &&
      Array.from({ length: MAX_WORDS }, (__, more) => words.slice(at, at + more + 1).join(' ')).some(
        (some) => others.has(some) || others.has(some.replace(/s$/, '')),
      ),
  );
}
