// Entries of lists of changes, from the listings of both states.
import { cutsOf, decodeRecord } from '../listing/codec.ts';
import { listingKey } from '../listing/listing.ts';
import type { ExportedHit, ListingChange } from '../listing/listing-index.ts';

/** The part of a record that responses show. */
export function shownPart(record: Uint8Array): Uint8Array {
  return record.subarray(cutsOf(record)?.start ?? 0);
}

/** The entry of a listing that at least one state has. `at` is in milliseconds since 1970. */
export function changeOf(
  { dealer, advertUrl, at }: Pick<ListingChange, 'dealer' | 'advertUrl' | 'at'>,
  before: ExportedHit | undefined,
  after: ExportedHit | undefined,
): ListingChange {
  if (after === undefined)
    return { change: 'left', dealer, advertUrl, at, hit: null, ...(before && { before }) };
  if (before === undefined) return { change: 'entered', dealer, advertUrl, at, hit: after };
  const listing = decodeRecord(listingKey(before), Buffer.from(before.record).toString());
  const was = { priceGbp: listing?.priceGbp ?? null, mileageMiles: listing?.mileageMiles ?? null };
  return { change: 'changed', dealer, advertUrl, at, hit: after, was };
}
