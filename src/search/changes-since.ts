// The changes of a search since a cursor or a time: whether the state is one of this stock that is still known, and the cursor
// for the next changes.
import type { ListingIndex } from '../stock/listing-index.ts';
import {
  isLater,
  maySameChange,
  NO_STOCK,
  tablesBeingReplaced,
  type ChangesPage,
  type HeldStock,
  type ListingChange,
  type StockState,
} from '../stock/stock-changes.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { Problem } from '../problem.ts';
import { searchKey, type Cursor } from './cursor.ts';
import type { Since } from './since.ts';
import {
  CHANGES_PER_RESPONSE,
  noChanges,
  type ChangesResult,
  type WaitingComparison,
} from './waiting-searches.ts';

/** Whether the results depend on the postcode tables. */
function asksForPlaces({ center, cells }: SearchQuery): boolean {
  return center !== undefined || cells !== undefined;
}

/** Whether changes since an earlier state can be found. For a search with a place, the postcode tables must be the same. */
function isOfStock(earlier: StockState, state: StockState, query: SearchQuery): boolean {
  const { storeId, placesVersion, indexFormat } = earlier;
  const hasPlaces = !asksForPlaces(query) || placesVersion === state.placesVersion;
  const isSame = storeId === state.storeId || state.storeId === NO_STOCK;
  return isSame && indexFormat === state.indexFormat && hasPlaces;
}

/** The cursor of a state before any stock as that of the state with which this stock begins. */
function asOfStock(cursor: Cursor, { storeId }: StockState): Cursor {
  return cursor.state.storeId === NO_STOCK ? { ...cursor, state: { ...cursor.state, storeId } } : cursor;
}

/** The key of a search for changes, which have no order. */
function changesKey(query: SearchQuery): string {
  return searchKey({ ...query, sort: undefined });
}

const OF_OTHER_SEARCH =
  'The cursor continues a list of changes with "more" of another search: send it with the parameters of the request that returned it.';
const OF_EXPORT =
  'The cursor continues an export that ended with "more", so it names no state to list changes since: send it as "cursor" in a request for that export.';

export function cursorExpired(): Problem {
  return new Problem('cursor_expired', 'The state of the stock that the cursor names is no longer known.');
}

/** The problem of a cursor that another process has issued, if this one cannot respond before it has read the same state. */
export function cursorAhead(): Problem {
  return new Problem('not_ready', 'The state of the stock that the cursor names is still being read.');
}

/** Whether the cursor names a state that the stock has, but that follows `state`. */
export async function isAhead(
  { state: named, next }: Cursor,
  state: StockState,
  index: Pick<ListingIndex, 'isStored'>,
): Promise<boolean> {
  const later = { ...named, sequence: next?.to ?? named.sequence };
  return isLater(later, state) && (await index.isStored(later));
}

/** Whether the cursor names a change of this stock, and not a change of another history with the same number. */
async function isOfHistory({ state, next }: Cursor, stock: HeldStock): Promise<boolean> {
  const changedAt = await stock.timeOf(next?.to ?? state.sequence);
  return maySameChange(changedAt, state.changedAt);
}

async function cursorAt(time: number, stock: HeldStock): Promise<Cursor> {
  const logged = await stock.sequenceAt(time);
  if ('sequence' in logged) {
    const { sequence } = logged;
    return { state: { ...stock.state, sequence, changedAt: await stock.timeOf(sequence) } };
  }
  const since = logged.knownSince === undefined ? '' : ` since ${new Date(logged.knownSince).toISOString()}`;
  throw new Problem(
    'cursor_expired',
    `The changes since then are no longer known, only those${since || ' from now on'}.`,
  );
}

/** The process that finds changes. */
interface Finder {
  readonly index: Pick<ListingIndex, 'isStored'>;
  /** The version of the postcode tables by which it reads searches. */
  readonly placesVersion: string;
}

