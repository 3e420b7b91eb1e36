// A table for a dry run: it shows one state of another table, which stays unchanged, and writes to a second one.
import { type Key, asBinary } from 'lmdb';
import { compareKeys } from './table-layout.ts';
import type { RawTable, TableReadOptions, RawValue, TableRange, RawEntry, InsertOptions } from './table.ts';

/** A removed entry's value in the second table. It is too short for a checksum, so no entry has it. */
const REMOVED = Buffer.from([0]);

export class OverlayTable<K extends Key> implements RawTable<K> {
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
