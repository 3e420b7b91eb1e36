// What changed in a search between two states of the stock: the engine runs it on both, and the rows that only one of them finds are
// the difference. A row that both find is the same listing, unchanged. So ranges, circles, words that read differently since another
// listing came, and corrected names need no rules of their own.
//
// The public name of a listing is its dealer and the address of its advert: one that moves to another id of its dealer has not
// changed, and one whose advert moves has left at the one address and entered at the other.
import { Searcher, type MatchSet } from '../engine/collect/match-set.ts';
import type { FoundRow } from '../engine/search.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { distanceKm } from '../geo/great-circle.ts';
import { listingKey, type ListingKey } from '../listing/listing.ts';
import { withCorrections } from '../listing/stock-names.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA, partsOfRowKey } from './listing-schema.ts';
import { correctorsOf } from './live-names.ts';
import type { ListedStates } from './listed-states.ts';
import type { PastState } from './past-state.ts';
import type { AlikeSearch, StockDifference } from './stock-difference.ts';

/** A listing on one side of a difference. */
interface Side {
  readonly key: ListingKey;
  readonly distanceKm: number | null;
}

/** At least one side. Both: it is in both, and shown otherwise. */
export interface Difference {
  readonly dealer: string;
  readonly advertUrl: string;
  before: Side | undefined;
  after: Side | undefined;
}

/** Two states of the stock. */
export interface TwoStates {
  readonly before: PastState;
  readonly after: PastState;
  readonly difference: StockDifference;
  readonly listed: ListedStates;
  readonly storeSnapshot: StoreSnapshot;
}

/**
 * In the order of dealers and adverts, each once. `alike` is the search if both states read it alike. Makes pauses between its steps.
 */
export async function* findDifferences(
  query: SearchQuery,
  alike: AlikeSearch | undefined,
  states: TwoStates,
): AsyncGenerator<undefined, Difference[]> {
  const { storeSnapshot, difference } = states;
  const find = (side: 'before' | 'after'): Matches | Promise<Matches> =>
    alike === undefined
      ? matchesOf(query, states[side].snapshot)
      : matchesOfRead(alike, difference[side].parts);
  const before = await find('before');
  yield;
  const after = await find('after');
  if (before.size + after.size === 0) return [];
  yield;
  const found = new Map<string, Difference>();
  for (const side of ['before', 'after'] as const) {
    const [own, other] = side === 'before' ? [before, after] : [after, before];
    let read = 0;
    for (const row of rowsOnlyIn(own, other)) {
      const { dealer, id } = partsOfRowKey(row.segment.keys.keyAt(row.row));
      const key = listingKey({ dealer, id });
      const { advertUrl } = states.listed.read(side, key, storeSnapshot);
      const name = `${dealer} ${advertUrl}`;
      let entry = found.get(name);
      if (entry === undefined)
        found.set(name, (entry = { dealer, advertUrl, before: undefined, after: undefined }));
      entry[side] = { key, distanceKm: distanceOf(row, query.center) };
      if (++read % READS_PER_STEP === 0) yield;
    }
  }
  yield;
  const names = [...found.keys()].sort();
  const differences: Difference[] = [];
  for (const [i, name] of names.entries()) {
    const entry = found.get(name);
    if (entry !== undefined && !isShownAlike(entry, states)) differences.push(entry);
    if (i % READS_PER_STEP === 0) yield;
  }
  return differences;
}

const READS_PER_STEP = 32;

type Matches = ReadonlyMap<Segment, Uint32Array>;

function matchesOfRead({ query, text }: AlikeSearch, snapshot: Snapshot): Matches {
  const schema = text === undefined ? LISTING_SCHEMA : { ...LISTING_SCHEMA, readText: () => text };
  return bySegment(new Searcher(schema, snapshot).match(toEngineQuery(query)));
}

async function matchesOf(query: SearchQuery, snapshot: Snapshot): Promise<Matches> {
  const { matches } = await withCorrections(query, correctorsOf(snapshot), (read) => {
    const matches = new Searcher(LISTING_SCHEMA, snapshot).match(toEngineQuery(read));
    return { total: matches.total, matches };
  });
  return bySegment(matches);
}

function bySegment(matches: MatchSet): Matches {
  return new Map(matches.rowsBySegment().map(({ segment, rows }) => [segment, rows]));
}

function* rowsOnlyIn(own: Matches, other: Matches): Iterable<FoundRow> {
  for (const [segment, rows] of own) {
    const others = other.get(segment) ?? NO_ROWS;
    let at = 0;
    for (const row of rows) {
      while (at < others.length && others[at] < row) at++;
      if (others[at] !== row) yield { segment, row };
    }
  }
}

const NO_ROWS = new Uint32Array(0);

function distanceOf({ segment, row }: FoundRow, center: SearchQuery['center']): number | null {
  const point = center === undefined ? null : segment.points.pointOf(row);
  return center === undefined || point === null ? null : distanceKm(center.point, point);
}

function isShownAlike({ before, after }: Difference, { listed, storeSnapshot }: TwoStates): boolean {
  if (before === undefined || after === undefined || before.distanceKm !== after.distanceKm) return false;
  return listed.areShownAlike(before.key, after.key, storeSnapshot);
}
