// A table of the store. Every value ends with a checksum that is verified on each read: a mismatch throws a Problem. Entries
// are also summed by bucket (table-sums.ts), because a damaged page can hide entries as well as change them.
import { crc32 } from 'node:zlib';
import { asBinary, type Key, type Transaction } from 'lmdb';
import { Problem } from '../problem.ts';
import { CHECKSUM_BYTES, checksumOf, continueChecksum, seedOf, valueChecksum } from './checksum.ts';
import type { TableLayout } from './table-layout.ts';

/** A value as stored, before its checksum is verified. */
export interface RawValue {
  /** Undefined if the bytes are too few for a checksum. */
  readonly text: string | undefined;
  /** CRC-32 over the table's seed and the text, not yet the key. */
  readonly crc: number;
  /** The stored checksum. */
  readonly stored: number;
}

export interface Entry<K extends Key> {
  readonly key: K;
  readonly value: string;
}

/** An entry and its checksum. */
export interface SummedEntry<K extends Key> extends Entry<K> {
  readonly checksum: number;
}

export interface TableReadOptions {
  /** Default: the open write transaction, else the newest state. */
  readonly transaction?: Transaction | undefined;
}

export interface TableRange<K extends Key> extends TableReadOptions {
  readonly start?: K | undefined;
  /** Exclusive. */
  readonly end?: K | undefined;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Conditions for writing a new entry: its key is new, or it also sorts after all others. */
export type InsertOptions = { readonly noOverwrite: true } | { readonly append: true };

export interface RawEntry<K extends Key> {
  readonly key: K;
  readonly value: RawValue;
}

/** The part of an LMDB table that Table uses. LMDB's own types lack some of it. */
export interface RawTable<K extends Key> {
  get(key: K, at?: TableReadOptions): RawValue | undefined;
  /** The buffer is valid until the next read. */
  getBinaryFast(key: K, at?: TableReadOptions): Buffer | undefined;
  getRange(range: TableRange<K>): Iterable<RawEntry<K>>;
  /** `value` must come from `asBinary`. False if a condition of `options` is not met. */
  putSync(key: K, value: object, options?: InsertOptions): unknown;
  removeSync(key: K): unknown;
}

/** Callbacks of a table. */
export interface TableEvents {
  /** Makes the Problem for a damaged table. */
  damaged(finding: string, cause?: unknown): unknown;
  /** Called when an entry is added (1) or removed (-1). */
  changed(table: string, bucket: string, gain: 1 | -1, checksum: number): void;
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** A dozen pages. Node's own pool of 8 KiB would be allocated again every ten records. */
const POOL_BYTES = 256 * 1024;
let pool = Buffer.allocUnsafeSlow(POOL_BYTES);
let poolUsed = 0;

/** `length` bytes of memory for the caller alone. */
function reserve(length: number): { readonly memory: Buffer; readonly start: number } {
  if (length > POOL_BYTES / 4) return { memory: Buffer.allocUnsafeSlow(length), start: 0 };
  if (poolUsed + length > POOL_BYTES) {
    pool = Buffer.allocUnsafeSlow(POOL_BYTES);
    poolUsed = 0;
  }
  const start = poolUsed;
  poolUsed += length;
  return { memory: pool, start };
}

export class Table<K extends Key> {
  readonly name: string;
  readonly layout: TableLayout<K>;
  readonly #raw: RawTable<K>;
  readonly #seed: number;
  readonly #events: TableEvents;

  constructor(raw: RawTable<K>, layout: TableLayout<K>, events: TableEvents) {
    this.name = layout.name;
    this.layout = layout;
    this.#raw = raw;
    this.#seed = seedOf(layout.name);
    this.#events = events;
  }

  /** The value of a key. This and all methods below throw a Problem `data_damaged` on a checksum mismatch. */
  get(key: K, at?: TableReadOptions): string | undefined {
    return this.#find(key, at)?.value;
  }

