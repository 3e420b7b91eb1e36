// The fields that a feed's column can feed: those of listings, those that listings do not show, and those whose values are
// combined with other columns.
import type { FieldKind } from '../../listing/field.ts';
import { FIELDS } from '../../listing/fields.ts';

const FEED_ROWS = FIELDS.filter(({ feed }) => feed !== undefined);

/** Names of the field table's rows that a record may carry, required ones first. */
export const FEED_FIELDS: readonly string[] = [
  ...FEED_ROWS.filter(({ feed }) => feed?.isRequired === true),
  ...FEED_ROWS.filter(({ feed }) => feed?.isRequired !== true),
].map(({ name }) => name);

/** Further names that a record may carry. Their values are used, but never shown. */
const INTERNAL_FIELDS: readonly string[] = [
  ...['registration', 'vin', 'keywords', 'status', 'channel_status', 'is_sold', 'is_reserved'],
  ...['is_available', 'is_published', 'is_hidden', 'is_withdrawn', 'is_trade_only', 'condition', 'is_new'],
  ...['vat', 'plus_vat', 'includes_vat', 'price_ex_vat'],
];
export type RecordField = string;

/** Columns that are combined with others and become no field of their own. */
export const AUXILIARY_FIELDS: readonly string[] = [
  ...['variant', 'make_model', 'title', 'specification', 'mileage_unit', 'engine_unit', 'currency'],
  ...['price_kind', 'discount', 'discount_unit', 'on_sale', 'address', 'branch', 'county'],
  ...['dealer_name', 'engine', 'gears'],
];

export type ColumnField = string;

export const OWN_FIELDS: readonly string[] = [...FEED_FIELDS, ...INTERNAL_FIELDS];

export const COLUMN_FIELDS: readonly ColumnField[] = [...OWN_FIELDS, ...AUXILIARY_FIELDS];

/** The fields of listings that have one of these kinds. */
export function fieldsOfKind(...kinds: readonly FieldKind[]): readonly ColumnField[] {
  return FEED_ROWS.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
}

/** What searches ask of a vehicle besides its names and its dealer. */
export const FACT_FIELDS = fieldsOfKind('year', 'class', 'integer', 'number').filter((field) =>
  FEED_ROWS.some(({ name, filter }) => name === field && filter !== undefined),
);

export const CLASS_FIELDS = fieldsOfKind('class');

/** Fields whose numbers a column may hold in other sizes: thousands of miles, pence. */
export const SCALED_FIELDS = fieldsOfKind('integer', 'number').filter((field) => FACT_FIELDS.includes(field));

/** Readers of words that have a canonical spelling; undefined for others. */
export const WORD_READERS = FEED_ROWS.flatMap(({ name, kind, canonicalize }) =>
  canonicalize === undefined ? [] : [{ field: name, isClass: kind === 'class', read: canonicalize }],
);

export const COLUMN_UNITS = { mileage: ['miles', 'km'], engine_size: ['litres', 'cc'] } as const;
export type UnitField = keyof typeof COLUMN_UNITS;
export type ColumnUnit = (typeof COLUMN_UNITS)[UnitField][number];

export function isUnitField(field: string): field is UnitField {
  return Object.hasOwn(COLUMN_UNITS, field);
}

export function isColumnUnit(unit: string): unit is ColumnUnit {
  return Object.values(COLUMN_UNITS).some((units: readonly string[]) => units.includes(unit));
}

/** Fields that may be a record's id, in order of precedence. */
export const ID_FIELDS = ['id', 'vin', 'registration'] as const;

/** Fields that say whether a price is without VAT. */
export const VAT_FIELDS = ['vat', 'plus_vat', 'includes_vat'] as const;

/** Fields that say what a number beside them is, those in one list the same of it: its unit, its currency, its VAT. */
export const BESIDE_NUMBERS: Readonly<Record<string, readonly (readonly ColumnField[])[]>> = {
  price: [['currency'], VAT_FIELDS],
  mileage: [['mileage_unit']],
  engine_size: [['engine_unit']],
};

/** Fields that vehicles have, and nothing else in a feed. */
export const VEHICLE_ONLY_FIELDS: ReadonlySet<string> = new Set([
  ...['make', 'model', 'make_model', 'variant', 'registration', 'vin', ...FACT_FIELDS],
]);

/** The fields of vehicles that columns of these names feed. */
export function vehicleFields(
  names: Iterable<string>,
  fieldOf: (name: string) => string | undefined,
): ReadonlySet<string> {
  return new Set(
    Array.from(names, (name) => fieldOf(name) ?? '').filter((one) => VEHICLE_ONLY_FIELDS.has(one)),
  );
}

/** Fields that say where a vehicle is. */
export const PLACE_FIELDS: readonly string[] = [
  ...['postcode', 'loc', 'address', 'latitude', 'longitude', 'branch', 'county'],
];
