// The vehicles of one transaction's listings: which of them came before in it, and which are in the stock under another id
// of the dealer. In the end no dealer has two listings of one vehicle. Writes the table of vehicles; what becomes of the
// listings is the transaction's business.
import { listingKey, type Listing, type ListingKey } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { ADVERT_KEY_BYTES, countOf, writeAdvertKey } from './advert-table.ts';
import { partsOf } from './listing-record.ts';
import { readListing } from './pinned-stock.ts';
import { SentVehicles, type DealerSalt, type SameVehicle, type SentVehicle } from './sent-vehicles.ts';
import type { SharedCounts } from './shared-counts.ts';
import type { StockFile } from './stock-file.ts';
import { changeMarks, hasMarks, marksOf, sameVehicle } from './vehicle-table.ts';

/** What is known of one dealer's vehicles. */
export interface DealerVehicles {
  readonly salt: DealerSalt;
  /** Whether there were listings before the transaction. */
  readonly hadListings: boolean;
  /** Whether any of its listings may have marks. */
  hasMarks: boolean;
  /** Listings that were there before, and have the address or a mark of one that was sent. */
  readonly mayBeReplaced: Set<ListingKey>;
  /** The addresses of all listings, where it had to be asked whose an address is. */
  stored: SentVehicles | undefined;
}

/** A listing as it is sent. */
export interface Arrival extends SentVehicle {
  readonly advertUrl: string;
  readonly marks: VehicleIdentifiers | undefined;
  /** Whether it was not at this address before. Of the others it is known that each is at its own. */
  readonly isNewThere: boolean;
}

export class VehicleChanges {
  readonly #stock: StockFile;
  readonly #shared: SharedCounts;
  readonly #sent = new SentVehicles();
  readonly #advertKey = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);

  constructor(stock: StockFile, shared: SharedCounts) {
    this.#stock = stock;
    this.#shared = shared;
  }

  dealer(name: string, hadListings: boolean): DealerVehicles {
    return {
      salt: SentVehicles.salt(),
      hadListings,
      hasMarks: hadListings && hasMarks(this.#stock, name),
      mayBeReplaced: new Set(),
      stored: undefined,
    };
  }

  /** How the vehicle came before in this transaction. `sent` tells where an id of the dealer was, if it was sent. */
  find(
    name: string,
    dealer: DealerVehicles,
    { advertUrl, marks, isNewThere }: Arrival,
    sent: ReadonlyMap<string, number>,
  ): SameVehicle | undefined {
    if (isNewThere || dealer.mayBeReplaced.size > 0) {
      writeAdvertKey(advertUrl, this.#advertKey, 0);
      const first = this.#sent.findAt(dealer.salt, this.#advertKey);
      if (first !== undefined) return { ...first, shared: 'advert address' };
    }
    if (isNewThere && dealer.hadListings && countOf(this.#stock, this.#advertKey) > 0) {
      const id = this.#storedAt(name, dealer, advertUrl);
      const place = id === undefined ? undefined : sent.get(id);
      if (id !== undefined && place !== undefined) return { id, place, shared: 'advert address' };
      if (id !== undefined) dealer.mayBeReplaced.add(listingKey({ dealer: name, id }));
    }
    return marks === undefined ? undefined : this.#sent.findMarked(dealer.salt, marks);
  }

  /** Counts a listing that `find` has just not found as sent, and writes its marks. */
  add(dealer: DealerVehicles, key: ListingKey, arrival: Arrival): void {
    const { marks, isNewThere } = arrival;
    if (isNewThere || marks !== undefined)
      this.#sent.add(dealer.salt, isNewThere ? this.#advertKey : undefined, marks, arrival);
    if (marks === undefined && !dealer.hasMarks) return;
    const from = dealer.hasMarks ? marksOf(this.#stock, key) : undefined;
    dealer.hasMarks = true;
    changeMarks(this.#stock, key, { from, to: marks }, this.#shared);
    if (!dealer.hadListings || marks === undefined) return;
    for (const other of sameVehicle(this.#stock, key, marks)) dealer.mayBeReplaced.add(other);
  }

  /** The key of the address that `find` was last asked for. */
  get advertKey(): Buffer {
    return this.#advertKey;
  }

  /** Takes the marks of a listing that is withdrawn. */
  remove(dealer: DealerVehicles, key: ListingKey): void {
    if (!dealer.hasMarks) return;
    changeMarks(this.#stock, key, { from: marksOf(this.#stock, key), to: undefined }, this.#shared);
  }

  /** The listing that was sent, and is there, with a mark or the address of this one, which was not. */
  replacementOf(
    key: ListingKey,
    { salt }: DealerVehicles,
    sent: ReadonlyMap<string, number>,
  ): ListingKey | undefined {
    const marks = marksOf(this.#stock, key);
    const marked = marks === undefined ? [] : sameVehicle(this.#stock, key, marks);
    const by = marked.find((other) => sent.has(partsOf(other).id));
    const { advertUrl } = this.listing(key) ?? {};
    if (by !== undefined || advertUrl === undefined) return by;
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    writeAdvertKey(advertUrl, advertKey, 0);
    const first = this.#sent.findAt(salt, advertKey);
    if (first === undefined) return undefined;
    const other = listingKey({ dealer: partsOf(key).dealer, id: first.id });
    return this.listing(other)?.advertUrl === advertUrl ? other : undefined;
  }

  listing(key: ListingKey): Listing | undefined {
    const record = this.#stock.tables.listings.get(key);
    return record === undefined ? undefined : readListing(this.#stock, key, record);
  }

  /** The id of the dealer's listing at an address. Walks over its listings the first time. */
  #storedAt(name: string, dealer: DealerVehicles, advertUrl: string): string | undefined {
    dealer.stored ??= this.#addressesOf(name, dealer);
    const found = dealer.stored.findAt(dealer.salt, this.#advertKey);
    if (found === undefined) return undefined;
    // It may have moved since.
    const key = listingKey({ dealer: name, id: found.id });
    return this.listing(key)?.advertUrl === advertUrl ? found.id : undefined;
  }

  #addressesOf(name: string, { salt }: DealerVehicles): SentVehicles {
    const addresses = new SentVehicles();
    const advertKey = Buffer.alloc(ADVERT_KEY_BYTES);
    // '0' follows '/': all keys of the dealer lie between the two.
    for (const { key, value } of this.#stock.tables.listings.range({
      start: `${name}/`,
      end: `${name}0`,
    })) {
      const { id, advertUrl } = readListing(this.#stock, key, value);
      writeAdvertKey(advertUrl, advertKey, 0);
      addresses.add(salt, advertKey, undefined, { id, place: 0 });
    }
    return addresses;
  }
}
