// The tables' names, and how their keys are divided into buckets. A bucket is a range of keys with one sum (table-sums.ts),
// small enough to be scanned when a key is not found.
import type { Key } from 'lmdb';

export interface KeyRange<K extends Key> {
  readonly start?: K | undefined;
  /** Exclusive. */
  readonly end?: K | undefined;
}

export interface TableLayout<K extends Key> {
  readonly name: string;
  readonly keyEncoding: 'ordered-binary' | 'binary';
  bucketOf(key: K): string;
  /** The range of all keys of a bucket. */
  rangeOf(bucket: string): KeyRange<K>;
}

/** The layout of a table with a single bucket. */
function singleBucket<K extends Key>(
  name: string,
  keyEncoding: TableLayout<K>['keyEncoding'] = 'ordered-binary',
): TableLayout<K> {
  return { name, keyEncoding, bucketOf: () => '', rangeOf: () => ({}) };
}

/** The range of all listing keys of a dealer: '0' is the character after '/'. */
export function dealerKeyRange(dealer: string): { readonly start: string; readonly end: string } {
  return { start: `${dealer}/`, end: `${dealer}0` };
}

const listings: TableLayout<string> = {
  name: 'listings',
  keyEncoding: 'ordered-binary',
  bucketOf: (key) => key.slice(0, key.indexOf('/')),
  rangeOf: dealerKeyRange,
};

/** Unknown adverts are looked up often, and each absence is proved by scanning a bucket: one entry in 4096. */
const ADVERT_BUCKETS = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'));

const adverts: TableLayout<Buffer> = {
  name: 'adverts',
  keyEncoding: 'binary',
  bucketOf: (key) => ADVERT_BUCKETS[(key[0] << 4) | (key[1] >> 4)],
  rangeOf(bucket) {
    const first = Number.parseInt(bucket, 16);
    return { start: headOf(first), end: first === ADVERT_BUCKETS.length - 1 ? undefined : headOf(first + 1) };
  },
};

function headOf(bucket: number): Buffer {
  return Buffer.from([bucket >> 4, (bucket & 0xf) << 4]);
}

const log: TableLayout<[sequence: number, chunk: number]> = {
  name: 'log',
  keyEncoding: 'ordered-binary',
  bucketOf: ([sequence]) => String(sequence),
  rangeOf: (sequence) => ({ start: [Number(sequence), 0], end: [Number(sequence) + 1, 0] }),
};

/** By the names of the tables. */
export const LAYOUTS = {
  meta: singleBucket<string>('meta'),
  listings,
  dealers: singleBucket<string>('dealers'),
  adverts,
  vehicles: singleBucket<Buffer>('vehicles', 'binary'),
  identifiers: singleBucket<string>('identifiers'),
  owners: singleBucket<string>('owners'),
  histories: singleBucket<string>('histories'),
  log,
  reports: singleBucket<number>('reports'),
} as const;

/** The table of the other tables' sums. */
export const SUMS = singleBucket<string>('sums');

/** Whether all of `inner` is within `outer`. */
export function isWithin<K extends Key>(inner: KeyRange<K>, outer: KeyRange<K>): boolean {
  const startsWithin =
    outer.start === undefined || (inner.start !== undefined && compareKeys(inner.start, outer.start) >= 0);
  const endsWithin =
    outer.end === undefined || (inner.end !== undefined && compareKeys(inner.end, outer.end) <= 0);
  return startsWithin && endsWithin;
}

export function isSameRange<K extends Key>(a: KeyRange<K>, b: KeyRange<K>): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

/** LMDB's order of keys within a table. */
function compareKeys(a: Key, b: Key): number {
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
