// The expected stock after some imports, in plain maps.
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { listingKey, type Listing } from '../../src/listing/listing.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { listingsOf } from '../support/fixtures.ts';

export class ExpectedStock {
  #listings = new Map<string, Listing>();

  /** Applies an import: the first record of each id counts; without `merge`, its dealers' other listings are withdrawn. */
  async import(lines: readonly string[], { merge }: { readonly merge: boolean }): Promise<void> {
    const sent = new Map<string, Listing>();
    for (const listing of await listingsOf(lines)) {
      if (!sent.has(listingKey(listing))) sent.set(listingKey(listing), listing);
    }
    const dealers = new Set(Array.from(sent.values(), ({ dealer }) => dealer));
    const kept = [...this.#listings].filter(([, { dealer }]) => merge || !dealers.has(dealer));
    this.#listings = new Map([...kept, ...sent]);
  }

  /** The stock as it is now. */
  model(gazetteer: Gazetteer): ReferenceModel {
    return new ReferenceModel(this.#listings.values(), gazetteer);
  }
}
