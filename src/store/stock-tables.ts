// The tables in the stock's file, and the number of the format that they follow. All values are texts, mostly JSON. What
// the tables mean is the business of the files that use them.
import { randomUUID } from 'node:crypto';
import type { Database, Key, RootDatabase } from 'lmdb';
import { LISTING_TEXT_FORMAT } from '../listing/listing-text.ts';
import { damaged, otherVersion, STOCK_FILE } from './store-problem.ts';

/** Version of everything in the file. Raise its number if other code would misread the tables. */
const FORMAT = `3-${LISTING_TEXT_FORMAT}`;

export type Table<K extends Key> = Database<string, K>;
export type Root = RootDatabase<string, string>;

export interface Tables {
  /** By name: `format`, `identity`, `sequence`, `log`, `kept`, `shared`, and `feed/NAME` for each feed. */
  readonly meta: Table<string>;
  /** Listing key to record. */
  readonly listings: Table<string>;
  /** Dealer to the number of its listings. */
  readonly dealers: Table<string>;
  /** Hash of an advert's address to what is known of the advert. */
  readonly adverts: Table<Buffer>;
  /** Hashes of a registration or VIN and of a dealer to the keys of the listings. */
  readonly vehicles: Table<Buffer>;
  /** Listing key to registration and VIN, where there are any. */
  readonly marks: Table<string>;
  /** Dealer to the feed that sent it last. */
  readonly senders: Table<string>;
  /** Sequence and chunk number to the listing keys touched. */
  readonly log: Table<[sequence: number, chunk: number]>;
  /** Rising number to the report of an import. */
  readonly reports: Table<number>;
}

const TABLE_NAMES = [
  'meta',
  'listings',
  'dealers',
  'adverts',
  'vehicles',
  'marks',
  'senders',
  'log',
  'reports',
] as const;

/** Makes the tables of an empty stock in an empty file. */
export function makeTables(root: Root): void {
  const [meta] = TABLE_NAMES.map((name) => root.openDB<string, string>(name, { encoding: 'string' }));
  root.transactionSync(() => {
    meta?.putSync('format', FORMAT);
    meta?.putSync('identity', randomUUID());
    meta?.putSync('sequence', '0');
  });
}

/** The tables of a file. Makes none, so a foreign file stays as it is. */
export function findTables(folder: string, root: Root): Tables {
  const meta = find<string>(root, 'meta');
  const format = meta?.get('format') ?? 'unknown';
  if (format !== FORMAT) {
    throw otherVersion(folder, `${STOCK_FILE} has format ${format}, not ${FORMAT}`);
  }
  const tables = {
    meta,
    listings: find<string>(root, 'listings'),
    dealers: find<string>(root, 'dealers'),
    adverts: find<Buffer>(root, 'adverts', 'binary'),
    vehicles: find<Buffer>(root, 'vehicles', 'binary'),
    marks: find<string>(root, 'marks'),
    senders: find<string>(root, 'senders'),
    log: find<[number, number]>(root, 'log'),
    reports: find<number>(root, 'reports'),
  };
  const missing = TABLE_NAMES.find((name) => tables[name] === undefined);
  if (missing !== undefined) throw damaged(folder, `${STOCK_FILE} has no table ${missing}`);
  return tables as Tables;
}

// LMDB's types leave out both `create` and that a table may be missing.
function find<K extends Key>(
  root: Root,
  name: (typeof TABLE_NAMES)[number],
  keyEncoding: 'ordered-binary' | 'binary' = 'ordered-binary',
): Table<K> | undefined {
  const options = { encoding: 'string', keyEncoding, create: false } as const;
  return root.openDB<string, K>(name, options);
}
