// How a listing is written down. The record is the listing's text; the record's key says dealer and id. The arrival may
// be taken over from the record that is replaced. Equal listings give equal records, so a change is found by comparing.
import type { IncomingListing, Listing, ListingKey, IndexedFields } from './listing.ts';
import { decodeArrival, decodeListing, decodeIndexedFields, encodeListing } from './codec.ts';

/** The record of `incoming`, with the arrival it names, or else with that of `earlier`, or else with `now`. */
export function encodeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  return encodeListing(
    incoming,
    incoming.arrivedAt ?? (earlier === undefined ? now : decodeArrival(earlier)),
  );
}

/** The listing of a record, or undefined where the text is none. */
export function decodeRecord(key: ListingKey, record: string): Listing | undefined {
  return decodeListing(splitListingKey(key), record);
}

/** What the record says to a search, for less than half of the time; undefined where the text is none. */
export function decodeIndexedRecord(key: ListingKey, record: string): IndexedFields | undefined {
  return decodeIndexedFields(splitListingKey(key), record);
}

/** Takes a key apart again. */
export function splitListingKey(key: ListingKey): { readonly dealer: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { dealer: key.slice(0, slash), id: key.slice(slash + 1) };
}
