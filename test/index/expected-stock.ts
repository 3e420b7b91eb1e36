// The expected stock after some imports, in plain maps.
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { listingKey, type Listing, type ListingKey } from '../../src/listing/listing.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { listingsOf } from '../support/fixtures.ts';

export class ExpectedStock {
  #listings = new Map<ListingKey, Listing>();

  /** Applies an import: the first record of each id counts; without `merge`, its dealers' other listings are withdrawn. */
  async import(lines: readonly string[], { merge }: { readonly merge: boolean }): Promise<void> {
    const sent = new Map<ListingKey, Listing>();
    for (const listing of await listingsOf(lines)) {
      if (!sent.has(listingKey(listing))) sent.set(listingKey(listing), listing);
    }
    const dealers = new Set(Array.from(sent.values(), ({ dealer }) => dealer));
    const kept = [...this.#listings].filter(([, { dealer }]) => merge || !dealers.has(dealer));
    this.#listings = new Map([...kept, ...sent]);
  }

  /** Withdraws one of the listings, and returns its key; undefined if there is none. */
  withdraw(nth: number): ListingKey | undefined {
    const keys = [...this.#listings.keys()];
    const key = keys.at(nth % Math.max(1, keys.length));
    if (key !== undefined) this.#listings.delete(key);
    return key;
  }

  /** The stock as it is now. */
  model(gazetteer: Gazetteer): ReferenceModel {
    return new ReferenceModel(this.#listings.values(), gazetteer);
  }
}