  /** A copy of the value, in UTF-8. It shares memory with other values, so callers must neither change nor keep it. */
  getBytes(key: K, at: TableReadOptions): Buffer | undefined {
    const bytes = this.#readBytes(key, at);
    if (bytes === undefined) return undefined;
    const length = bytes.length - CHECKSUM_BYTES;
    if (length < 0) throw this.#mismatch(key);
    // LMDB's buffer is longer than its `length`.
    const text = new Uint8Array(bytes.buffer, bytes.byteOffset, length);
    if (continueChecksum(crc32(text, this.#seed), key) !== bytes.readUInt32LE(length))
      throw this.#mismatch(key);
    const { memory, start } = reserve(length);
    memory.set(text, start);
    return memory.subarray(start, start + length);
  }

  #readBytes(key: K, at?: TableReadOptions): Buffer | undefined {
    try {
      return this.#raw.getBinaryFast(key, at);
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  /** The entries that LMDB finds, in key order or reversed. Use `walkChecked` to detect missing ones. */
  range(range: TableRange<K>): IterableIterator<SummedEntry<K>> {
    const entries = this.#guarded(() => this.#raw.getRange(range)[Symbol.iterator]());
    // Not a generator, which would cost more than the checksums.
    return {
      next: () => {
        const next = this.#guarded(() => entries.next());
        if (next.done === true) return { done: true, value: undefined };
        const { key, value } = next.value;
        return { done: false, value: this.#checked(key, value) };
      },
      return: () => {
        entries.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.iterator]() {
        return this;
      },
    };
  }

  /** The entries that LMDB finds, with a Problem for each damaged one. Throws if the table cannot be read further. */
  *survey(at: TableReadOptions): Iterable<{ readonly key: K; readonly found: SummedEntry<K> | Problem }> {
    const entries = this.#guarded(() => this.#raw.getRange(at)[Symbol.iterator]());
    try {
      for (;;) {
        const next = this.#guarded(() => entries.next());
        if (next.done === true) return;
        const { key, value } = next.value;
        yield { key, found: this.#surveyed(key, value) };
      }
    } finally {
      entries.return?.();
    }
  }

  #surveyed(key: K, value: RawValue): SummedEntry<K> | Problem {
    try {
      return this.#checked(key, value);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** Writes an entry. This and all methods below must be called within a transaction. */
  put(key: K, text: string): void {
    const before = this.#storedChecksum(key);
    if (before !== undefined) this.#changed(key, -1, before);
    const value = this.#encoded(key, text);
    this.#raw.putSync(key, asBinary(value));
    this.#changed(key, 1, value.readUInt32LE(value.length - CHECKSUM_BYTES));
  }

  /** Writes a new entry; false if the key exists. */
  putNew(key: K, text: string): boolean {
    return this.putEncoded(key, this.#encoded(key, text), { noOverwrite: true });
  }

  /** Appends an entry after all others, which fills pages completely; false if the key does not sort last. */
  putLast(key: K, text: string): boolean {
    return this.putEncoded(key, this.#encoded(key, text), { append: true });
  }

  /** Maximum bytes that a text takes as a value. */
  maxBytesOf(text: string): number {
    return text.length * MAX_UTF8_BYTES + CHECKSUM_BYTES;
  }

  /** Encodes an entry's value into `target` from `start`, which must have `maxBytesOf` bytes left; returns the end. */
  encodeInto(key: K, text: string, target: Buffer, start: number): number {
    const end = start + target.write(text, start);
    return target.writeUInt32LE(checksumOf(this.#seed, key, target, start, end), end);
  }

  /** Writes an encoded new entry; false if the key exists or, with `append`, does not sort last. */
  putEncoded(key: K, value: Buffer, options: InsertOptions): boolean {
    const isWritten = this.#raw.putSync(key, asBinary(value), options) === true;
    if (isWritten) this.#changed(key, 1, value.readUInt32LE(value.length - CHECKSUM_BYTES));
    return isWritten;
  }

  remove(key: K): void {
    const before = this.#storedChecksum(key);
    if (before === undefined) return;
    this.#raw.removeSync(key);
    this.#changed(key, -1, before);
  }

  #changed(key: K, gain: 1 | -1, checksum: number): void {
    this.#events.changed(this.name, this.layout.bucketOf(key), gain, checksum);
  }

  #find(key: K, at?: TableReadOptions): SummedEntry<K> | undefined {
    const value = this.#guarded(() => this.#raw.get(key, at));
    return value === undefined ? undefined : this.#checked(key, value);
  }

  /** The stored checksum, unverified, because the value is about to be replaced. If it is damaged, the sums no longer match. */
  #storedChecksum(key: K): number | undefined {
    const bytes = this.#readBytes(key);
    if (bytes === undefined) return undefined;
    if (bytes.length < CHECKSUM_BYTES) throw this.#mismatch(key);
    return bytes.readUInt32LE(bytes.length - CHECKSUM_BYTES);
  }

  #checked(key: K, { text, crc, stored }: RawValue): SummedEntry<K> {
    const checksum = continueChecksum(crc, key);
    if (text === undefined || checksum !== stored) throw this.#mismatch(key);
    return { key, value: text, checksum };
  }

  #encoded(key: K, text: string): Buffer {
    // LMDB copies the bytes immediately, so a shared buffer avoids most of the cost of a write.
    const maxBytes = this.maxBytesOf(text);
    const buffer = maxBytes > scratch.length ? Buffer.allocUnsafe(maxBytes) : scratch;
    return buffer.subarray(0, this.encodeInto(key, text, buffer, 0));
  }

  #mismatch(key: K): unknown {
    return this.#events.damaged(`the entry ${keyName(key)} of ${this.name} does not match its checksum`);
  }

  /** Converts errors of LMDB on invalid pages, which often have no code, to a Problem. */
  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  #unreadable(error: unknown): unknown {
    return this.#events.damaged(`${this.name} cannot be read (${(error as Error).message})`, error);
  }
}

/** The encoder option by which LMDB reads values as RawValue. */
export function entryValuesOf(table: string): { encode(): never; decode(bytes: Buffer): RawValue } {
  const seed = seedOf(table);
  return {
    encode() {
      throw new Error('Table writes all values, as bytes');
    },
    decode(bytes) {
      const length = bytes.length - CHECKSUM_BYTES;
      if (length < 0) return { text: undefined, crc: 0, stored: 0 };
      return {
        text: bytes.toString('utf8', 0, length),
        crc: valueChecksum(seed, bytes, 0, length),
        stored: bytes.readUInt32LE(length),
      };
    },
  };
}

/** A key as text, for messages. */
export function keyName(key: Key): string {
  return key instanceof Uint8Array ? Buffer.from(key).toString('hex') : JSON.stringify(key);
}
