// The past: each listing as it was before a transaction changed it, so that any state since the floor can be rebuilt from
// today's. It is kept beside the change log, within a limit of characters; below the floor nothing is known. A listing is
// stored once per sequence, as the table of listings had it, or as an empty text if it did not exist. For a dealer without
// listings before the transaction nothing is stored: a key in the log without an entry here did not exist. Each sequence, the
// floor included, has one more entry with the time of its transaction.
import { partitionPoint } from '../binary-search.ts';
import { DAY_MS } from '../durations.ts';
import type { Transaction } from 'lmdb';
import type { ListingKey } from '../listing/listing.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** Maximum characters of past listings: at a million listings of 1,500 characters, a week in which 5 % change each day. */
export const PAST_CHARACTERS = 2 ** 30;

/** The key of a sequence's time. Keys of listings differ from it, because they contain a slash. */
const TIME = 'at';

/** The states from `floor` on can be rebuilt. The past has `characters` characters in all. */
interface PastState {
  readonly floor: number;
  readonly characters: number;
}

/** The first sequence whose state can be rebuilt. */
export function pastFloor(file: LmdbFile, transaction?: Transaction): number {
  return readPastState(file, transaction).floor;
}

export interface PastSize {
  /** Total of all past listings. */
  readonly characters: number;
  /** Time from which states are known, in milliseconds since 1970; 0 if nothing changed since the oldest known state. */
  readonly knownSince: number;
}

export function pastSize(file: LmdbFile, transaction: Transaction): PastSize {
  const { floor, characters } = readPastState(file, transaction);
  const timeOf = (sequence: number): number | undefined => timeOfSequence(file, sequence, transaction);
  return { characters, knownSince: timeOf(floor) ?? timeOf(floor + 1) ?? 0 };
}

/** Start time of a sequence's transaction, in milliseconds since 1970; undefined below the floor. */
export function timeOfSequence(
  file: LmdbFile,
  sequence: number,
  transaction: Transaction,
): number | undefined {
  const text = file.find(file.tables.past, [sequence, TIME], transaction);
  return text === undefined ? undefined : Number(text);
}

/**
 * The last sequence whose transaction began by `time`, 0 if none did. If that sequence is below the floor: the time from which
 * sequences are known, undefined if none is.
 */
export function sequenceAt(
  file: LmdbFile,
  time: number,
  last: number,
  transaction: Transaction,
): { readonly sequence: number } | { readonly knownSince: number | undefined } {
  const floor = pastFloor(file, transaction);
  const timeOf = (sequence: number): number | undefined => timeOfSequence(file, sequence, transaction);
  // Sequence 0 is the empty stock, which precedes all.
  const floorTime = floor === 0 ? -Infinity : timeOf(floor);
  const sequence = partitionPoint(floor + 1, last + 1, (at) => (timeOf(at) ?? Infinity) > time) - 1;
  if (sequence > floor || (floorTime ?? Infinity) <= time) return { sequence };
  return { knownSince: floorTime ?? (floor < last ? timeOf(floor + 1) : undefined) };
}

/** Reads past listings of one state of the store. `findStored` returns undefined for listings that did not exist. */
export function pastReader(
  file: LmdbFile,
  transaction: () => Transaction,
): (sequence: number, key: ListingKey) => string | undefined {
  const { past } = file.tables;
  // Sequences whose entries were all compared with their sum: a missing one is really absent.
  const complete = new Set<number>();
  return (sequence, key) => {
    const at: [number, string] = [sequence, key];
    const stored = past.get(at, { transaction: transaction() });
    if (stored === undefined && !complete.has(sequence)) {
      file.checkBucket(past, at, transaction());
      complete.add(sequence);
    }
    return stored === '' ? undefined : stored;
  };
}

/** If the clock was set back by at most this, times of changes stay in order. After a larger step the new time counts at once. */
const MAX_SET_BACK_MS = DAY_MS;

/** Writes the past of one transaction. */
export class PastWriter {
  readonly #file: LmdbFile;
  readonly #sequence: number;
  readonly #startedAt: number;
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(file: LmdbFile, sequence: number, startedAt: number, maxCharacters: number) {
    this.#file = file;
    this.#sequence = sequence;
    this.#startedAt = startedAt;
    this.#maxCharacters = maxCharacters;
  }

  /** Must be called before the first change of a listing, with its stored text; later calls have no effect. */
  add(key: ListingKey, stored: string | undefined): void {
    // Anything more would be dropped as well.
    if (this.#characters > this.#maxCharacters) return;
    const text = stored ?? '';
    if (this.#file.tables.past.putNew([this.#sequence, key], text)) this.#characters += text.length;
  }

  /** The transaction's time, never before that of the previous sequence: sequences are searched by their times. */
  #time(): number {
    const before = Number(this.#file.tables.past.get([this.#sequence - 1, TIME]) ?? 0);
    return before - this.#startedAt < MAX_SET_BACK_MS ? Math.max(before, this.#startedAt) : this.#startedAt;
  }

  /** Drops the oldest sequences beyond the limit, and those up to `forgotten`. Must be called only if anything changed. */
  finish(forgotten: number): void {
    const { past, meta } = this.#file.tables;
    past.putNew([this.#sequence, TIME], String(this.#time()));
    const { floor: oldFloor, characters: before } = readPastState(this.#file);
    let floor = oldFloor;
    let characters = before + this.#characters;
    while (floor < this.#sequence && (floor < forgotten || characters > this.#maxCharacters)) {
      past.remove([floor, TIME]);
      floor += 1;
      const range = past.layout.rangeOf(String(floor));
      for (const { key, value } of Array.from(past.range(range))) {
        // The state of the floor is known, so its time is kept.
        if (key[1] === TIME) continue;
        characters -= value.length;
        past.remove(key);
      }
    }
    meta.put('past', JSON.stringify({ floor, characters } satisfies PastState));
  }
}

function readPastState(file: LmdbFile, transaction?: Transaction): PastState {
  const text = file.find(file.tables.meta, 'past', transaction);
  return text === undefined ? { floor: 0, characters: 0 } : (file.parse(text, 'meta', 'past') as PastState);
}
