// What changed in a store, with the listings: what a follower of the change log makes of its keys.
import type { Listing, ListingKey } from '../../src/listing/listing.ts';
import type { Store } from '../../src/store/store.ts';

/** The changed listings as they are now, and the keys of those that were withdrawn. */
export function changesSince(store: Store, sequence: number) {
  const snapshot = store.snapshot();
  try {
    const changes = snapshot.changedKeysSince(sequence);
    if (changes === 'too_old') return changes;
    const upserts: Listing[] = [];
    const withdrawals: ListingKey[] = [];
    for (const key of changes.keys) {
      const [listing] = snapshot.getListings([key]);
      if (listing === undefined) withdrawals.push(key);
      else upserts.push(listing);
    }
    return { sequence: changes.sequence, upserts, withdrawals };
  } finally {
    snapshot.release();
  }
}
