// Listings as they were at an earlier state of the stock, as a segment: what takes the place of those that changed since, so that the
// engine searches the earlier state as it searched it then. Runs on the index worker.
import { type SegmentData, SegmentBuilder } from '../engine/segment/segment.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { decodeIndexedRecord } from '../listing/codec.ts';
import type { Store } from '../store/store.ts';
import { LISTING_SCHEMA, toRow } from './listing-schema.ts';

export interface PastSegment {
  readonly gazetteerVersion: string;
  /** Undefined: none of the listings was there. */
  readonly data: SegmentData | undefined;
}

const BATCH_SIZE = 1000;

/** The listings that changed after `since`, up to `to`, as they were at `since`; `too_old` if that is not known any more. */
export function buildPastSegment(
  store: Store,
  gazetteer: Gazetteer,
  since: number,
  to: number,
): PastSegment | 'too_old' {
  const storeSnapshot = store.snapshot();
  try {
    const spans = storeSnapshot.changesSince(since);
    if (spans === 'too_old') return 'too_old';
    const builder = new SegmentBuilder(LISTING_SCHEMA);
    const changed = [...spans].flatMap(([key, { first }]) => (first > to ? [] : [{ key, sequence: first }]));
    // In the store's order, for locality.
    changed.sort((a, b) => a.sequence - b.sequence || (a.key < b.key ? -1 : 1));
    for (let from = 0; from < changed.length; from += BATCH_SIZE) {
      const some = changed.slice(from, from + BATCH_SIZE);
      for (const [i, past] of storeSnapshot.getPastListings(some).entries()) {
        if (past === undefined) continue;
        const listing = decodeIndexedRecord(some[i].key, past.record.toString());
        if (listing === undefined) throw new Error(`the past listing '${some[i].key}' cannot be read`);
        builder.add(toRow(listing, gazetteer, builder.terms));
      }
    }
    const data = builder.size === 0 ? undefined : builder.finish();
    return { gazetteerVersion: gazetteer.version, data };
  } finally {
    storeSnapshot.release();
  }
}
