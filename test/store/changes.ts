// What a store has of some keys, and what changed in it, with the listings: what a follower of the change log makes of its keys.
import type { Listing, ListingKey } from '../../src/listing/listing.ts';
import type { StoreSnapshot } from '../../src/store/store-snapshot.ts';
import type { Store } from '../../src/store/store.ts';

function inSnapshot<T>(store: Store, read: (snapshot: StoreSnapshot) => T): T {
  const snapshot = store.snapshot();
  try {
    return read(snapshot);
  } finally {
    snapshot.release();
  }
}

export function getListings(store: Store, keys: readonly ListingKey[]): (Listing | undefined)[] {
  return inSnapshot(store, (snapshot) => snapshot.getListings(keys));
}

/** The keys changed after `sequence`, and the last sequence. */
export function changedKeysSince(store: Store, sequence: number) {
  return inSnapshot(store, (snapshot) => {
    const keys = snapshot.changedKeysSince(sequence);
    return keys === 'too_old' ? keys : { sequence: snapshot.sequence, keys };
  });
}

/** The changed listings as they are now, and the keys of those that were withdrawn. */
export function changesSince(store: Store, sequence: number) {
  const changes = changedKeysSince(store, sequence);
  if (changes === 'too_old') return changes;
  const upserts: Listing[] = [];
  const withdrawals: ListingKey[] = [];
  for (const key of changes.keys) {
    const [listing] = getListings(store, [key]);
    if (listing === undefined) withdrawals.push(key);
    else upserts.push(listing);
  }
  return { sequence: changes.sequence, upserts, withdrawals };
}
