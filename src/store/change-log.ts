// The change log: the keys of the listings that each transaction changed, so that indices can catch up from a sequence number.
// Sequence numbers count committed transactions that changed listings, from 1; 0 is the empty store. The log is trimmed from the
// oldest sequence, and always keeps the newest.
import type { Transaction } from 'lmdb';
import type { ListingKey } from '../listing/listing.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { PAST_CHARACTERS, PastWriter } from './past-listings.ts';

/** Maximum keys and sequences in the log. The default holds a week of a thousand imports an hour. */
export interface ChangeLogRetention {
  readonly keys: number;
  readonly sequences: number;
  /** Maximum characters of past listings (past-listings.ts). Default: PAST_CHARACTERS. */
  readonly pastCharacters?: number;
}

export const CHANGE_LOG_RETENTION: ChangeLogRetention = { keys: 2_000_000, sequences: 200_000 };

/** Keys per log entry. */
const CHUNK_KEYS = 1000;

/** The log contains the sequences after `forgotten`, with `keys` keys in all. */
interface ChangeLogState {
  readonly forgotten: number;
  readonly keys: number;
}

/** The last sequence number. */
export function lastSequence(file: LmdbFile, transaction?: Transaction): number {
  return Number(readRequiredMeta(file, 'sequence', transaction));
}

/** The store's random id. Sequence numbers are comparable only within one id. */
export function storeIdOf(file: LmdbFile, transaction?: Transaction): string {
  return readRequiredMeta(file, 'storeId', transaction);
}

function readRequiredMeta(file: LmdbFile, key: string, transaction?: Transaction): string {
  const text = file.tables.meta.get(key, { transaction });
  if (text === undefined) throw file.damagedEntry('meta', key);
  return text;
}

/** Keys of listings to the first and the last sequence that changed them. */
export type ChangeSpans = ReadonlyMap<ListingKey, { readonly first: number; last: number }>;

/** Distinct keys changed after `sequence`; `too_old` if the log was trimmed beyond that sequence, or never had it. */
export function changedKeysSince(
  file: LmdbFile,
  sequence: number,
  transaction: Transaction,
): ReadonlySet<ListingKey> | 'too_old' {
  if (!isLogged(file, sequence, transaction)) return 'too_old';
  const keys = new Set<ListingKey>();
  for (const { changed } of logSince(file, sequence, transaction)) for (const key of changed) keys.add(key);
  return keys;
}

/** Keys changed after `sequence`, each with the sequences that changed it; `too_old` as above. */
export function changeSpansSince(
  file: LmdbFile,
  sequence: number,
  transaction: Transaction,
): ChangeSpans | 'too_old' {
  if (!isLogged(file, sequence, transaction)) return 'too_old';
  const spans = new Map<ListingKey, { readonly first: number; last: number }>();
  for (const { changed, at } of logSince(file, sequence, transaction)) {
    for (const key of changed) {
      const known = spans.get(key);
      if (known === undefined) spans.set(key, { first: at, last: at });
      else known.last = at;
    }
  }
  return spans;
}

/** The chunks of the log after `sequence`, oldest first; `too_old` as above. */
export function changesInOrder(
  file: LmdbFile,
  sequence: number,
  transaction: Transaction,
): Iterable<LoggedChange> | 'too_old' {
  return isLogged(file, sequence, transaction) ? logSince(file, sequence, transaction) : 'too_old';
}

/** Listings that one transaction changed; a large transaction has several such chunks. */
export interface LoggedChange {
  readonly at: number;
  readonly changed: readonly ListingKey[];
}

function isLogged(file: LmdbFile, sequence: number, transaction: Transaction): boolean {
  return (
    sequence <= lastSequence(file, transaction) && sequence >= readChangeLogState(file, transaction).forgotten
  );
}

/** The log's chunks after `sequence`, oldest first. Throws a Problem `data_damaged` if one is missing. */
function* logSince(file: LmdbFile, sequence: number, transaction: Transaction): Iterable<LoggedChange> {
  const last = lastSequence(file, transaction);
  let reached = sequence;
  for (const { key, value } of file.entries(file.tables.log, { start: [sequence + 1, 0] }, transaction)) {
    const [next, chunk] = key;
    if (next > reached + 1 || (next === reached + 1 && chunk > 0))
      throw file.damagedEntry('log', [reached + 1, 0]);
    reached = next;
    yield { at: next, changed: file.parse(value, 'log', key) as ListingKey[] };
  }
  if (reached !== last) throw file.damagedEntry('log', [reached + 1, 0]);
}

/** Writes one transaction's part of the log. */
export class ChangeLogWriter {
  readonly #file: LmdbFile;
  readonly #sequence: number;
  #chunk: ListingKey[] = [];
  #chunks = 0;

  /** Stores listings as they were before their change. */
  readonly past: PastWriter;

  constructor(file: LmdbFile, startedAt: number, pastCharacters = PAST_CHARACTERS) {
    this.#file = file;
    this.#sequence = lastSequence(file) + 1;
    this.past = new PastWriter(file, this.#sequence, startedAt, pastCharacters);
  }

  add(key: ListingKey): void {
    this.#chunk.push(key);
    if (this.#chunk.length === CHUNK_KEYS) this.#writeChunk();
  }

  /** Writes the remaining keys, advances the sequence if anything changed, and trims the log and the past. */
  finish(retention: ChangeLogRetention): void {
    const added = this.#chunks * CHUNK_KEYS + this.#chunk.length;
    if (added === 0) return;
    if (this.#chunk.length > 0) this.#writeChunk();
    const { meta } = this.#file.tables;
    meta.put('sequence', String(this.#sequence));
    const { forgotten, keys } = readChangeLogState(this.#file);
    const trimmed = this.#trim({ forgotten, keys: keys + added }, retention);
    meta.put('log', JSON.stringify(trimmed));
    this.past.finish(trimmed.forgotten);
  }

  #writeChunk(): void {
    this.#file.tables.log.put([this.#sequence, this.#chunks], JSON.stringify(this.#chunk));
    this.#chunks += 1;
    this.#chunk = [];
  }

  #trim(state: ChangeLogState, retention: ChangeLogRetention): ChangeLogState {
    const { log } = this.#file.tables;
    let { forgotten, keys } = state;
    while (
      forgotten + 1 < this.#sequence &&
      (keys > retention.keys || this.#sequence - forgotten > retention.sequences)
    ) {
      forgotten += 1;
      const chunks = Array.from(log.range({ start: [forgotten, 0], end: [forgotten + 1, 0] }));
      for (const { key, value } of chunks) {
        keys -= (this.#file.parse(value, 'log', key) as ListingKey[]).length;
        log.remove(key);
      }
    }
    return { forgotten, keys };
  }
}

function readChangeLogState(file: LmdbFile, transaction?: Transaction): ChangeLogState {
  const text = file.find(file.tables.meta, 'log', transaction);
  return text === undefined ? { forgotten: 0, keys: 0 } : (file.parse(text, 'meta', 'log') as ChangeLogState);
}
