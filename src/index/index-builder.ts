// Builds segments of a whole stock, as few as possible. One builder for all rows of a segment knows each word and name that it
// has met: building batches of 100,000 rows and merging them took 1.2 times the CPU time, for 300,000 listings.
import type { MergeSource } from '../engine/segment/merge-segments.ts';
import { SegmentBuilder } from '../engine/segment/segment-builder.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { IndexedFields } from '../listing/listing.ts';
import { MAX_ROWS } from './merge-policy.ts';
import { toRow, LISTING_SCHEMA } from './listing-schema.ts';

/** The fewest possible segments of listings with distinct keys; none if there are none. */
export function buildIndex(
  listings: Iterable<IndexedFields>,
  gazetteer: Gazetteer,
  maxRows = MAX_ROWS,
): readonly MergeSource[] {
  const done: MergeSource[] = [];
  let builder = new SegmentBuilder(LISTING_SCHEMA);
  const endSegment = (): void => {
    done.push({ data: builder.finish(), liveRows: null });
    builder = new SegmentBuilder(LISTING_SCHEMA);
  };
  for (const listing of listings) {
    if (builder.size === maxRows) endSegment();
    builder.add(toRow(listing, gazetteer));
  }
  if (builder.size > 0) endSegment();
  return done;
}
