// The changes of a search between two states of the stock. The engine runs the search on both; rows that only one state finds are
// the difference, and a row that both find is the same unchanged listing. So ranges, circles, corrected names, and words whose
// reading changed with the stock need no rules of their own.
//
// The public name of a listing is its dealer and the URL of its advert. A listing that moves to another id of its dealer has not
// changed; a listing whose advert moves has left at one URL and entered at the other.
import { Searcher, type MatchSet } from '../../engine/collect/match-set.ts';
import { Arena } from '../../engine/query/masks.ts';
import { type Steps, runInSlices } from '../../engine/time-slices.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import { withCorrections } from '../../stock/stock-names.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { toEngineQuery } from '../shared/engine-query.ts';
import { LISTING_SCHEMA } from '../shared/listing-schema.ts';
import { correctorsOf } from '../state/live-names.ts';
import { ListedStates, type Side } from './listed-states.ts';
import type { PastState } from './past-state.ts';
import type { AlikeSearch, StockDifference } from './stock-difference.ts';

/** A listing that at least one state finds. If both find it, it is shown differently in them. */
export interface Difference {
  readonly listed: ListedStates;
  readonly number: number;
  /** The distance in each state in km: null without a place or position, undefined if the state does not find the listing. */
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
}

/** Two states of the stock, and their comparison. */
export interface TwoStates {
  readonly before: PastState;
  readonly after: PastState;
  readonly difference: StockDifference;
  readonly listed: ListedStates;
  readonly storeSnapshot: StoreSnapshot;
}

/**
 * The differences of a search, in the order of dealers and adverts, each listing once. `alike` is the search as both states read
 * it, undefined if they read it differently.
 */
export async function findDifferences(
  query: SearchQuery,
  alike: AlikeSearch | undefined,
  states: TwoStates,
): Promise<Difference[]> {
  const find = (side: Side): Matches | Promise<Matches> =>
    alike === undefined
      ? matchesOf(query, states[side].snapshot)
      : matchesOfRead(alike, states.difference[side].parts);
  const before = await find('before');
  const after = await find('after');
  if (before.size + after.size === 0) return [];
  // Listings of a large difference are forgotten with it.
  const listed = hasAnySize(alike, states) ? new ListedStates(states) : states.listed;
  return runInSlices(compareMatches(before, after, query.center, { ...states, listed }));
}

/** Whether the difference may be of any size, and not only of the few listings that changed. */
export function hasAnySize(alike: AlikeSearch | undefined, { difference }: TwoStates): boolean {
  return alike === undefined || difference.changed.keys === undefined;
}

function* compareMatches(
  before: Matches,
  after: Matches,
  center: SearchQuery['center'],
  states: TwoStates,
): Steps<Difference[]> {
  const { listed, storeSnapshot } = states;
  // Twice the number of each listing, plus one for the later state.
  const doubled: number[] = [];
  const distances = new Map<number, number>();
  for (const [at, own, other] of [
    [0, before, after],
    [1, after, before],
  ] as const) {
    const side = at === 0 ? 'before' : 'after';
    for (const [segment, rows] of own) {
      const others = other.get(segment) ?? NO_ROWS;
      const { points } = segment;
      const kmTo = center && points.distancesFrom(center.point);
      const numberOf = listed.numbersOf(side, segment, storeSnapshot);
      for (let i = 0, next = 0; i < rows.length; i++) {
        const row = rows[i];
        while (next < others.length && others[next] < row) next++;
        if (others[next] === row) continue;
        const number = numberOf(row) * 2 + at;
        doubled.push(number);
        const point = points.pointIds[row];
        if (kmTo !== undefined && point !== 0) distances.set(number, kmTo(point));
        if (doubled.length % READS_PER_STEP === 0) yield;
      }
    }
  }
  const sorted = yield* listed.sort(doubled);
  const differences: Difference[] = [];
  for (let i = 0; i < sorted.length; i++) {
    // A listing that both states find is at its first position.
    const isBefore = (sorted[i] & 1) === 0;
    if (!isBefore && i > 0 && sorted[i - 1] === sorted[i] - 1) continue;
    const number = sorted[i] >> 1;
    const isAfter = !isBefore || sorted[i + 1] === sorted[i] + 1;
    const kmOf = (doubled: number): number | null => distances.get(doubled) ?? null;
    const was = isBefore ? kmOf(2 * number) : undefined;
    const difference = differenceOf(number, was, isAfter ? kmOf(2 * number + 1) : undefined, states);
    if (difference !== undefined) differences.push(difference);
    if (i % READS_PER_STEP === 0) yield;
  }
  return differences;
}

/** The listing, unless responses show it in both states in the same way. */
export function differenceOf(
  number: number,
  before: Difference['before'],
  after: Difference['after'],
  { listed, storeSnapshot }: Pick<TwoStates, 'listed' | 'storeSnapshot'>,
): Difference | undefined {
  if (before !== after || !listed.isShownAlike(number, storeSnapshot))
    return { listed, number, before, after };
  return undefined;
}

const READS_PER_STEP = 64;

type Matches = ReadonlyMap<Segment, Uint32Array>;

/** Memory for the bitmaps of one search; its matches are kept as lists only. */
const arena = new Arena();

function matchesOfRead({ query, text }: AlikeSearch, snapshot: Snapshot): Matches {
  const schema = text === undefined ? LISTING_SCHEMA : { ...LISTING_SCHEMA, readText: () => text };
  arena.reset();
  return bySegment(new Searcher(schema, snapshot, arena).match(query));
}

async function matchesOf(query: SearchQuery, snapshot: Snapshot): Promise<Matches> {
  const { matches } = await withCorrections(query, correctorsOf(snapshot), (corrected) => {
    const matches = new Searcher(LISTING_SCHEMA, snapshot).match(toEngineQuery(corrected));
    return { total: matches.total, matches };
  });
  return bySegment(matches);
}

function bySegment(matches: MatchSet): Matches {
  return new Map(matches.rowsBySegment().map(({ segment, rows }) => [segment, rows]));
}

const NO_ROWS = new Uint32Array(0);
