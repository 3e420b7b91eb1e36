// What a transaction would do, found by reading alone. It answers as StockTransaction does and writes nothing, so a feed
// can be tried beside a writer; what is compared is the stock as it was when the store was pinned.
import { listingKey, type IncomingListing, type Listing } from '../listing/listing.ts';
import { largestStock, type DealerHistory } from './dealer-history.ts';
import { readRecord, writeRecord } from './listing-record.ts';
import { ADVERT_KEY_BYTES, writeAdvertKey } from './advert-table.ts';
import type { PinnedStock } from './pinned-stock.ts';
import { SentVehicles, type DealerSalt } from './sent-vehicles.ts';
import type { SharedListings } from './shared-counts.ts';
import type { MissingStock, SentWith, UpsertOutcome } from './stock-transaction.ts';
import type { Store } from './store.ts';

/** A listing that would be added or changed. */
export interface ComparedListing {
  readonly earlier: Listing | undefined;
  readonly listing: Listing;
}

interface ComparedDealer {
  readonly before: number;
  readonly sent: Set<string>;
  sentListings: number;
  readonly salt: DealerSalt;
  readonly replaced: Set<string>;
}

/** What is read of the stock besides its listings. */
type ComparedStore = Pick<Store, 'listings' | 'marks' | 'owners' | 'history' | 'shared'>;

export class StockComparison {
  readonly #stock: Pick<PinnedStock, 'getListings'>;
  readonly #store: ComparedStore;
  readonly #vehicles = new SentVehicles();
  readonly #advertKey = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);
  readonly #before: ReadonlyMap<string, number>;
  readonly #onChange: (change: ComparedListing) => void;
  readonly #dealers = new Map<string, ComparedDealer>();
  readonly #startedAt: number;

  /** `before` has the number of listings of every dealer. */
  constructor(
    stock: Pick<PinnedStock, 'getListings'>,
    store: ComparedStore,
    before: ReadonlyMap<string, number>,
    onChange: (change: ComparedListing) => void,
    startedAt = Date.now(),
  ) {
    this.#startedAt = startedAt;
    this.#stock = stock;
    this.#store = store;
    this.#before = before;
    this.#onChange = onChange;
  }

  upsert(incoming: IncomingListing, { vehicle, place = 0 }: SentWith = {}): UpsertOutcome {
    const dealer = this.#dealer(incoming.dealer);
    if (dealer.sent.has(incoming.id)) return 'duplicate';
    writeAdvertKey(incoming.advertUrl, this.#advertKey, 0);
    const first = this.#vehicles.find(dealer.salt, this.#advertKey, vehicle);
    if (first !== undefined) return first;
    this.#vehicles.add(dealer.salt, this.#advertKey, vehicle, { id: incoming.id, place });
    dealer.sent.add(incoming.id);
    const key = listingKey(incoming);
    const [earlier] = this.#stock.getListings([key]);
    const was = earlier === undefined ? undefined : writeRecord(earlier, undefined, 0);
    const record = writeRecord(incoming, was, this.#startedAt);
    if (earlier !== undefined) dealer.sentListings += 1;
    if (record === was) return 'unchanged';
    const listing = readRecord(key, record);
    if (listing === undefined) throw new Error(`the record of ${key} cannot be read back`);
    this.#onChange({ earlier, listing });
    return earlier === undefined ? 'added' : 'changed';
  }

  missing(): MissingStock[] {
    return Array.from(this.#dealers, ([dealer, { before, sent, sentListings, replaced }]) => ({
      dealer,
      before,
      most: largestStock(this.#historyOf(dealer), before, this.#startedAt),
      missing: before - sentListings - replaced.size,
      remaining: sent.size,
    }));
  }

  /** How many would be withdrawn. */
  withdrawMissing(): number {
    return this.missing().reduce((sum, { missing }) => sum + missing, 0);
  }

  /** How many would be withdrawn because their vehicles came under other ids. Walks over all listings of the dealers. */
  withdrawReplaced(): number {
    let replaced = 0;
    for (const [name, dealer] of this.#dealers) {
      // '0' follows '/': all keys of the dealer lie between the two.
      for (const listing of this.#store.listings({ start: `${name}/`, end: `${name}0` })) {
        if (dealer.sent.has(listing.id)) continue;
        writeAdvertKey(listing.advertUrl, this.#advertKey, 0);
        const marks = this.#store.marks(listingKey(listing));
        if (this.#vehicles.find(dealer.salt, this.#advertKey, marks) !== undefined)
          dealer.replaced.add(listing.id);
      }
      replaced += dealer.replaced.size;
    }
    return replaced;
  }

  /** As StockTransaction has it, and the next two. */
  expectDealers(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#dealer(dealer);
  }

  owners(): ReadonlyMap<string, string> {
    return this.#store.owners();
  }

  /** Changes nothing: no later run is compared with this one. */
  acceptLosses(): void {
    return undefined;
  }

  /** As it is: what the import would make of it is not known. */
  shared(): SharedListings {
    return this.#store.shared;
  }

  /** Whether the listing would be withdrawn: as one that was not sent, or with `merge` only where its vehicle was. */
  isWithdrawn({ dealer: name, id }: Pick<Listing, 'dealer' | 'id'>, merge: boolean): boolean {
    const dealer = this.#dealers.get(name);
    if (dealer === undefined) return false;
    return merge ? dealer.replaced.has(id) : !dealer.sent.has(id);
  }

  #historyOf(dealer: string): DealerHistory {
    return this.#store.history(dealer);
  }

  #dealer(name: string): ComparedDealer {
    let dealer = this.#dealers.get(name);
    if (dealer === undefined) {
      dealer = {
        before: this.#before.get(name) ?? 0,
        sent: new Set(),
        sentListings: 0,
        salt: SentVehicles.salt(),
        replaced: new Set(),
      };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }
}
