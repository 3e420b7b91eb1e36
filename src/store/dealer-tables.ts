// Each dealer's owner (a feed) and recent history. The history has stock sizes for the shrink guard, and the feeds that last
// changed the dealer, by which an unchanged feed knows whether the stock still matches it. Owners outlive listings: only an
// operator, or a run that may take the dealer, changes them.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';

/** How long earlier sizes are kept: seven days. */
const SIZE_RETENTION_MS = 7 * 24 * 60 * 60_000;
/** Maximum sizes. Beyond it the two oldest are joined: the larger size, kept until the later time. */
const MAX_SIZES = 24;
/** Maximum feeds in a history; beyond it, the oldest change is dropped. */
const MAX_CHANGERS = 16;

/** JSON data. */
export interface DealerHistory {
  /** Sizes before each shrinkage, with its time in milliseconds since 1970; later sizes are smaller. */
  readonly sizes: readonly (readonly [until: number, listings: number])[];
  /** The number of the last change by each feed; null stands for manual imports. */
  readonly changes: readonly (readonly [feed: string | null, change: number])[];
}

/** One transaction's change of a dealer's stock. */
export interface DealerChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly feed: string | undefined;
  /** The number of the change. */
  readonly change: number;
  /** Whether the shrinkage was forced: earlier sizes are dropped. */
  readonly isAccepted: boolean;
}

const EMPTY_HISTORY: DealerHistory = { sizes: [], changes: [] };
const CHANGE_COUNT_KEY = 'changes';

/** Number of the last transaction that changed any dealer's stock, from 1; 0 if there was none. */
export function lastDealerChange(file: LmdbFile): number {
  return Number(file.tables.meta.get(CHANGE_COUNT_KEY) ?? 0);
}

export function readHistory(file: LmdbFile, dealer: string, transaction?: Transaction): DealerHistory {
  const text = file.tables.histories.get(dealer, { transaction });
  return text === undefined ? EMPTY_HISTORY : (file.parse(text, 'histories', dealer) as DealerHistory);
}

/**
 * A text that is equal at two moments only if the dealer's listings are: the number of their last change, their count and the sum
 * of their checksums.
 */
export function dealerState(file: LmdbFile, dealer: string, transaction?: Transaction): string {
  const { changes } = readHistory(file, dealer, transaction);
  const last = Math.max(0, ...changes.map(([, change]) => change));
  const { count, checksums } = file.sumOf(file.tables.listings, dealer, transaction);
  return `${last} ${count} ${checksums}`;
}

/** A dealer's history at one moment. */
export interface RecentStock {
  /** The largest stock within the last seven days, the present one included. */
  readonly most: number;
  /** As in DealerHistory. */
  readonly changes: DealerHistory['changes'];
}

/** The recent stock of a dealer that has `listings` now, at the time `at` in milliseconds since 1970. */
export function recentStock({ sizes, changes }: DealerHistory, listings: number, at: number): RecentStock {
  const recent = sizes.filter(([until]) => isRecent(until, at)).map(([, size]) => size);
  return { most: Math.max(listings, ...recent), changes };
}

/** Updates the dealers' histories. Call within a transaction, after all other changes. */
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

/** From each dealer to the feed that owns it. */
export function readDealerOwners(file: LmdbFile, transaction?: Transaction): ReadonlyMap<string, string> {
  const entries = file.entries(file.tables.owners, {}, transaction);
  return new Map(Array.from(entries, ({ key, value }) => [key, value]));
}

/** Sets a dealer's owner; undefined for none. Call within a transaction. */
export function setDealerOwner(file: LmdbFile, dealer: string, feed: string | undefined): void {
  const { owners } = file.tables;
  if (owners.get(dealer) === feed) return;
  if (feed === undefined) owners.remove(dealer);
  else owners.put(dealer, feed);
}
