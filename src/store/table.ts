// A table of the stock's file, and the only code that reads and writes LMDB's values. Every value ends with a checksum,
// which is compared whenever the value is read: a value that does not match is a Problem, never an answer. What is in the
// table is also summed up by bucket (table-sums.ts), because a damaged page can hide entries as well as change them.
import { crc32 } from 'node:zlib';
import { asBinary, type Database, type Key, type RangeOptions, type Transaction } from 'lmdb';
import { Problem } from '../problem.ts';
import { CHECKSUM_BYTES, checksumOf, continueChecksum, seedOf, valueChecksum } from './checksum.ts';
import type { TableLayout } from './table-layout.ts';

/** A value as LMDB holds it. Only this file makes a text of it. */
export interface RawValue {
  /** Undefined if the bytes are too few for a checksum. */
  readonly text: string | undefined;
  /** CRC-32 over the seed of the table and the text, to be continued over the key. */
  readonly crc: number;
  /** The checksum that is stored. */
  readonly stored: number;
}

export type RawTable<K extends Key> = Database<RawValue, K>;

export interface Entry<K extends Key> {
  readonly key: K;
  readonly value: string;
}

/** An entry and the checksum of both its parts. */
export interface SummedEntry<K extends Key> extends Entry<K> {
  readonly checksum: number;
}

export interface ReadOptions {
  /** Default: the open transaction, or else the newest state. */
  readonly transaction?: Transaction | undefined;
}

export interface TableRange<K extends Key> extends ReadOptions {
  readonly start?: K | undefined;
  /** Exclusive. */
  readonly end?: K | undefined;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** What a table reports to its stock. */
export interface TableEvents {
  /** The Problem of a table that is damaged in this way. */
  damaged(finding: string, cause?: unknown): unknown;
  /** An entry came (1) or went (-1). */
  changed(table: string, bucket: string, gain: 1 | -1, checksum: number): void;
}

/** Bytes that a UTF-16 unit may take. */
const MAX_UTF8_BYTES = 3;
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

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

  /** Throws a Problem `data_damaged` if the value does not match its checksum, as all that follows. */
  get(key: K, at?: ReadOptions): string | undefined {
    return this.#find(key, at)?.value;
  }

  /** The value in UTF-8, in memory of its own. */
  getBytes(key: K, at: ReadOptions): Uint8Array | undefined {
    const bytes = this.#readBytes(key, at);
    if (bytes === undefined) return undefined;
    const { length: total } = bytes;
    const length = total - CHECKSUM_BYTES;
    if (length < 0) throw this.#mismatch(key);
    // From Node's pool: memory of its own for each listing would cost more than reading it. LMDB's buffer is longer than
    // its `length` says, which `copy` does not heed.
    const copy = Buffer.allocUnsafe(total);
    copy.set(bytes.subarray(0, total));
    const text = copy.subarray(0, length);
    if (continueChecksum(crc32(text, this.#seed), key) !== copy.readUInt32LE(length))
      throw this.#mismatch(key);
    return text;
  }

  #readBytes(key: K, at?: ReadOptions): Buffer | undefined {
    try {
      return (this.#raw as unknown as ByteReads<K>).getBinaryFast(key, at);
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  has(key: K): boolean {
    return this.#find(key) !== undefined;
  }

  /** Entries in the order of their keys, or in reverse: all that LMDB finds. `walkChecked` also notices what it misses. */
  range(range: TableRange<K> = {}): IterableIterator<SummedEntry<K>> {
    const entries = this.#guarded(() => this.#raw.getRange(range as RangeOptions)[Symbol.iterator]());
    // No generator: of a million entries, its turns would cost more than the checksums.
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

  /** All entries that LMDB finds, and a Problem in place of each that is damaged. Throws where it cannot go on. */
  *survey(at: ReadOptions): Iterable<{ readonly key: K; readonly found: SummedEntry<K> | Problem }> {
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

  /** Writes an entry. For use within a transaction, as all that follows. */
  put(key: K, text: string): void {
    const before = this.#storedChecksum(key);
    if (before !== undefined) this.#changed(key, -1, before);
    const { value, checksum } = this.#encoded(key, text);
    this.#raw.putSync(key, value);
    this.#changed(key, 1, checksum);
  }

  /** Writes an entry that is not there yet; false if it is. */
  putNew(key: K, text: string): boolean {
    return this.#putIf(key, text, { noOverwrite: true });
  }

  /** Writes an entry behind all others, which fills the pages to the last byte; false if its place is not there. */
  putLast(key: K, text: string): boolean {
    return this.#putIf(key, text, { append: true });
  }

  remove(key: K): void {
    const before = this.#storedChecksum(key);
    if (before === undefined) return;
    this.#raw.removeSync(key);
    this.#changed(key, -1, before);
  }

  #putIf(key: K, text: string, options: { noOverwrite: true } | { append: true }): boolean {
    const { value, checksum } = this.#encoded(key, text);
    // LMDB's types leave out that it returns whether it has written.
    const isWritten = (this.#raw.putSync(key, value, options) as unknown) === true;
    if (isWritten) this.#changed(key, 1, checksum);
    return isWritten;
  }

  #changed(key: K, gain: 1 | -1, checksum: number): void {
    this.#events.changed(this.name, this.layout.bucketOf(key), gain, checksum);
  }

  #find(key: K, at?: ReadOptions): SummedEntry<K> | undefined {
    const value = this.#guarded(() => this.#raw.get(key, at));
    return value === undefined ? undefined : this.#checked(key, value);
  }

  /** Not compared with anything: what it belongs to is about to go. If it is damaged, the sums no longer fit. */
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

  #encoded(key: K, text: string): { value: RawValue; checksum: number } {
    // LMDB copies the bytes at once, so one buffer does for nearly all, and most of the cost of a write is saved.
    const maxBytes = text.length * MAX_UTF8_BYTES + CHECKSUM_BYTES;
    const buffer = maxBytes > scratch.length ? Buffer.allocUnsafe(maxBytes) : scratch;
    const length = buffer.write(text);
    const checksum = checksumOf(this.#seed, key, buffer, length);
    buffer.writeUInt32LE(checksum, length);
    const value = asBinary(buffer.subarray(0, length + CHECKSUM_BYTES)) as unknown as RawValue;
    return { value, checksum };
  }

  #mismatch(key: K): unknown {
    return this.#events.damaged(`the entry ${nameOf(key)} of ${this.name} does not match its checksum`);
  }

  /** What LMDB throws over pages that it cannot make sense of has no class and, often, no code. */
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

/** How LMDB reads the values of a table, which RawTable says it does. */
export function valuesOf(table: string): { encode(): never; decode(bytes: Buffer): RawValue } {
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
        crc: valueChecksum(seed, bytes, length),
        stored: bytes.readUInt32LE(length),
      };
    },
  };
}

// LMDB's types leave out this method, and that it takes options as `get` does.
interface ByteReads<K extends Key> {
  /** Valid until the next read. */
  getBinaryFast(key: K, at?: ReadOptions): Buffer | undefined;
}

/** A key in a sentence. */
export function nameOf(key: Key): string {
  return key instanceof Uint8Array ? Buffer.from(key).toString('hex') : JSON.stringify(key);
}
