// Which listings each change touched, so that a follower can catch up from the number it has seen last. A sequence is
// the number of a committed transaction that changed listings, counted from 1; 0 is the empty stock. The log forgets its
// oldest sequences once it holds too much, never the newest. It holds keys only: what they stand for is read when asked.
import type { Transaction } from 'lmdb';
import type { ListingKey } from '../listing/listing.ts';
import type { StockFile } from './stock-file.ts';

/** How much the log holds before it forgets. */
export interface LogLimits {
  readonly keys: number;
  readonly sequences: number;
}

export const LOG_LIMITS: LogLimits = { keys: 2_000_000, sequences: 10_000 };

/** Keys in one entry of the log. */
const CHUNK_KEYS = 1000;

/** What the log holds: the sequences after `forgotten`, with so many keys. */
interface LogState {
  readonly forgotten: number;
  readonly keys: number;
}

/** Number of the last change. */
export function lastSequence(stock: StockFile, transaction?: Transaction): number {
  return Number(alwaysThere(stock, 'sequence', transaction));
}

/** Made up when the stock was. */
export function identityOf(stock: StockFile, transaction?: Transaction): string {
  return alwaysThere(stock, 'identity', transaction);
}

function alwaysThere(stock: StockFile, key: string, transaction?: Transaction): string {
  const text = stock.tables.meta.get(key, { transaction });
  if (text === undefined) throw stock.damagedEntry('meta', key);
  return text;
}

/** Keys touched after `sequence`, each once; or `too_old` where the log has forgotten them, or never knew that number. */
export function keysSince(
  stock: StockFile,
  sequence: number,
  transaction: Transaction,
): ReadonlySet<ListingKey> | 'too_old' {
  const last = lastSequence(stock, transaction);
  if (sequence > last) return 'too_old';
  if (sequence < logState(stock, transaction).forgotten) return 'too_old';
  const keys = new Set<ListingKey>();
  let reached = sequence;
  for (const { key, value } of stock.entries(stock.tables.log, { start: [sequence + 1, 0] }, transaction)) {
    const [next, chunk] = key;
    if (next > reached + 1 || (next === reached + 1 && chunk > 0))
      throw stock.damagedEntry('log', [reached + 1, 0]);
    reached = next;
    for (const touched of stock.parse(value, 'log', key) as ListingKey[]) keys.add(touched);
  }
  if (reached !== last) throw stock.damagedEntry('log', [reached + 1, 0]);
  return keys;
}

/** Writes the log of one transaction, as it goes. */
export class LogWriter {
  readonly #stock: StockFile;
  readonly #sequence: number;
  #chunk: ListingKey[] = [];
  #chunks = 0;

  constructor(stock: StockFile) {
    this.#stock = stock;
    this.#sequence = lastSequence(stock) + 1;
  }

  touch(key: ListingKey): void {
    this.#chunk.push(key);
    if (this.#chunk.length === CHUNK_KEYS) this.#writeChunk();
  }

  /** Counts the change, if there was one, and forgets what is too much. */
  finish(limits: LogLimits): void {
    const touched = this.#chunks * CHUNK_KEYS + this.#chunk.length;
    if (touched === 0) return;
    if (this.#chunk.length > 0) this.#writeChunk();
    const { meta } = this.#stock.tables;
    meta.put('sequence', String(this.#sequence));
    const { forgotten, keys } = logState(this.#stock);
    meta.put('log', JSON.stringify(this.#forget({ forgotten, keys: keys + touched }, limits)));
  }

  #writeChunk(): void {
    this.#stock.tables.log.put([this.#sequence, this.#chunks], JSON.stringify(this.#chunk));
    this.#chunks += 1;
    this.#chunk = [];
  }

  #forget(state: LogState, limits: LogLimits): LogState {
    const { log } = this.#stock.tables;
    let { forgotten, keys } = state;
    while (
      forgotten + 1 < this.#sequence &&
      (keys > limits.keys || this.#sequence - forgotten > limits.sequences)
    ) {
      forgotten += 1;
      const chunks = Array.from(log.range({ start: [forgotten, 0], end: [forgotten + 1, 0] }));
      for (const { key, value } of chunks) {
        keys -= (this.#stock.parse(value, 'log', key) as ListingKey[]).length;
        log.remove(key);
      }
    }
    return { forgotten, keys };
  }
}

function logState(stock: StockFile, transaction?: Transaction): LogState {
  const text = stock.find(stock.tables.meta, 'log', transaction);
  return text === undefined ? { forgotten: 0, keys: 0 } : (stock.parse(text, 'meta', 'log') as LogState);
}
