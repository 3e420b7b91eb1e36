// What changed between two states of the stock, for whoever follows it. Applying a change set twice is harmless.
import type { Listing, ListingKey } from './listing.ts';

export interface ChangeSet {
  /** New listings, and listings whose content changed, as they are now. */
  readonly upserts: readonly Listing[];
  /** Listings that are no longer there. */
  readonly withdrawals: readonly ListingKey[];
}
