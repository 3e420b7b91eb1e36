// The tables' names, and how their keys are divided into buckets. A bucket is a range of keys with one sum (table-sums.ts),
// small enough to be scanned when a key is not found.
import type { Key } from 'lmdb';

export interface KeyRange<K extends Key> {
  readonly start?: K | undefined;
  /** Exclusive. */
  readonly end?: K | undefined;
}

/** The division of a table's keys into buckets. */
interface Buckets<K extends Key> {
  bucketOf(key: K): string;
  /** The range of all keys of a bucket. */
  rangeOf(bucket: string): KeyRange<K>;
}

export interface TableLayout<K extends Key> extends Buckets<K> {
  readonly name: string;
  readonly keyEncoding: 'ordered-binary' | 'binary';
}

/** The range of all listing keys of a dealer: '0' is the character after '/'. */
export function dealerKeyRange(dealer: string): { readonly start: string; readonly end: string } {
  return { start: `${dealer}/`, end: `${dealer}0` };
}

/** 4096 buckets, by the first 12 bits: unknown adverts are looked up often, and proving each absent means scanning its bucket. */
const HASH_BUCKETS = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'));

function headOf(bucket: number): Buffer {
  return Buffer.from([bucket >> 4, (bucket & 0xf) << 4]);
}

const WHOLE_TABLE: Buckets<Key> = { bucketOf: () => '', rangeOf: () => ({}) };
const BY_DEALER: Buckets<string> = {
  bucketOf: (key) => key.slice(0, key.indexOf('/')),
  rangeOf: dealerKeyRange,
};
const BY_HASH: Buckets<Buffer> = {
  bucketOf: (key) => HASH_BUCKETS[(key[0] << 4) | (key[1] >> 4)],
  rangeOf(bucket) {
    const first = Number.parseInt(bucket, 16);
    return { start: headOf(first), end: first === HASH_BUCKETS.length - 1 ? undefined : headOf(first + 1) };
  },
};
const BY_SEQUENCE: Buckets<[sequence: number, next: number | string]> = {
  bucketOf: ([sequence]) => String(sequence),
  rangeOf: (sequence) => ({ start: [Number(sequence), 0], end: [Number(sequence) + 1, 0] }),
};

/** Buckets by name: upgrade steps refer to earlier formats' buckets by it. Never change an existing one. */
const BUCKETS = {
  one: WHOLE_TABLE,
  'by dealer': BY_DEALER,
  'by hash': BY_HASH,
  'by sequence': BY_SEQUENCE,
} as const;

/** A table's layout as data. */
export interface NamedLayout {
  readonly name: string;
  readonly keyEncoding: TableLayout<Key>['keyEncoding'];
  readonly buckets: keyof typeof BUCKETS;
}

/** The layout of a table. `K` must be the type of key that its buckets divide. */
export function layoutOf<K extends Key>({ name, keyEncoding, buckets }: NamedLayout): TableLayout<K> {
  return { name, keyEncoding, ...(BUCKETS[buckets] as Buckets<Key> as Buckets<K>) };
}

function table<K extends Key>(
  name: string,
  buckets: NamedLayout['buckets'] = 'one',
  keyEncoding: NamedLayout['keyEncoding'] = 'ordered-binary',
): TableLayout<K> {
  return layoutOf({ name, keyEncoding, buckets });
}

/** The tables by name. Values are strings, mostly JSON. */
export const LAYOUTS = {
  /** Keys: `format`, `program`, `storeId`, `sequence`, `log`, `past`, `revision`, `duplicates`, `changes`, `feed/NAME`. */
  meta: table<string>('meta'),
  /** Listing key to the time of its last change and its record (stored-listing.ts). */
  listings: table<string>('listings', 'by dealer'),
  /** Dealer to its number of listings. */
  dealers: table<string>('dealers'),
  /** Hash of an advert URL to the advert's state. */
  adverts: table<Buffer>('adverts', 'by hash', 'binary'),
  /** Hashes of an identifier and a dealer to listing keys. */
  vehicles: table<Buffer>('vehicles', 'one', 'binary'),
  /** Listing key to its registration and VIN. */
  identifiers: table<string>('identifiers'),
  /** Dealer to the feed that owns it. */
  owners: table<string>('owners'),
  /** Dealer to its DealerHistory. */
  histories: table<string>('histories'),
  /** Sequence and chunk number to changed listing keys. */
  log: table<[sequence: number, chunk: number]>('log', 'by sequence'),
  /** Sequence and listing key to the listing as it was before (past-listings.ts). */
  past: table<[sequence: number, key: string]>('past', 'by sequence'),
  /** Running number to an import's report. */
  reports: table<number>('reports'),
} as const;

/** The table of the other tables' sums. It is the same in all formats. */
export const SUMS = table<string>('sums');

/** Whether all of `inner` is within `outer`. */
export function isInTableRange<K extends Key>(inner: KeyRange<K>, outer: KeyRange<K>): boolean {
  const startsWithin =
    outer.start === undefined || (inner.start !== undefined && compareKeys(inner.start, outer.start) >= 0);
  const endsWithin =
    outer.end === undefined || (inner.end !== undefined && compareKeys(inner.end, outer.end) <= 0);
  return startsWithin && endsWithin;
}

export function isSameRange<K extends Key>(a: KeyRange<K>, b: KeyRange<K>): boolean {
  return isInTableRange(a, b) && isInTableRange(b, a);
}

/** LMDB's order of keys within a table. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (Array.isArray(a) && Array.isArray(b)) {
    const at = a.findIndex((part, i) => part !== b[i]);
    if (at < 0) return a.length - b.length;
    return at >= b.length ? 1 : compareKeys(a[at], b[at]);
  }
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

function bytesOf(key: Key): Uint8Array {
  return key instanceof Uint8Array ? key : Buffer.from(String(key));
}
