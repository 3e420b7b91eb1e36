// The vehicles of one transaction's listings: which of them came before in it, and which are in the stock under another id
// of the dealer. In the end no dealer has two listings of one vehicle. Writes the table of vehicles; what becomes of the
// listings is the transaction's business.
import { listingKey, type Listing, type ListingKey } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { ADVERT_KEY_BYTES, countAdvertListings, writeAdvertKey } from './advert-table.ts';
import { splitListingKey } from '../listing/codec.ts';
import { readListing } from './store-snapshot.ts';
import { SeenVehicles, type DealerSalt, type DuplicateVehicle, type SeenVehicle } from './seen-vehicles.ts';
import type { DuplicateCounts } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { changeIdentifiers, hasIdentifiers, identifiersOf, listingsOfVehicle } from './vehicle-table.ts';

/** What is known of one dealer's vehicles. */
export interface DealerVehicles {
  readonly salt: DealerSalt;
  /** Whether there were listings before the transaction. */
  readonly hadListings: boolean;
  /** Whether any of its listings may have marks. */
  hasIdentifiers: boolean;
  /** Listings that were there before, and have the address or a mark of one that was sent. */
  readonly mayBeReplaced: Set<ListingKey>;
  /** The addresses of all listings, where it had to be asked whose an address is. */
  stored: SeenVehicles | undefined;
}

/** A listing as it is sent. */
export interface SentListing extends SeenVehicle {
  readonly advertUrl: string;
  readonly identifiers: VehicleIdentifiers | undefined;
  /** Whether it was not at this address before. Of the others it is known that each is at its own. */
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

  /** How the vehicle came before in this transaction. `sent` tells where an id of the dealer was, if it was sent. */
  find(
    name: string,
    dealer: DealerVehicles,
    { advertUrl, identifiers, isNewUrl }: SentListing,
    sent: ReadonlyMap<string, number>,
  ): DuplicateVehicle | undefined {
    if (isNewUrl || dealer.mayBeReplaced.size > 0) {
      writeAdvertKey(advertUrl, this.#advertKey, 0);
      const first = this.#seen.findAt(dealer.salt, this.#advertKey);
      if (first !== undefined) return { ...first, shared: 'advert address' };
    }
    if (isNewUrl && dealer.hadListings && countAdvertListings(this.#file, this.#advertKey) > 0) {
      const id = this.#storedAt(name, dealer, advertUrl);
      const position = id === undefined ? undefined : sent.get(id);
      if (id !== undefined && position !== undefined) return { id, position, shared: 'advert address' };
      if (id !== undefined) dealer.mayBeReplaced.add(listingKey({ dealer: name, id }));
    }
    return identifiers === undefined ? undefined : this.#seen.findByIdentifiers(dealer.salt, identifiers);
  }

  /** Counts a listing that `find` has just not found as sent, and writes its marks. */
  add(dealer: DealerVehicles, key: ListingKey, sentListing: SentListing): void {
    const { identifiers, isNewUrl } = sentListing;
    if (isNewUrl || identifiers !== undefined)
      this.#seen.add(dealer.salt, isNewUrl ? this.#advertKey : undefined, identifiers, sentListing);
    if (identifiers === undefined && !dealer.hasIdentifiers) return;
    const from = dealer.hasIdentifiers ? identifiersOf(this.#file, key) : undefined;
    dealer.hasIdentifiers = true;
    changeIdentifiers(this.#file, key, { from, to: identifiers }, this.#duplicates);
    if (!dealer.hadListings || identifiers === undefined) return;
    for (const other of listingsOfVehicle(this.#file, key, identifiers)) dealer.mayBeReplaced.add(other);
  }

  /** The key of the address that `find` was last asked for. */
  get advertKey(): Buffer {
    return this.#advertKey;
  }

  /** Takes the marks of a listing that is withdrawn. */
  remove(dealer: DealerVehicles, key: ListingKey): void {
    if (!dealer.hasIdentifiers) return;
    changeIdentifiers(
      this.#file,
      key,
      { from: identifiersOf(this.#file, key), to: undefined },
      this.#duplicates,
    );
  }

  /** The listing that was sent, and is there, with a mark or the address of this one, which was not. */
  replacementOf(
    key: ListingKey,
    { salt }: DealerVehicles,
    sent: ReadonlyMap<string, number>,
  ): ListingKey | undefined {
    const identifiers = identifiersOf(this.#file, key);
    const candidates = identifiers === undefined ? [] : listingsOfVehicle(this.#file, key, identifiers);
    const by = candidates.find((other) => sent.has(splitListingKey(other).id));
    const { advertUrl } = this.listing(key) ?? {};
    if (by !== undefined || advertUrl === undefined) return by;
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    writeAdvertKey(advertUrl, advertKey, 0);
    const first = this.#seen.findAt(salt, advertKey);
    if (first === undefined) return undefined;
    const other = listingKey({ dealer: splitListingKey(key).dealer, id: first.id });
    return this.listing(other)?.advertUrl === advertUrl ? other : undefined;
  }

  listing(key: ListingKey): Listing | undefined {
    const record = this.#file.tables.listings.get(key);
    return record === undefined ? undefined : readListing(this.#file, key, record);
  }

  /** The id of the dealer's listing at an address. Walks over its listings the first time. */
  #storedAt(name: string, dealer: DealerVehicles, advertUrl: string): string | undefined {
    dealer.stored ??= this.#urlsOf(name, dealer);
    const found = dealer.stored.findAt(dealer.salt, this.#advertKey);
    if (found === undefined) return undefined;
    // It may have moved since.
    const key = listingKey({ dealer: name, id: found.id });
    return this.listing(key)?.advertUrl === advertUrl ? found.id : undefined;
  }

  #urlsOf(name: string, { salt }: DealerVehicles): SeenVehicles {
    const urls = new SeenVehicles();
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    // '0' follows '/': all keys of the dealer lie between the two.
    for (const { key, value } of this.#file.tables.listings.range({
      start: `${name}/`,
      end: `${name}0`,
    })) {
      const { id, advertUrl } = readListing(this.#file, key, value);
      writeAdvertKey(advertUrl, advertKey, 0);
      urls.add(salt, advertKey, undefined, { id, position: 0 });
    }
    return urls;
  }
}
