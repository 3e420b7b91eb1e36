// The fixed shuffle, which breaks the ties of the default order and of relevance: so neither the cheapest listings nor those of
// one dealer fill the first page. A listing's place is a hash of its dealer and id alone, so it is the same in every index, on
// every machine and in every later version, and does not change with the listing. Changing the hash changes the order of all
// pages, and needs a new layout of index files and a publish to clusters.
//
// The hash is 32-bit FNV-1a over the UTF-16 units of `dealer/id`, low byte first, finished by MurmurHash3's mixer, without its
// two lowest bits. Of a million listings, some hundreds share a place; those are ordered by price, then by id.
import { listingKey, type Listing } from './listing.ts';

/** A listing's place in the shuffle, lowest first: a whole number below 2 ** 30. */
export function shufflePlaceOf(listing: Pick<Listing, 'dealer' | 'id'>): number {
  const key = listingKey(listing);
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 2;
}
