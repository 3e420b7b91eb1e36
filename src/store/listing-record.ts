// How a listing is written down. The record is the listing's text; the record's key says dealer and id. The arrival may
// be taken over from the record that is replaced. Equal listings give equal records, so a change is found by comparing.
import type { IncomingListing, Listing, ListingKey, SearchedListing } from '../listing/listing.ts';
import {
  arrivalIn,
  readListingText,
  readSearchedListing,
  writeListingText,
} from '../listing/listing-text.ts';

/** The record of `incoming`, with the arrival it names, or else with that of `earlier`, or else with `now`. */
export function writeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  return writeListingText(incoming, incoming.arrivedAt ?? (earlier === undefined ? now : arrivalIn(earlier)));
}

/** The listing of a record, or undefined where the text is none. */
export function readRecord(key: ListingKey, text: string): Listing | undefined {
  return readListingText(partsOf(key), text);
}

/** What the record says to a search, for less than half of the time; undefined where the text is none. */
export function readSearched(key: ListingKey, text: string): SearchedListing | undefined {
  return readSearchedListing(partsOf(key), text);
}

/** Takes a key apart again. */
export function partsOf(key: ListingKey): { readonly dealer: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { dealer: key.slice(0, slash), id: key.slice(slash + 1) };
}
