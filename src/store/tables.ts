// The opened tables of the store (table-layout.ts describes each), their format version, and overlays of tables for dry runs.
import { randomUUID } from 'node:crypto';
import { type Database, type Key, type RootDatabase, type Transaction, asBinary } from 'lmdb';
import { LISTING_TEXT_FORMAT } from '../listing/codec.ts';
import { VERSION } from '../package-files.ts';
import { CHECKSUM_BYTES, checksumOf, seedOf } from './checksum.ts';
import { otherFormat, type StockFormat } from './upgrade/format-steps.ts';
import { damageIn, dataDamaged, STOCK_FILE } from './store-problem.ts';
import { LAYOUTS, SUMS, type TableLayout, compareKeys } from './table-layout.ts';
import { TableSums } from './table-sums.ts';
import {
  keyName,
  Table,
  entryValuesOf,
  type RawTable,
  type RawValue,
  type InsertOptions,
  type RawEntry,
  type TableReadOptions,
  type TableRange,
} from './table.ts';

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
      throw dataDamaged(folder, `the entry ${keyName(key)} of meta does not match its checksum`);
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
    if (raw === undefined) throw dataDamaged(folder, `${STOCK_FILE} has no table ${layout.name}`);
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

// A table for a dry run: it shows one state of another table, which stays unchanged, and writes to a second one.

/** A removed entry's value in the second table. It is too short for a checksum, so no entry has it. */
const REMOVED = Buffer.from([0]);

class OverlayTable<K extends Key> implements RawTable<K> {
  readonly #written: RawTable<K>;
  readonly #below: RawTable<K>;
  readonly #at: TableReadOptions;

  constructor(written: RawTable<K>, below: RawTable<K>, at: TableReadOptions) {
    this.#written = written;
    this.#below = below;
    this.#at = at;
  }

  get(key: K): RawValue | undefined {
    const written = this.#written.get(key);
    if (written === undefined) return this.#below.get(key, this.#at);
    return isRemoved(written) ? undefined : written;
  }

  getBinaryFast(key: K): Buffer | undefined {
    const written = this.#written.getBinaryFast(key);
    if (written === undefined) return this.#below.getBinaryFast(key, this.#at);
    return written.length === REMOVED.length ? undefined : written;
  }

  *getRange({ start, end, reverse = false, limit = Infinity }: TableRange<K> = {}): Iterable<RawEntry<K>> {
    const range = { start, end, reverse };
    const written = this.#written.getRange(range)[Symbol.iterator]();
    const below = this.#below.getRange({ ...range, ...this.#at })[Symbol.iterator]();
    const sign = reverse ? -1 : 1;
    try {
      let first = nextOf(written);
      let second = nextOf(below);
      for (let found = 0; found < limit && (first ?? second) !== undefined;) {
        const order =
          second === undefined ? -1 : first === undefined ? 1 : sign * compareKeys(first.key, second.key);
        const entry = order <= 0 ? first : second;
        if (entry !== undefined && !isRemoved(entry.value)) {
          found += 1;
          yield entry;
        }
        if (order <= 0) first = nextOf(written);
        if (order >= 0) second = nextOf(below);
      }
    } finally {
      written.return?.();
      below.return?.();
    }
  }

  putSync(key: K, value: object, options?: InsertOptions): boolean {
    // Declines to append, because it does not know whether the key would sort last.
    if (options !== undefined && ('append' in options || this.getBinaryFast(key) !== undefined)) return false;
    this.#written.putSync(key, value);
    return true;
  }

  removeSync(key: K): void {
    this.#written.putSync(key, asBinary(REMOVED));
  }
}

function isRemoved({ text }: RawValue): boolean {
  return text === undefined;
}

function nextOf<K extends Key>(entries: Iterator<RawEntry<K>>): RawEntry<K> | undefined {
  const next = entries.next();
  return next.done === true ? undefined : next.value;
}
