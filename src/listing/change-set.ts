// The changes between two states of the stock. Applying a change set twice is harmless.
import type { Listing, ListingKey } from './listing.ts';

export interface ChangeSet {
  /** New and changed listings, in their current state. */
  readonly upserts: readonly Listing[];
  /** Keys of withdrawn listings. */
  readonly withdrawals: readonly ListingKey[];
}