/** As SearchService.changes. */
export async function changesIn(
  stock: HeldStock,
  query: SearchQuery,
  since: Since | undefined,
  limit: number,
  { index, placesVersion }: Finder,
): Promise<ChangesResult> {
  const { state } = stock;
  if (since === undefined) return noChanges(state);
  const named = since !== 'expired' && 'time' in since ? await cursorAt(since.time, stock) : since;
  const cursor = named === 'expired' ? named : asOfStock(named, state);
  if (asksForPlaces(query) && placesVersion !== state.placesVersion) throw tablesBeingReplaced();
  if (cursor === 'expired' || !isOfStock(cursor.state, state, query)) throw cursorExpired();
  const { next } = cursor;
  if (next !== undefined && (next.search !== changesKey(query) || next.to === undefined))
    throw new Problem('cursor_expired', next.to === undefined ? OF_EXPORT : OF_OTHER_SEARCH);
  if (await isAhead(cursor, state, index)) {
    // Up to the state of this process nothing has changed since.
    if (next === undefined) return noChanges(cursor.state);
    throw cursorAhead();
  }
  if (!(await isOfHistory(cursor, stock))) throw cursorExpired();
  const from = cursor.state.sequence;
  const position = next?.position ?? 0;
  const page = await stock.findChanges(query, { from, to: next?.to, position, limit });
  if (page === 'too_old') throw cursorExpired();
  const { to } = page;
  const end = { state: { ...state, sequence: to, changedAt: await stock.timeOf(to) } };
  const result = toResult(query, cursor, end, page);
  return { ...result, more: result.more || to < state.sequence };
}

/** Maximum bytes of the listings in a response, unless one alone takes more: about a page of the largest ones. */
const MAX_RESPONSE_BYTES = 6_000_000;

function firstThatFit(changes: readonly ListingChange[]): readonly ListingChange[] {
  let bytes = 0;
  for (const [at, { hit }] of changes.entries()) {
    bytes += hit?.record.length ?? 0;
    if (bytes > MAX_RESPONSE_BYTES) return changes.slice(0, Math.max(1, at));
  }
  return changes;
}

/** A page of the changes since a cursor. `end` is the cursor after all of them. */
function toResult(
  query: SearchQuery,
  { state, next }: Cursor,
  end: Cursor,
  { changes: found, to, total }: ChangesPage,
): ChangesResult {
  const changes = firstThatFit(found);
  const position = next?.position ?? 0;
  const cursorAfter = (count: number): Cursor =>
    position + count < total
      ? {
          state: { ...state, changedAt: end.state.changedAt },
          next: { search: changesKey(query), position: position + count, to },
        }
      : end;
  const cursor = cursorAfter(changes.length);
  return { changes, cursor, more: cursor.next !== undefined, cursorAfter };
}

/** The newest state compared with the one up to which searches were unchanged; undefined if every search must be tried alone. */
export async function compareStates(
  from: StockState,
  stock: HeldStock,
  placesVersion: () => string,
): Promise<WaitingComparison | undefined> {
  const { state } = stock;
  const { storeId, indexFormat } = state;
  if (
    storeId !== from.storeId ||
    indexFormat !== from.indexFormat ||
    state.placesVersion !== from.placesVersion
  )
    return undefined;
  if (!(await isOfHistory({ state: from }, stock))) return undefined;
  const compared = await stock.compareSince(from.sequence);
  if (compared === 'too_old') return undefined;
  const end = { state: { ...state, changedAt: await stock.timeOf(state.sequence) } };
  const none = noChanges(end.state);
  return {
    changed: compared,
    find: (search) => {
      if (asksForPlaces(search.query) && placesVersion() !== state.placesVersion) return undefined;
      try {
        const page = compared.findNow?.(search, CHANGES_PER_RESPONSE);
        return page?.total === 0 ? none : page && toResult(search.query, { state: from }, end, page);
      } catch {
        // Tried alone, it throws to its clients.
        return undefined;
      }
    },
  };
}
