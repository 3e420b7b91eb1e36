// Pages of what changed in a search. Differences that were found lately are kept while the state is the newest: pages of one are read
// one after the other, and many clients ask for the same.
import { canonicalQuery } from '../listing/canonical-query.ts';
import { decodeRecord, splitListingKey } from '../listing/codec.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { ChangesPage, ChangesSpan, ExportedHit, ListingChange } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { findDifferences, type Difference } from './changes.ts';
import type { IndexWorker } from './index-update.ts';
import { PastStates, recordAt, type CurrentState, type PastState } from './past-state.ts';
import { runAsyncInSlices } from './run-in-slices.ts';

/** Differences kept for one state, of all searches; about 200 bytes each. */
const MAX_KEPT = 200_000;

interface States {
  readonly before: PastState;
  readonly after: PastState;
  readonly storeSnapshot: StoreSnapshot;
}

export class ChangeFinder {
  readonly #past: PastStates;
  readonly #kept = new WeakMap<Snapshot, Map<string, Promise<readonly Difference[]>>>();

  constructor(worker: Pick<IndexWorker, 'buildPast'>) {
    this.#past = new PastStates(worker);
  }

  /** The current state must be held meanwhile. */
  async find(current: CurrentState, query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'> {
    const { storeSnapshot } = current;
    const { from, to = storeSnapshot.sequence, position, limit } = span;
    if (from > to || to > storeSnapshot.sequence) return 'too_old';
    const before = await this.#past.at(current, from);
    const after = await this.#past.at(current, to);
    if (before === 'too_old' || after === 'too_old') return 'too_old';
    const states = { before, after, storeSnapshot };
    const all = from === to ? [] : await this.#differences(current, query, states);
    const some = all.slice(position, position + limit);
    return { to, total: all.length, changes: some.map((difference) => toChange(difference, states)) };
  }

  #differences(current: CurrentState, query: SearchQuery, states: States): Promise<readonly Difference[]> {
    let kept = this.#kept.get(current.snapshot);
    if (kept === undefined)
      this.#kept.set(current.snapshot, (kept = new Map<string, Promise<readonly Difference[]>>()));
    const search = canonicalQuery({ ...query, sort: undefined, page: 1 });
    const name = `${states.before.sequence} ${states.after.sequence} ${search}`;
    let found = kept.get(name);
    if (found === undefined) {
      found = runAsyncInSlices(findDifferences(query, states));
      kept.set(name, found);
      void this.#limit(kept, name, found);
    }
    return found;
  }

  /** Forgets the oldest differences beyond the limit, but never the newest. Failed ones are not kept. */
  async #limit(
    kept: Map<string, Promise<readonly Difference[]>>,
    name: string,
    found: Promise<readonly Difference[]>,
  ): Promise<void> {
    try {
      await found;
      let left = MAX_KEPT;
      for (const [other, differences] of [...kept].reverse()) {
        left -= (await differences).length + 1;
        if (left < 0 && other !== name) kept.delete(other);
      }
    } catch {
      kept.delete(name);
    }
  }
}

function toChange(difference: Difference, states: States): ListingChange {
  const { dealer, advertUrl, before, after } = difference;
  const at = timeOfChange((after ?? before)?.key ?? '', after !== undefined, states);
  const past = before && hitAt(states.before, before, states.storeSnapshot);
  if (after === undefined) return { change: 'left', dealer, advertUrl, at, hit: null, before: past };
  const hit = hitAt(states.after, after, states.storeSnapshot);
  if (before === undefined || past === undefined) return { change: 'entered', dealer, advertUrl, at, hit };
  const listing = decodeRecord(before.key, Buffer.from(past.record).toString());
  const was = { priceGbp: listing?.priceGbp ?? null, mileageMiles: listing?.mileageMiles ?? null };
  return { change: 'changed', dealer, advertUrl, at, hit, was };
}

function hitAt(
  state: PastState,
  { key, distanceKm }: NonNullable<Difference['after']>,
  storeSnapshot: StoreSnapshot,
): ExportedHit {
  const { record, changedAt } = recordAt(state, storeSnapshot, key);
  return { ...splitListingKey(key), record, changedAt, distanceKm };
}

/** Of a listing that itself did not change, the time of the later state: another made the search read differently. */
function timeOfChange(key: ListingKey, isInAfter: boolean, { before, after, storeSnapshot }: States): number {
  const span = before.since.get(key);
  const timeOfState = (): number => storeSnapshot.timeOf(after.sequence) ?? 0;
  if (span === undefined || span.first > after.sequence) return timeOfState();
  if (isInAfter) return recordAt(after, storeSnapshot, key).changedAt;
  const later = after.since.get(key);
  if (later === undefined)
    return storeSnapshot.getChangeTimes([key])[0] ?? storeSnapshot.timeOf(span.last) ?? timeOfState();
  const [past] = storeSnapshot.getPastListings([{ key, sequence: later.first }]);
  return past?.changedAt ?? timeOfState();
}
