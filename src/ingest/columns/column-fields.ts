// A layout: the column names of a kind of feed, as data. It adds names to those that every feed may have, or puts some first.
export const LAYOUT_NAMES = [
  'forecourt',
  'dms',
  'autotrader',
  'google',
  'meta',
  'schema_org',
  'wordpress',
  'shopify',
  'xml',
  'general',
] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** Columns that are combined with others and become no field of their own. */
export const AUXILIARY_FIELDS = [
  'variant',
  'make_model',
  'title',
  'specification',
  'mileage_unit',
  'engine_unit',
  'currency',
  'address',
  'branch',
  'county',
  'dealer_name',
  'engine',
  'gears',
] as const;

/** What a column can feed: a field of a record, or a name in AUXILIARY_FIELDS. */
export type ColumnField = string;

/** Units of numbers that come without one. */
export type ColumnUnit = 'miles' | 'km' | 'litres' | 'cc';

/** A field and the names of its columns. */
export interface ColumnAlias {
  readonly field: ColumnField;
  /** By priority: the first with a value wins. Keywords and images take all. */
  readonly names: readonly string[];
  /** Unit of numbers without one in these columns. */
  readonly unit?: ColumnUnit;
  /** Template for numeric keywords: `# door` turns 5 into `5 door`. */
  readonly phrase?: string;
}

export interface Layout {
  readonly name: LayoutName;
  /** One sentence for people. */
  readonly description: string;
  /** A feed with all names of one of these lists has this layout. */
  readonly signature: readonly (readonly string[])[];
  /** Come before the column aliases shared by all layouts. */
  readonly columns: readonly ColumnAlias[];
}

export interface ColumnKey {
  readonly key: string;
  /** The first number in the name, or 0. */
  readonly number: number;
}

/** The comparable form of a column name: `imageurl#` and 12 for `Image_URL 12`. */
export function columnKey(name: string): ColumnKey {
  const folded = name.toLowerCase().replace(/[\s_-]+/g, '');
  const number = /[0-9]+/.exec(folded)?.[0] ?? '0';
  return { key: folded.replace(/[0-9]+/g, '#'), number: Number(number) };
}
