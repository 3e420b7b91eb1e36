// Finds the records of a dealer's file that are not vehicles, such as a shop's accessories and deposits, trailers, caravans and
// pages, by their categories, their names and the facts that they lack.
import { canonicalMake } from '../../vehicle/makes.ts';
import { quoted } from '../../quoted-text.ts';
import { readEngineSize, readMileage } from '../values/measures.ts';
import { isEmptyValue, isPlaceholder } from '../values/text.ts';
import { isNoVehicle, isOfNoVehicle } from './categories.ts';
import type { RecordValues, SourceValue } from './combine-columns.ts';
import type { ColumnField } from '../tables/feed-fields.ts';
import type { MappingPlan, PlannedRecord } from './mapping-plan.ts';

const FACTS: readonly ColumnField[] = [
  ...['mileage', 'fuel_type', 'transmission', 'registration', 'vin', 'engine'],
];
const MIN_FACTS = 2;
const MAX_LENGTH = 300;

/** Running hours, which diggers and other plant have instead of a mileage: `1,904 hrs`. */
const HOURS = /^[0-9.,]{1,9} ?(?:h|hrs?|hours?)\.?$/i;

/** Why a record is not a vehicle, for people; undefined if it may be one. `hasFacts`: this feed's vehicles have facts. */
export function whyNoVehicle(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
  values: RecordValues,
  record: PlannedRecord,
  hasFacts: boolean,
): string | undefined {
  for (const at of record.plan.categories)
    for (const kind of textsOf(record.values[at]))
      if (isOfNoVehicle(kind)) return `${record.plan.shown[at]} is ${quoted(kind)}`;
  const hours = textsOf(values.mileage).find((text) => HOURS.test(text));
  if (hours !== undefined) return `it has run ${quoted(hours)}`;
  const isSize = typeof readEngineSize(values.engine_size) === 'number';
  const lacksYear = !sources.has('year') && isEmptyValue(values.year);
  const known = FACTS.filter((field) =>
    [values[field], ...(sources.get(field) ?? NONE).map(({ value }) => value)].some((value) =>
      isFact(field, value),
    ),
  );
  // A registration or an engine may also be for sale by itself.
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
  return lacksYear && hasFacts && !isKnownMake && known.length === 0 && !isSize
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

/** Whether a value is one that vehicles have, not a placeholder, nor an `OTHER` or 1 that only fills a form. */
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
