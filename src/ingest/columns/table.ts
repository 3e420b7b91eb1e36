// The tables in assets/feeds/, and what a column can feed. A mistake in one would silently lose a column of some dealer, so it is an error with its line.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../package-files.ts';
import { parseTable } from '../../vehicle/table.ts';
import { FEED_FIELDS, INTERNAL_FIELDS } from '../run/record-result.ts';

export interface FeedTableRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string>>;
  /** `columns.tsv, line 7`. */
  readonly place: string;
}

const TABLES = ['columns', 'layouts', 'parents', 'words', 'statuses'] as const;
export type FeedTable = (typeof TABLES)[number];

const FOLDER = packageFile('assets/feeds/');

export function tableText(table: FeedTable): string {
  return readFileSync(new URL(`${table}.tsv`, FOLDER), 'utf8');
}

let version: string | undefined;

/** A hash of all tables: records that were read with others are read again. */
export function tablesVersion(): string {
  if (version === undefined) {
    const hash = createHash('sha256');
    for (const table of TABLES) hash.update(tableText(table));
    version = hash.digest('base64url').slice(0, 12);
  }
  return version;
}

export function tableRows<Column extends string>(
  table: FeedTable,
  text: string,
  columns: readonly Column[],
): FeedTableRow<Column>[] {
  return parseTable(`${table}.tsv`, columns, text).map(({ cells, line }) => {
    const named = columns.map((column, i): [Column, string] => [column, cells[i]]);
    // Safe: an entry for each of the columns.
    return {
      cells: Object.fromEntries(named) as Record<Column, string>,
      place: `${table}.tsv, line ${line}`,
    };
  });
}

export class UniqueKeys {
  readonly #places = new Map<string, string>();

  add(key: string, what: string, place: string): void {
    const earlier = this.#places.get(key);
    if (earlier !== undefined) throw rowMistake(place, `${what} is in ${earlier} too`);
    this.#places.set(key, place);
  }
}

export function rowMistake(place: string, fault: string): Error {
  return new Error(`${place}: ${fault}`);
}

/** Columns that are combined with others and become no field of their own. */
export const AUXILIARY_FIELDS: readonly string[] = [
  ...['variant', 'make_model', 'title', 'specification', 'mileage_unit', 'engine_unit', 'currency'],
  ...[
    'discount',
    'discount_unit',
    'on_sale',
    'address',
    'branch',
    'county',
    'dealer_name',
    'engine',
    'gears',
  ],
];

export type ColumnField = string;

export const OWN_FIELDS: readonly string[] = [...FEED_FIELDS, ...INTERNAL_FIELDS];

export const COLUMN_FIELDS: readonly ColumnField[] = [...OWN_FIELDS, ...AUXILIARY_FIELDS];

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
