// The opened tables of the store (table-layout.ts describes each), and their format version.
import { randomUUID } from 'node:crypto';
import { type Database, type Key, type RootDatabase, type Transaction } from 'lmdb';
import { LISTING_TEXT_FORMAT } from '../listing/codec.ts';
import { VERSION } from '../package-files.ts';
import { CHECKSUM_BYTES, checksumOf, seedOf } from './checksum.ts';
import { otherFormat, type StockFormat } from './upgrade/format-steps.ts';
import { damageIn, Damage, STOCK_FILE } from './store-problem.ts';
import { LAYOUTS, SUMS, type TableLayout } from './table-layout.ts';
import { TableSums } from './table-sums.ts';
import { keyName, Table, entryValuesOf, type RawTable, type RawValue } from './table.ts';
import { OverlayTable } from './overlay-table.ts';

/**
 * Version of everything in the file. Raise the number if older or newer code would misread the tables. Each new format needs
 * a step from the one before it (store/upgrade/format-steps.ts).
 */
export const FORMAT = `7-${LISTING_TEXT_FORMAT}`;

export const FORMAT_KEY = 'format';
/** The version of the program that wrote last. */
export const PROGRAM_KEY = 'program';

export type Root = RootDatabase<RawValue, string>;

type Layouts = typeof LAYOUTS;

export type Tables = {
  readonly [Name in keyof Layouts]: Layouts[Name] extends TableLayout<infer K> ? Table<K> : never;
};

export interface OpenedTables {
  readonly tables: Tables;
  readonly sums: TableSums;
}

/** Creates the tables of an empty store in an empty file. */
export function createTables(folder: string, root: Root): void {
  for (const layout of [...Object.values(LAYOUTS), SUMS]) openRaw(root, layout as TableLayout<Key>, true);
  const { tables, sums } = tablesOf(folder, (layout) => openRaw(root, layout, false));
  root.transactionSync(() => {
    tables.meta.put(FORMAT_KEY, FORMAT);
    tables.meta.put(PROGRAM_KEY, VERSION);
    tables.meta.put('storeId', randomUUID());
    tables.meta.put('sequence', '0');
    sums.write();
  });
}

/** Opens the tables of a file, and creates none: a foreign file stays unchanged. Problem `data_version` for another format. */
export function openTables(folder: string, root: Root): OpenedTables {
  const found = readFormat(folder, root);
  if (found.format !== FORMAT) throw otherFormat(folder, found, FORMAT);
  return tablesOf(folder, (layout) => openRaw(root, layout, false));
}

/** Creates tables in an empty file for writes over one state of another file, which is not changed. */
export function overlayTables(
  folder: string,
  root: Root,
  below: { readonly root: Root; begin(): Transaction },
): OpenedTables {
  const at: { transaction?: Transaction } = {};
  const opened = tablesOf(folder, <K extends Key>(layout: TableLayout<K>) => {
    const written = openRaw(root, layout, true);
    const lower = openRaw(below.root, layout, false);
    return written && lower && new OverlayTable<K>(written, lower, at);
  });
  // Opening a table ends earlier transactions.
  at.transaction = below.begin();
  return opened;
}

/** The format of a stock, known or not. Throws a Problem `data_damaged` if it does not match its checksum. */
export function readFormat(folder: string, root: Root): StockFormat {
  const meta = openRaw(root, LAYOUTS.meta, false);
  const textOf = (key: string): string | undefined => {
    const bytes = meta?.getBinary(key);
    if (bytes === undefined) return undefined;
    // Formats up to 3 have no checksum: their value is the number alone.
    const whole = bytes.toString('latin1');
    if (/^[0-9]*$/.test(whole)) return whole;
    const end = bytes.length - CHECKSUM_BYTES;
    if (end < 0 || checksumOf(seedOf('meta'), key, bytes, 0, end) !== bytes.readUInt32LE(end))
      throw new Damage(folder, `the entry ${keyName(key)} of meta does not match its checksum`);
    return bytes.toString('utf8', 0, end);
  };
  return { format: textOf(FORMAT_KEY) ?? 'unknown', program: textOf(PROGRAM_KEY) };
}

function tablesOf(
  folder: string,
  open: <K extends Key>(layout: TableLayout<K>) => RawTable<K> | undefined,
): OpenedTables {
  const damaged = damageIn(folder);
  const find = <K extends Key>(layout: TableLayout<K>, changed: TableSums['change']): Table<K> => {
    const raw = open(layout);
    if (raw === undefined) throw new Damage(folder, `${STOCK_FILE} has no table ${layout.name}`);
    return new Table<K>(raw, layout, { damaged, changed });
  };
  const sums = new TableSums(find(SUMS, () => undefined));
  const summed: TableSums['change'] = (...change) => sums.change(...change);
  const layouts = Object.values(LAYOUTS) as readonly TableLayout<Key>[];
  const opened = layouts.map((layout) => [layout.name, find(layout, summed)]);
  // Each has the type of its layout.
  return { tables: Object.fromEntries(opened) as Tables, sums };
}

/** Opens a table; undefined if it does not exist and `create` is false. LMDB's types lack `create` and this result. */
export function openRaw<K extends Key>(
  root: Root,
  layout: TableLayout<K>,
  create: boolean,
): Database<RawValue, K> | undefined {
  const { name, keyEncoding } = layout;
  const options = { encoder: entryValuesOf(name), keyEncoding, create };
  return root.openDB<RawValue, K>(name, options);
}
