// The count of entries and the sum of their checksums for every bucket of every table, stored in a separate table and updated in
// the same transaction. Scans of whole buckets compare their entries with these sums, which detects entries that a damaged page
// hides, repeats or shows in an old version.
import type { Key, Transaction } from 'lmdb';
import { isSameRange, isInTableRange, type KeyRange } from './table-layout.ts';
import type { SummedEntry, Table } from './table.ts';

export interface BucketSum {
  readonly count: number;
  /** Sum of the checksums, modulo 2^32. */
  readonly checksums: number;
}

type MutableSum = { -readonly [Name in keyof BucketSum]: BucketSum[Name] };

const NOTHING: BucketSum = { count: 0, checksums: 0 };

/** A sum of nothing, to add to. */
export const newSum = (): MutableSum => ({ ...NOTHING });

/** Adds `count` entries, whose checksums have this sum. */
export function addToSum(sum: MutableSum, count: number, checksums: number): void {
  sum.count += count;
  sum.checksums = (sum.checksums + checksums) >>> 0;
}

interface LastSum {
  readonly table: string | undefined;
  readonly bucket: string;
  readonly sum: MutableSum;
}

const NO_SUM: LastSum = { table: undefined, bucket: '', sum: newSum() };

export class TableSums {
  readonly #rows: Table<string>;
  /** The open transaction's sums, by table and bucket. */
  readonly #changes = new Map<string, Map<string, MutableSum>>();

  /** The sum changed last. */
  #last: LastSum = NO_SUM;

  constructor(rows: Table<string>) {
    this.#rows = rows;
  }

  /** Counts an added (1) or removed (-1) entry. */
  change(table: string, bucket: string, gain: 1 | -1, checksum: number): void {
    // Entries are mostly written in key order.
    const sum =
      bucket === this.#last.bucket && table === this.#last.table
        ? this.#last.sum
        : this.#sumOf(table, bucket);
    addToSum(sum, gain, gain * checksum);
  }

  #sumOf(table: string, bucket: string): MutableSum {
    let buckets = this.#changes.get(table);
    if (buckets === undefined) this.#changes.set(table, (buckets = new Map<string, MutableSum>()));
    let sum = buckets.get(bucket);
    if (sum === undefined) buckets.set(bucket, (sum = { ...this.#read(rowKey(table, bucket)) }));
    this.#last = { table, bucket, sum };
    return sum;
  }

  /** Writes the open transaction's changes. */
  write(): void {
    for (const [table, buckets] of this.#changes) {
      for (const [bucket, { count, checksums }] of buckets) {
        if (count === 0) this.#rows.remove(rowKey(table, bucket));
        else this.#rows.put(rowKey(table, bucket), `${count} ${checksums}`);
      }
    }
    this.discard();
  }

  /** Drops the open transaction's changes. */
  discard(): void {
    this.#changes.clear();
    this.#last = NO_SUM;
  }

  /** The sum of a bucket. Without a read transaction, that of the open write transaction. */
  of(table: string, bucket: string, transaction: Transaction | undefined): BucketSum {
    const change = transaction === undefined ? this.#changes.get(table)?.get(bucket) : undefined;
    return change ?? this.#read(rowKey(table, bucket), transaction);
  }

  /** The sums of the buckets within a range, by bucket. Without a read transaction, those of the open write transaction. */
  within<K extends Key>(
    { name, layout }: Table<K>,
    range: KeyRange<K>,
    transaction: Transaction | undefined,
  ): ReadonlyMap<string, BucketSum> {
    const found = new Map<string, BucketSum>();
    const only = range.start === undefined ? undefined : layout.bucketOf(range.start);
    if (only !== undefined && isSameRange(layout.rangeOf(only), range))
      return found.set(only, this.of(name, only, transaction));
    const start = rowKey(name, '');
    for (const { key, value } of this.#rows.range({ start, end: `${name}0`, transaction })) {
      const bucket = key.slice(start.length);
      if (isInTableRange(layout.rangeOf(bucket), range)) found.set(bucket, parseSum(value));
    }
    if (transaction !== undefined) return found;
    for (const [bucket, sum] of this.#changes.get(name) ?? []) {
      if (isInTableRange(layout.rangeOf(bucket), range)) found.set(bucket, sum);
    }
    return found;
  }

  #read(row: string, transaction?: Transaction): BucketSum {
    const text = this.#rows.get(row, transaction && { transaction });
    return text === undefined ? NOTHING : parseSum(text);
  }
}

/** Compares a scan of a range with the sums. */
export class Tally<K extends Key> {
  readonly #table: Table<K>;
  readonly #range: KeyRange<K>;
  readonly #expected: ReadonlyMap<string, BucketSum>;
  readonly #found = new Map<string, MutableSum>();
  #bucket: string | undefined;
  #sum = newSum();

  constructor(table: Table<K>, range: KeyRange<K>, sums: TableSums, transaction: Transaction | undefined) {
    this.#table = table;
    this.#range = range;
    this.#expected = sums.within(table, range, transaction);
  }

  add({ key, checksum }: SummedEntry<K>): void {
    const bucket = this.#table.layout.bucketOf(key);
    if (bucket !== this.#bucket) {
      this.#bucket = bucket;
      this.#sum = this.#found.get(bucket) ?? newSum();
      this.#found.set(bucket, this.#sum);
    }
    addToSum(this.#sum, 1, checksum);
  }

  /** The buckets within the range that do not match their sums, with a finding each. */
  *differences(): Iterable<{ readonly bucket: string; readonly finding: string }> {
    const { layout, name } = this.#table;
    for (const bucket of new Set([...this.#expected.keys(), ...this.#found.keys()])) {
      if (!isInTableRange(layout.rangeOf(bucket), this.#range)) continue;
      const wanted = this.#expected.get(bucket) ?? NOTHING;
      const { count, checksums } = this.#found.get(bucket) ?? NOTHING;
      if (count === wanted.count && checksums === wanted.checksums) continue;
      const location = bucket === '' ? name : `${bucket} of ${name}`;
      const finding =
        count === wanted.count
          ? `entries of ${location} are not those that were written`
          : `${location} should have ${wanted.count} entries, and has ${count}`;
      yield { bucket, finding };
    }
  }
}

/** The entries in a range. After the last entry, throws the result of `damaged` if a bucket does not match its sum. */
export function walkChecked<K extends Key>(
  table: Table<K>,
  range: KeyRange<K>,
  sums: TableSums,
  { transaction, damaged }: { transaction?: Transaction | undefined; damaged: (finding: string) => unknown },
): IterableIterator<SummedEntry<K>> {
  const tally = new Tally(table, range, sums, transaction);
  const entries = table.range({ ...range, transaction });
  return {
    next() {
      const next = entries.next();
      if (next.done !== true) tally.add(next.value);
      else for (const { finding } of tally.differences()) throw damaged(finding);
      return next;
    },
    return() {
      entries.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}

function rowKey(table: string, bucket: string): string {
  return `${table}/${bucket}`;
}

function parseSum(text: string): BucketSum {
  const [count, checksums] = text.split(' ').map(Number);
  return { count, checksums };
}
