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
  return Number(stock.tables.meta.get('sequence', transaction && { transaction }));
}

/** Keys touched after `sequence`, each once; or `too_old` where the log has forgotten them, or never knew that number. */
export function keysSince(
  stock: StockFile,
  sequence: number,
  transaction: Transaction,
): ReadonlySet<ListingKey> | 'too_old' {
  if (sequence > lastSequence(stock, transaction)) return 'too_old';
  if (sequence < logState(stock, transaction).forgotten) return 'too_old';
  const keys = new Set<ListingKey>();
  for (const { key, value } of stock.tables.log.getRange({ start: [sequence + 1], transaction })) {
    for (const touched of stock.parse(value, 'log', key) as ListingKey[]) keys.add(touched);
  }
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
    this.#stock.put(meta, 'sequence', String(this.#sequence));
    const { forgotten, keys } = logState(this.#stock);
    this.#stock.put(meta, 'log', JSON.stringify(this.#forget({ forgotten, keys: keys + touched }, limits)));
  }

  #writeChunk(): void {
    this.#stock.put(this.#stock.tables.log, [this.#sequence, this.#chunks], JSON.stringify(this.#chunk));
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
      const chunks = Array.from(log.getRange({ start: [forgotten], end: [forgotten + 1] }));
      for (const { key, value } of chunks) {
        keys -= (this.#stock.parse(value, 'log', key) as ListingKey[]).length;
        log.removeSync(key);
      }
    }
    return { forgotten, keys };
  }
}

function logState(stock: StockFile, transaction?: Transaction): LogState {
  const text = stock.tables.meta.get('log', transaction && { transaction });
  return text === undefined ? { forgotten: 0, keys: 0 } : (stock.parse(text, 'meta', 'log') as LogState);
}
