// What the recent past of each dealer's stock was: how large it has been, and which feed changed it when. The first is
// what the shrink guard compares with, so that small steps add up; the second says whether a feed that has not changed
// still describes the stock. A dealer takes about a hundred bytes.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';

/** Sizes are remembered for seven days. */
const SIZE_RETENTION_MS = 7 * 24 * 60 * 60_000;
/** Above this number the two oldest sizes become one, which counts as the larger until the later time. */
const MAX_SIZES = 24;
/** More feeds than ever share a dealer; beyond, the change that is longest ago is forgotten. */
const MAX_CHANGERS = 16;

/** JSON data. */
export interface DealerHistory {
  /** Sizes before the stock shrank, and when it did; later ones are smaller. Milliseconds since 1970, UTC. */
  readonly sizes: readonly (readonly [until: number, listings: number])[];
  /** The number of the last change by each feed; null: by an import by hand. */
  readonly changes: readonly (readonly [feed: string | null, change: number])[];
}

/** What one transaction did to a dealer's stock. */
export interface DealerChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly feed: string | undefined;
  /** The number of the change. */
  readonly change: number;
  /** The dealer really is as small as this: earlier sizes no longer count. */
  readonly isAccepted: boolean;
}

const EMPTY_HISTORY: DealerHistory = { sizes: [], changes: [] };
const CHANGE_COUNT_KEY = 'changes';

/** Number of the last transaction that changed any dealer's stock, counted from 1. */
export function lastDealerChange(file: LmdbFile, transaction?: Transaction): number {
  return Number(file.tables.meta.get(CHANGE_COUNT_KEY, { transaction }) ?? 0);
}

export function readHistory(file: LmdbFile, dealer: string, transaction?: Transaction): DealerHistory {
  const text = file.tables.histories.get(dealer, { transaction });
  return text === undefined ? EMPTY_HISTORY : (file.parse(text, 'histories', dealer) as DealerHistory);
}

/** The most listings within the seven days before `at`, of a dealer that has `listings` now. */
export function largestStock({ sizes }: DealerHistory, listings: number, at: number): number {
  return sizes.reduce((max, [until, size]) => (isRecent(until, at) ? Math.max(max, size) : max), listings);
}

/** For use within a transaction, once all other changes are written. */
export function saveHistories(file: LmdbFile, changes: ReadonlyMap<string, DealerChange>): void {
  let last = lastDealerChange(file);
  for (const [dealer, change] of changes) {
    const history = historyAfter(readHistory(file, dealer), change);
    file.tables.histories.put(dealer, JSON.stringify(history));
    last = Math.max(last, change.change);
  }
  if (changes.size > 0) file.tables.meta.put(CHANGE_COUNT_KEY, String(last));
}

function historyAfter(earlier: DealerHistory, done: DealerChange): DealerHistory {
  const { at, before, after, feed = null, change, isAccepted } = done;
  const sizes = isAccepted ? [] : earlier.sizes.filter(([until]) => isRecent(until, at));
  if (after < before && !isAccepted) {
    while ((sizes.at(-1)?.[1] ?? Infinity) <= before) sizes.pop();
    sizes.push([at, before]);
  }
  const [oldest, next] = sizes;
  if (sizes.length > MAX_SIZES && oldest !== undefined && next !== undefined)
    sizes.splice(0, 2, [next[0], oldest[1]]);
  const changes = earlier.changes.filter(([by]) => by !== feed);
  return { sizes, changes: [[feed, change] as const, ...changes].slice(0, MAX_CHANGERS) };
}

function isRecent(until: number, at: number): boolean {
  return until > at - SIZE_RETENTION_MS;
}

/** The feed of every dealer that belongs to one. */
export function readDealerOwners(file: LmdbFile, transaction?: Transaction): ReadonlyMap<string, string> {
  const entries = file.entries(file.tables.owners, {}, transaction);
  return new Map(Array.from(entries, ({ key, value }) => [key, value]));
}

/** Changes the feed of a dealer; undefined: it belongs to none. For use within a transaction. */
export function setDealerOwner(file: LmdbFile, dealer: string, feed: string | undefined): void {
  const { owners } = file.tables;
  if (owners.get(dealer) === feed) return;
  if (feed === undefined) owners.remove(dealer);
  else owners.put(dealer, feed);
}
