// What a layout is: the names that a kind of feed gives its columns, as data. Names are compared without case, spaces,
// underscores and hyphens; `#` in a name stands for any number, and several columns of one such name go by that number.
export const LAYOUT_NAMES = ['forecourt', 'dms', 'google', 'meta', 'xml', 'general'] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** What only helps to read other columns, besides the fields of a record. */
export const AUXILIARY_FIELDS = ['variant', 'mileage_unit', 'currency', 'address', 'dealer_name'] as const;

/** What a column can feed: a field of a record, or a name in AUXILIARY_FIELDS. */
export type ColumnField = string;

/** Units that a column's plain numbers may be in. */
export type ColumnUnit = 'miles' | 'km' | 'litres' | 'cc';

/** One row of a table: a field and the names of its columns. */
export interface ColumnAlias {
  readonly field: ColumnField;
  /** Of several that have a value, the first counts; keywords and pictures take all. */
  readonly names: readonly string[];
  /** Of plain numbers in these columns. */
  readonly unit?: ColumnUnit;
  /** For keywords that are numbers: what is counted, as people search for it. `# door` for 5 gives `5 door`. */
  readonly phrase?: string;
}

export interface Layout {
  readonly name: LayoutName;
  /** One sentence for people. */
  readonly description: string;
  /** A feed that has all names of one of these lists is taken for this layout. */
  readonly signature: readonly (readonly string[])[];
  /** Go before the synonyms that all layouts share. */
  readonly columns: readonly ColumnAlias[];
}
