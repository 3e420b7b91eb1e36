// Columns and values without effect, for the report: overridden columns, further values of a list, and units of no number.
import { isDescription, takesOneValue, distinctValuesOf, type SourceValue } from './combine-columns.ts';
import { CLASS_FIELDS, type ColumnField } from '../tables/feed-fields.ts';
import type { UnusedValue, OverriddenColumn } from '../values/record-result.ts';
import { isPlainNumber } from '../values/number.ts';
import { lessDiscount } from '../values/price.ts';
import { ENGINE_UNIT, MILEAGE_UNIT } from '../values/measures.ts';

type OverriddenColumns = readonly OverriddenColumn[];

const NO_COLUMNS: OverriddenColumns = [];

/** Columns whose value differs from that of the column before. `sources` has each field's columns by precedence. */
export function overriddenColumns(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
): OverriddenColumns {
  let overridden = NO_COLUMNS;
  for (const [field, list] of sources) {
    const [first, ...others] = list;
    if (first === undefined || others.length === 0 || !takesOneValue(field)) continue;
    const lost = others.filter(({ value }) => normalized(value) !== normalized(first.value));
    if (lost.length > 0)
      overridden = [...overridden, ...lost.map(({ shown }) => ({ name: shown, by: first.shown }))];
  }
  return overridden;
}

function normalized(value: unknown): string {
  return String(value).trim().toLowerCase();
}

const CURRENCY = /^(?:£|gb pounds?|pounds?(?: sterling)?|[a-z]{3}|[02])$/i;
/** Units, the number that each belongs to, and those that need no report without a number or beside a text with a unit. */
const UNITS: readonly (readonly [unit: ColumnField, number: ColumnField, known: () => RegExp])[] = [
  ['mileage_unit', 'mileage', MILEAGE_UNIT],
  ['engine_unit', 'engine_size', ENGINE_UNIT],
  ['currency', 'price', () => CURRENCY],
];
/** Lists of these are combined to one value. */
const COMBINED: ReadonlySet<ColumnField> = new Set(['model', ...CLASS_FIELDS]);

const NO_VALUES: readonly UnusedValue[] = [];

export function unusedValues(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
): readonly UnusedValue[] {
  let unused = NO_VALUES;
  for (const [field, columns] of sources) {
    // Several columns may say a currency, one of them in which unit.
    const used = field === 'currency' ? columns : takesOneValue(field) ? columns.slice(0, 1) : [];
    for (const { value } of COMBINED.has(field) ? [] : used) {
      const [, ...others] = Array.isArray(value) ? distinctValuesOf(value) : [];
      if (others.length > 0)
        unused = [...unused, { field, reason: 'too_many', value: others[0], count: others.length }];
    }
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
  for (const [field, number] of UNITS) {
    const columns = (sources.get(field) ?? []).slice(0, takesOneValue(field) ? 1 : undefined);
    for (const [n, { value: said }] of columns.entries()) {
      const [unit] = distinctValuesOf(said);
      if (unit === undefined) continue;
      if (isKnownUnit(field, unit)) continue;
      const [value] = distinctValuesOf(sources.get(number)?.[0]?.value);
      if (n > 0 || typeof unit !== 'string' || !isPlainNumber(value))
        unused = [...unused, { field, reason: 'without_effect', value: unit, count: 1 }];
    }
  }
  return [...unused, ...unusedDiscount(sources)];
}

/** Whether a value beside a number is a known unit or currency. */
export function isKnownUnit(field: ColumnField, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return UNITS.some(([unit, , known]) => unit === field && known().test(String(value).trim()));
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
