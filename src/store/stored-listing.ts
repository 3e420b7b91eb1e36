// The value of a listing in the table of listings: the time of its last change in this stock, and its record (codec.ts). The time
// is outside the record, because no response contains it, and a listing that is imported again unchanged must keep it. Also the
// keys that the store can hold.
import { type IncomingListing, type Listing, listingKey, type ListingKey } from '../listing/listing.ts';

/** Digits of the time, in milliseconds since 1970: enough until the year 2286. */
const TIME_DIGITS = 13;

/** `changedAt` is in milliseconds since 1970. */
export function storedListing(record: string, changedAt: number): string {
  return String(changedAt).padStart(TIME_DIGITS, '0') + record;
}

export function recordOf(stored: string): string {
  return stored.slice(TIME_DIGITS);
}

/** As `recordOf`, for bytes, without a copy. */
export function recordBytesOf(stored: Buffer): Buffer {
  return stored.subarray(TIME_DIGITS);
}

/** A stored listing as bytes. */
export interface DatedRecord {
  /** As changedAtOf. */
  readonly changedAt: number;
  readonly record: Buffer;
}

/** As `changedAtOf` and `recordOf`, for bytes. */
export function datedRecordOf(stored: Buffer): DatedRecord {
  return { changedAt: Number(stored.toString('latin1', 0, TIME_DIGITS)), record: recordBytesOf(stored) };
}

/** The time at which the listing arrived or last changed, in milliseconds since 1970; NaN if the text is not a stored listing. */
export function changedAtOf(stored: string): number {
  const digits = stored.slice(0, TIME_DIGITS);
  return /^\d{13}$/.test(digits) ? Number(digits) : NaN;
}

/** A new listing as its record stores it, with an arrival: `now` if the feed gave none. */
export function listingStoredAs(incoming: IncomingListing, now: number): Listing {
  const { arrivedAt } = incoming;
  return arrivedAt === null ? { ...incoming, arrivedAt: now } : (incoming as Listing);
}

/** Maximum length of a key in bytes, far below LMDB's limit. */
const MAX_KEY_BYTES = 1500;
/** Matches nearly all keys: a dealer, a slash and an id, of printable ASCII. */
const PLAIN = /^[!-.0-~]{1,200}\/[ -~]{1,200}$/;

/** The listing's key. Throws if the store cannot hold it. */
export function checkedKey(listing: Pick<Listing, 'dealer' | 'id'>): ListingKey {
  const key = listingKey(listing);
  if (PLAIN.test(key) && !listing.dealer.includes('/')) return key;
  if (
    listing.dealer === '' ||
    listing.id === '' ||
    listing.dealer.includes('/') ||
    /[\p{Cc}\p{Cs}]/u.test(key) ||
    Buffer.byteLength(key) > MAX_KEY_BYTES
  ) {
    throw new Error(`no listing may have the key ${JSON.stringify(key)}`);
  }
  return key;
}
