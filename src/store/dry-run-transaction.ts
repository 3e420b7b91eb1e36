// A dry run's transaction: it returns what StoreTransaction would, compared with a snapshot, and writes nothing. It can run
// while another process imports.
import { listingKey, type IncomingListing, type Listing, type ListingKey } from '../listing/listing.ts';
import { recentStock } from './dealer-tables.ts';
import { dealerKeyRange } from './table-layout.ts';
import { decodeRecord, encodeRecord, splitListingKey } from '../listing/codec.ts';
import { ADVERT_KEY_BYTES, writeAdvertKey } from './advert-table.ts';
import type { StoreSnapshot } from './store-snapshot.ts';
import { SeenVehicles, type DealerSalt } from './seen-vehicles.ts';
import type { DuplicateListings } from './duplicate-counts.ts';
import type { DealerShrinkage, UpsertContext, UpsertOutcome } from './transaction.ts';
import type { Store } from './store.ts';

/** A listing that would be added or changed. */
export interface ListingDiff {
  readonly earlier: Listing | undefined;
  readonly listing: Listing;
}

interface DryRunDealer {
  readonly before: number;
  readonly sent: Set<string>;
  sentListings: number;
  readonly salt: DealerSalt;
  readonly replaced: Set<string>;
  /** Ids of listings that were withdrawn one by one. */
  readonly withdrawn: Set<string>;
}

/** The parts of the store that a dry run reads. */
type DryRunStore = Pick<Store, 'listings' | 'identifiers' | 'owners' | 'history' | 'duplicates'>;

const EMPTY_STORE: DryRunStore = {
  listings: () => [],
  identifiers: () => undefined,
  owners: () => new Map(),
  history: () => ({ sizes: [], changes: [] }),
  duplicates: { adverts: 0, registrations: 0, vins: 0 },
};

export class DryRunTransaction {
  readonly #snapshot: Pick<StoreSnapshot, 'getListings'>;
  readonly #store: DryRunStore;
  readonly #vehicles = new SeenVehicles();
  readonly #advertKey = Buffer.allocUnsafeSlow(ADVERT_KEY_BYTES);
  readonly #before: ReadonlyMap<string, number>;
  readonly #onChange: (change: ListingDiff) => void;
  readonly #dealers = new Map<string, DryRunDealer>();
  readonly #startedAt: number;

  /** `before` maps dealers to their numbers of listings. */
  constructor(
    snapshot: Pick<StoreSnapshot, 'getListings'>,
    store: DryRunStore,
    before: ReadonlyMap<string, number>,
    onChange: (change: ListingDiff) => void,
    startedAt = Date.now(),
  ) {
    this.#startedAt = startedAt;
    this.#snapshot = snapshot;
    this.#store = store;
    this.#before = before;
    this.#onChange = onChange;
  }

  /** A dry run into a new data folder, which it does not make. */
  static onEmptyStock(startedAt: number): DryRunTransaction {
    const snapshot = { getListings: () => [] };
    return new DryRunTransaction(snapshot, EMPTY_STORE, new Map(), () => undefined, startedAt);
  }

  upsert(incoming: IncomingListing, { vehicle, position = 0 }: UpsertContext = {}): UpsertOutcome {
    const dealer = this.#dealer(incoming.dealer);
    if (dealer.sent.has(incoming.id)) return 'duplicate';
    writeAdvertKey(incoming.advertUrl, this.#advertKey, 0);
    const first = this.#vehicles.find(dealer.salt, this.#advertKey, vehicle);
    if (first !== undefined) return first;
    this.#vehicles.add(dealer.salt, this.#advertKey, vehicle, { id: incoming.id, position });
    dealer.sent.add(incoming.id);
    const key = listingKey(incoming);
    const [earlier] = this.#snapshot.getListings([key]);
    const was = earlier === undefined ? undefined : encodeRecord(earlier, undefined, 0);
    const record = encodeRecord(incoming, was, this.#startedAt);
    if (earlier !== undefined) dealer.sentListings += 1;
    if (record === was) return 'unchanged';
    const listing = decodeRecord(key, record);
    if (listing === undefined) throw new Error(`the record of ${key} cannot be read back`);
    this.#onChange({ earlier, listing });
    return earlier === undefined ? 'added' : 'changed';
  }

  /** As in StoreTransaction. */
  withdraw(key: ListingKey): boolean {
    const { dealer: name, id } = splitListingKey(key);
    const { withdrawn } = this.#dealer(name);
    if (withdrawn.has(id) || this.#snapshot.getListings([key])[0] === undefined) return false;
    withdrawn.add(id);
    return true;
  }

  shrinkage(): DealerShrinkage[] {
    return Array.from(this.#dealers, ([dealer, { before, sent, sentListings, replaced }]) => ({
      dealer,
      before,
      ...recentStock(this.#store.history(dealer), before, this.#startedAt),
      missing: before - sentListings - replaced.size,
      remaining: sent.size,
    }));
  }

  /** The number of listings that would be withdrawn. */
  withdrawMissing(): number {
    return this.shrinkage().reduce((sum, { missing }) => sum + missing, 0);
  }

  /** The number of listings whose vehicles came under other ids. Scans all listings of the dealers. */
  withdrawReplaced(): number {
    let replaced = 0;
    for (const [name, dealer] of this.#dealers) {
      for (const listing of this.#store.listings(dealerKeyRange(name))) {
        if (dealer.sent.has(listing.id)) continue;
        writeAdvertKey(listing.advertUrl, this.#advertKey, 0);
        const identifiers = this.#store.identifiers(listingKey(listing));
        if (this.#vehicles.find(dealer.salt, this.#advertKey, identifiers) !== undefined)
          dealer.replaced.add(listing.id);
      }
      replaced += dealer.replaced.size;
    }
    return replaced;
  }

  /** As in StoreTransaction. */
  markDealersSent(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#dealer(dealer);
  }

  /** As in StoreTransaction. */
  owners(): ReadonlyMap<string, string> {
    return this.#store.owners();
  }

  /** As in StoreTransaction. */
  storedDealers(): Iterable<string> {
    return this.#before.keys();
  }

  /** Does nothing: a dry run leaves no history. */
  acceptShrinkage(): void {
    return undefined;
  }

  /** The present counts; those after the import are not computed. */
  duplicates(): DuplicateListings {
    return this.#store.duplicates;
  }

  /** Whether the listing would be withdrawn: because it was not sent, or with `merge` because it is not for sale or came under another id. */
  isWithdrawn({ dealer: name, id }: Pick<Listing, 'dealer' | 'id'>, merge: boolean): boolean {
    const dealer = this.#dealers.get(name);
    if (dealer === undefined) return false;
    return merge ? dealer.replaced.has(id) || dealer.withdrawn.has(id) : !dealer.sent.has(id);
  }

  #dealer(name: string): DryRunDealer {
    let dealer = this.#dealers.get(name);
    if (dealer === undefined) {
      dealer = {
        before: this.#before.get(name) ?? 0,
        sent: new Set(),
        sentListings: 0,
        salt: SeenVehicles.salt(),
        replaced: new Set(),
        withdrawn: new Set(),
      };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }
}
