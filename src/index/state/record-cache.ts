// The records of recent hits, by row, so that no key is decoded and the store is not searched. A row's record never changes,
// because a changed listing gets a new row. New records displace the oldest, so memory is bounded. A record is cached only when
// it is read again: in a large stock most are not, and V8 would move each out of its young generation for nothing.
//
// A map with the rule of the response cache (TinyLFU) would take 1.5 to 5 times the CPU time, and find slightly fewer: among a
// million rows that are read by Zipf's law (exponent 0.9), it finds 46 of 100 reads, this cache 48.
import { emptyBitmap, hasBit, setBit } from '../../engine/postings/bitmap.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import type { Hit } from '../../query/search-query.ts';

/** The part of a hit that is stored. */
export type StoredHit = Pick<Hit, 'dealer' | 'id' | 'record'>;

interface CachedRecord extends StoredHit {
  readonly segment: number;
  readonly row: number;
}

const DEFAULT_BYTES = 32 * 1024 * 1024;
/** Bytes of a chunk. Records are copied into chunks; a chunk is freed with the newest of its records. */
const CHUNK_BYTES = 256 * 1024;
/** Slots have 16 bits; slot 0 means none. */
const MAX_RECORDS = 2 ** 16 - 1;
/** Approximate memory of an entry besides its record. */
const ENTRY_BYTES = 320;

/** Bits for rows that were read recently, 64 KiB in all. They are cleared when one in eight is set. */
const READ_BITS = 2 ** 19;
const MAX_READ = READ_BITS / 8;

interface KnownRows {
  readonly segment: number;
  /** For each row, its slot when last cached. Another row may have taken the slot since. */
  readonly slots: Uint16Array;
}

export class RecordCache {
  readonly #maxBytes: number;
  readonly #rowsOf = new WeakMap<Segment, KnownRows>();
  /** Entries by slot. The oldest is at `#first`, and the next free slot is `#next`. */
  readonly #entries: (CachedRecord | undefined)[] = [];
  #first = 1;
  #next = 1;
  #bytes = 0;
  #segments = 0;
  #chunk = Buffer.alloc(0);
  #used = 0;
  readonly #readBits = emptyBitmap(READ_BITS);
  #readRows = 0;

  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The record of a row; undefined if it is not cached. */
  find(segment: Segment, row: number): StoredHit | undefined {
    const known = this.#rowsOf.get(segment);
    if (known === undefined) return undefined;
    const entry = this.#entries[known.slots[row]];
    return entry !== undefined && entry.row === row && entry.segment === known.segment ? entry : undefined;
  }

  /** Takes a record that was read. If its row was read before, recently, a copy is cached and returned. */
  add(segment: Segment, row: number, hit: StoredHit): StoredHit {
    const { dealer, id, record } = hit;
    const bytes = record.length + ENTRY_BYTES;
    if (record.length > CHUNK_BYTES / 4 || bytes > this.#maxBytes) return hit;
    const known = this.#rowsOf.get(segment) ?? this.#startSegment(segment);
    if (!this.#isReadAgain(known.segment, row)) return hit;
    while (this.#bytes + bytes > this.#maxBytes && this.#first !== this.#next) this.#dropOldest();
    const slot = this.#next;
    this.#next = after(slot);
    if (this.#first === this.#next) this.#dropOldest();
    const entry = { dealer, id, record: this.#copy(record), segment: known.segment, row };
    this.#entries[slot] = entry;
    known.slots[row] = slot;
    this.#bytes += bytes;
    return entry;
  }

  /** Whether a row was read before, recently. Rows may share a bit, so some count as read again at their first read. */
  #isReadAgain(segment: number, row: number): boolean {
    const bit = (row + Math.imul(segment, 0x9e3779b1)) & (READ_BITS - 1);
    if (hasBit(this.#readBits, bit)) return true;
    if (this.#readRows === MAX_READ) {
      this.#readBits.fill(0);
      this.#readRows = 0;
    }
    this.#readRows += 1;
    setBit(this.#readBits, bit);
    return false;
  }

  #startSegment(segment: Segment): KnownRows {
    this.#segments += 1;
    const known = { segment: this.#segments, slots: new Uint16Array(segment.size) };
    this.#rowsOf.set(segment, known);
    return known;
  }

  #dropOldest(): void {
    this.#bytes -= (this.#entries[this.#first]?.record.length ?? 0) + ENTRY_BYTES;
    this.#entries[this.#first] = undefined;
    this.#first = after(this.#first);
  }

  #copy(record: Uint8Array): Uint8Array {
    if (this.#used + record.length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      this.#used = 0;
    }
    const copy = this.#chunk.subarray(this.#used, this.#used + record.length);
    copy.set(record);
    this.#used += record.length;
    return copy;
  }
}

function after(slot: number): number {
  return slot === MAX_RECORDS ? 1 : slot + 1;
}
