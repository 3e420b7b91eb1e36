// Rebuilds an earlier state of the stock from today's: the rows of listings changed since are dead, and a segment has those
// listings as they were. The engine searches it like any other state.
import { Segment } from '../../engine/segment/segment.ts';
import { rowsDeletedBy, type Snapshot } from '../../engine/segment/snapshot.ts';
import type { Gazetteer } from '../../geo/postcode-gazetteer.ts';
import { splitListingKey } from '../../listing/codec.ts';
import type { ListingKey } from '../../listing/listing.ts';
import type { ChangeSpans } from '../../store/change-log.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import type { DatedRecord } from '../../store/stored-listing.ts';
import { tablesBeingReplaced } from '../../stock/stock-changes.ts';
import type { IndexWorker } from '../build/index-update.ts';
import { LISTING_SCHEMA, rowKey } from '../shared/listing-schema.ts';
import { runInSlices } from '../../engine/time-slices.ts';

/** The sources of earlier states. */
export interface CurrentState {
  readonly snapshot: Snapshot;
  /** The store at the snapshot's sequence. */
  readonly storeSnapshot: StoreSnapshot;
  /** The gazetteer that placed the listings; undefined before the first catch-up. */
  readonly gazetteer: Gazetteer | undefined;
}

/** The stock at a sequence. */
export interface PastState {
  readonly sequence: number;
  readonly snapshot: Snapshot;
  /** The changes after this state, up to the current one. */
  readonly since: ChangeSpans;
}

/**
 * The state at a sequence up to the current one, which must be held meanwhile; `too_old` if it can no longer be rebuilt. Throws a
 * Problem `not_ready` while the postcode tables are being replaced.
 */
export async function makePastState(
  { snapshot, storeSnapshot, gazetteer }: CurrentState,
  sequence: number,
  worker: Pick<IndexWorker, 'buildPast'>,
): Promise<PastState | 'too_old'> {
  const since = storeSnapshot.changesSince(sequence);
  if (since === 'too_old') return since;
  if (since.size === 0) return { sequence, snapshot, since };
  const built = await worker.buildPast(sequence, storeSnapshot.sequence);
  if (built === 'too_old') return built;
  // Its rows belong to another state: the worker has postcode tables that the current state was not built with.
  if (built.gazetteerVersion !== gazetteer?.version) throw tablesBeingReplaced();
  const deletedKeys = Array.from(since.keys(), (key) => rowKey(splitListingKey(key)));
  const deletedRows = snapshot.segments.map(({ segment }) =>
    rowsDeletedBy({ added: undefined, deletedKeys }, segment.keys),
  );
  const added = built.data === undefined ? null : new Segment(LISTING_SCHEMA, built.data);
  const past = snapshot.withChange(added, deletedRows);
  for (const { segment, liveRows } of past.segments) await runInSlices(segment.warm(liveRows));
  return { sequence, snapshot: past, since };
}

/** The record of a listing that the state has. */
export function recordAt({ since }: PastState, storeSnapshot: StoreSnapshot, key: ListingKey): DatedRecord {
  const span = since.get(key);
  if (span === undefined) return storeSnapshot.getDatedRecords([key])[0];
  const [past] = storeSnapshot.getPastListings([{ key, sequence: span.first }]);
  if (past === undefined) throw new Error(`there is no past of the listing '${key}', which the index has`);
  return past;
}
