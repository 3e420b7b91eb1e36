// The keys that listings may have in the store.
import { listingKey, type Listing, type ListingKey } from '../listing/listing.ts';

/** Maximum length of a key in bytes, far below LMDB's limit. */
const MAX_KEY_BYTES = 1500;
/** Nearly all keys: a dealer, a slash and an id, of printable ASCII. */
const PLAIN = /^[!-.0-~]{1,200}\/[ -~]{1,200}$/;

/** The listing's key. Throws if no listing may have it. */
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
