// What a column can feed: fields of records, and names that are combined with other columns.
import { FEED_FIELDS, INTERNAL_FIELDS } from '../run/record-result.ts';

/** Columns that are combined with others and become no field of their own. */
export const AUXILIARY_FIELDS = [
  'variant',
  'make_model',
  'title',
  'specification',
  'mileage_unit',
  'engine_unit',
  'currency',
  'discount',
  'discount_unit',
  'on_sale',
  'address',
  'branch',
  'county',
  'dealer_name',
  'engine',
  'gears',
] as const;

export type ColumnField = string;

export const OWN_FIELDS: readonly string[] = [...FEED_FIELDS, ...INTERNAL_FIELDS];

export const COLUMN_FIELDS: readonly ColumnField[] = [...OWN_FIELDS, ...AUXILIARY_FIELDS];

/** Units of numbers that come without one, by the field of the number. */
export const COLUMN_UNITS = { mileage: ['miles', 'km'], engine_size: ['litres', 'cc'] } as const;
export type UnitField = keyof typeof COLUMN_UNITS;
export type ColumnUnit = (typeof COLUMN_UNITS)[UnitField][number];

export function isUnitField(field: string): field is UnitField {
  return Object.hasOwn(COLUMN_UNITS, field);
}

export function isColumnUnit(unit: string): unit is ColumnUnit {
  return Object.values(COLUMN_UNITS).some((units: readonly string[]) => units.includes(unit));
}

/** Fields whose numbers a column may hold in other sizes: thousands of miles, pence. */
export const SCALED_FIELDS: readonly ColumnField[] = ['mileage', 'engine_size', 'price'];
