// Finds vehicles that came earlier in a transaction, or are stored under another id of the dealer, so that no dealer ends up
// with two listings of one vehicle. It writes the tables of vehicles; the transaction writes the listings.
import { listingKey, type Listing, type ListingKey, type VehicleIdentifiers } from '../listing/listing.ts';
import { ADVERT_KEY_BYTES, countAdvertListings, writeAdvertKey } from './advert-table.ts';
import { splitListingKey } from '../listing/codec.ts';
import { readStoredListing } from './store-snapshot.ts';
import { dealerKeyRange } from './table-layout.ts';
import { SeenVehicles, type DealerSalt, type DuplicateVehicle, type SeenVehicle } from './seen-vehicles.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { changeIdentifiers, hasIdentifiers, identifiersOf, listingsOfVehicle } from './vehicle-table.ts';
import { type DuplicateCounts } from './duplicate-counts.ts';

/** One dealer's vehicles in a transaction. */
export interface DealerVehicles {
  readonly salt: DealerSalt;
  /** Whether the dealer had listings before the transaction. */
  readonly hadListings: boolean;
  /** Whether any of its listings may have identifiers. */
  hasIdentifiers: boolean;
  /** Stored listings with the URL or an identifier of a sent one. */
  readonly mayBeReplaced: Set<ListingKey>;
  /** The URLs of all stored listings, loaded when first needed. */
  stored: SeenVehicles | undefined;
}

/** A listing as sent. */
export interface SentListing extends SeenVehicle {
  readonly advertUrl: string;
  readonly identifiers: VehicleIdentifiers | undefined;
  /** Whether the listing is new or its URL has changed. */
  readonly isNewUrl: boolean;
}

export class VehicleDeduplication {
  readonly #file: LmdbFile;
  readonly #duplicates: DuplicateCounts;
  readonly #seen = new SeenVehicles();
  readonly #advertKey = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);

  constructor(file: LmdbFile, duplicates: DuplicateCounts) {
    this.#file = file;
    this.#duplicates = duplicates;
  }

  dealer(name: string, hadListings: boolean): DealerVehicles {
    return {
      salt: SeenVehicles.salt(),
      hadListings,
      hasIdentifiers: hadListings && hasIdentifiers(this.#file, name),
      mayBeReplaced: new Set(),
      stored: undefined,
    };
  }

  /** The earlier listing of the same vehicle in this transaction, if any. `seenInRun` maps the dealer's sent ids to positions. */
  find(
    name: string,
    dealer: DealerVehicles,
    { advertUrl, identifiers, isNewUrl }: SentListing,
    seenInRun: ReadonlyMap<string, number>,
  ): DuplicateVehicle | undefined {
    if (isNewUrl || dealer.mayBeReplaced.size > 0) {
      writeAdvertKey(advertUrl, this.#advertKey);
      const first = this.#seen.findAt(dealer.salt, this.#advertKey);
      if (first !== undefined) return { ...first, shared: 'advert address' };
    }
    if (isNewUrl && dealer.hadListings && countAdvertListings(this.#file, this.#advertKey) > 0) {
      const id = this.#storedAt(name, dealer, advertUrl);
      const position = id === undefined ? undefined : seenInRun.get(id);
      if (id !== undefined && position !== undefined) return { id, position, shared: 'advert address' };
      if (id !== undefined) dealer.mayBeReplaced.add(listingKey({ dealer: name, id }));
    }
    return identifiers === undefined ? undefined : this.#seen.findByIdentifiers(dealer.salt, identifiers);
  }

  /** Whether a listing with this id was added for a dealer without listings before the transaction. */
  hasId(dealer: DealerVehicles, id: string): boolean {
    return this.#seen.hasId(dealer.salt, id);
  }

  /** Adds a listing for which `find` has just returned undefined, and writes its identifiers. */
  add(dealer: DealerVehicles, key: ListingKey, sentListing: SentListing): void {
    const { identifiers, isNewUrl } = sentListing;
    if (isNewUrl || identifiers !== undefined)
      this.#seen.add(
        dealer.salt,
        isNewUrl ? this.#advertKey : undefined,
        identifiers,
        sentListing,
        !dealer.hadListings,
      );
    if (identifiers === undefined && !dealer.hasIdentifiers) return;
    const from = dealer.hasIdentifiers ? identifiersOf(this.#file, key) : undefined;
    dealer.hasIdentifiers = true;
    changeIdentifiers(this.#file, key, { from, to: identifiers }, this.#duplicates);
    if (!dealer.hadListings || identifiers === undefined) return;
    for (const other of listingsOfVehicle(this.#file, key, identifiers)) dealer.mayBeReplaced.add(other);
  }

  /** The key of the URL last passed to `find`. Valid until the next call. */
  get advertKey(): Buffer {
    return this.#advertKey;
  }

  /** Removes the identifiers of a withdrawn listing. */
  remove(dealer: DealerVehicles, key: ListingKey): void {
    if (!dealer.hasIdentifiers) return;
    changeIdentifiers(
      this.#file,
      key,
      { from: identifiersOf(this.#file, key), to: undefined },
      this.#duplicates,
    );
  }

  /** The sent listing with an identifier or the URL of this unsent one, if any. */
  replacementOf(
    key: ListingKey,
    { salt }: DealerVehicles,
    seenInRun: ReadonlyMap<string, number>,
  ): ListingKey | undefined {
    const identifiers = identifiersOf(this.#file, key);
    const candidates = identifiers === undefined ? [] : listingsOfVehicle(this.#file, key, identifiers);
    const by = candidates.find((other) => seenInRun.has(splitListingKey(other).id));
    const { advertUrl } = this.listing(key) ?? {};
    if (by !== undefined || advertUrl === undefined) return by;
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    writeAdvertKey(advertUrl, advertKey);
    const first = this.#seen.findAt(salt, advertKey);
    if (first === undefined) return undefined;
    const other = listingKey({ dealer: splitListingKey(key).dealer, id: first.id });
    return this.listing(other)?.advertUrl === advertUrl ? other : undefined;
  }

  listing(key: ListingKey): Listing | undefined {
    const record = this.#file.tables.listings.get(key);
    return record === undefined ? undefined : readStoredListing(this.#file, key, record);
  }

  /** The id of the dealer's stored listing with a URL. The first call scans its listings. */
  #storedAt(name: string, dealer: DealerVehicles, advertUrl: string): string | undefined {
    dealer.stored ??= this.#urlsOf(name, dealer);
    const found = dealer.stored.findAt(dealer.salt, this.#advertKey);
    if (found === undefined) return undefined;
    // Its URL may have changed in this transaction.
    const key = listingKey({ dealer: name, id: found.id });
    return this.listing(key)?.advertUrl === advertUrl ? found.id : undefined;
  }

  #urlsOf(name: string, { salt }: DealerVehicles): SeenVehicles {
    const urls = new SeenVehicles();
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    for (const { key, value } of this.#file.tables.listings.range(dealerKeyRange(name))) {
      const { id, advertUrl } = readStoredListing(this.#file, key, value);
      writeAdvertKey(advertUrl, advertKey);
      urls.add(salt, advertKey, undefined, { id, position: 0 });
    }
    return urls;
  }
}
