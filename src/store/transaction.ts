// The writes of one import. A transaction keeps listings, adverts, dealers' counts and the change log consistent, and is
// invisible to others until the commit. It holds the sent ids in memory, to find the listings that were not sent.
import {
  listingKey,
  type IncomingListing,
  type Listing,
  type ListingKey,
  type VehicleIdentifiers,
} from '../listing/listing.ts';
import { AdvertWriteBatch } from './advert-write-batch.ts';
import { ChangeLogWriter, type ChangeLogRetention } from './change-log.ts';
import {
  dealerState,
  recentStock,
  lastDealerChange,
  readHistory,
  saveHistories,
  type DealerChange,
  type RecentStock,
  readDealerOwners,
  setDealerOwner,
} from './dealer-tables.ts';
import { keysNotIn, type DealerWrites } from './dealer-writes.ts';
import { storeFeedState, saveReport, noteProgramVersion } from './run-state-table.ts';
import { splitListingKey, encodeRecord } from '../listing/codec.ts';
import { readStoredListing } from './store-snapshot.ts';
import { listingStoredAs, recordOf, storedListing, checkedKey } from './stored-listing.ts';
import { InsertBatch } from './insert-batch.ts';
import type { DuplicateVehicle } from './seen-vehicles.ts';
import { DuplicateCounts, type DuplicateListings } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { VehicleDeduplication, type SentListing } from './vehicle-deduplication.ts';

/** A DuplicateVehicle: the vehicle came earlier in this transaction under another id of the dealer. */
export type UpsertOutcome = 'added' | 'changed' | 'unchanged' | 'duplicate' | DuplicateVehicle;

/** A feed's data about a listing that is not part of the listing. */
export interface UpsertContext {
  readonly vehicle?: VehicleIdentifiers | undefined;
  /** Its position in the run, a whole number below 2^48; returned in DuplicateVehicle. */
  readonly position?: number;
}

/** The listings that a dealer would lose to `withdrawMissing`. */
export interface DealerShrinkage extends RecentStock {
  readonly dealer: string;
  /** Listings before the transaction. */
  readonly before: number;
  /** Stored listings that were not sent in this transaction. */
  readonly missing: number;
  /** Stored listings that were sent in this transaction. */
  readonly remaining: number;
}

const NO_CONTEXT: UpsertContext = {};

/** Called for each change as it is made, with the stored values. */
export interface ChangeListener {
  added(listing: Listing): void;
  changed(earlier: Listing, listing: Listing): void;
  withdrawn(key: ListingKey): void;
}

export class StoreTransaction {
  /** The arrival of new listings whose feed gives none, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Number of the last dealer change before this transaction. */
  readonly changesBefore: number;
  readonly #file: LmdbFile;
  readonly #log: ChangeLogWriter;
  readonly #adverts: AdvertWriteBatch;
  readonly #duplicates: DuplicateCounts;
  readonly #vehicles: VehicleDeduplication;
  /** New listings of dealers that had none. */
  readonly #inserts: InsertBatch;
  readonly #dealers = new Map<string, DealerWrites>();
  #finished = false;
  #listener: ChangeListener | undefined;
  #feed: string | undefined;
  readonly #accepted = new Set<string>();

  constructor(file: LmdbFile, startedAt: number, pastCharacters?: number) {
    this.#file = file;
    this.startedAt = startedAt;
    this.changesBefore = lastDealerChange(file);
    this.#log = new ChangeLogWriter(file, startedAt, pastCharacters);
    this.#inserts = new InsertBatch(file.tables.listings, file.ownFolder);
    this.#duplicates = new DuplicateCounts(file);
    this.#adverts = new AdvertWriteBatch(file, this.#duplicates);
    this.#vehicles = new VehicleDeduplication(file, this.#duplicates);
  }

  onChange(listener: ChangeListener): void {
    this.#listener = listener;
  }

  /**
   * Writes a listing if it is new or changed. Nothing is written if its id (`duplicate`) or its vehicle (DuplicateVehicle)
   * came earlier in this transaction.
   */
  upsert(incoming: IncomingListing, context = NO_CONTEXT): UpsertOutcome {
    this.#checkUse();
    const key = checkedKey(incoming);
    const dealer = this.#dealer(incoming.dealer);
    dealer.isSent = true;
    const { vehicle: identifiers, position = 0 } = context;
    const { id, advertUrl } = incoming;
    if (dealer.before === 0) {
      const sentListing: SentListing = { id, position, advertUrl, identifiers, isNewUrl: true };
      return this.#addFirst(dealer, key, incoming, sentListing);
    }
    if (dealer.seenInRun.has(id)) return 'duplicate';

    const { listings } = this.#file.tables;
    const earlier = listings.get(key);
    const earlierRecord = earlier === undefined ? undefined : recordOf(earlier);
    const record = encodeRecord(incoming, earlierRecord, this.startedAt);
    const was =
      earlier === undefined || earlierRecord === record
        ? undefined
        : readStoredListing(this.#file, key, earlier);
    const isNewUrl = earlier === undefined || (was !== undefined && was.advertUrl !== advertUrl);
    const sentListing: SentListing = { id, position, advertUrl, identifiers, isNewUrl };
    const first = this.#vehicles.find(incoming.dealer, dealer.vehicles, sentListing, dealer.seenInRun);
    if (first !== undefined) return first;
    dealer.seenInRun.set(id, position);
    dealer.seenListings += 1;
    this.#vehicles.add(dealer.vehicles, key, sentListing);
    if (record === earlierRecord) return 'unchanged';
    const stored = storedListing(record, this.startedAt);
    this.#log.past.add(key, earlier);
    listings.put(key, stored);
    if (was === undefined) return this.#added(dealer, key, incoming);
    this.#listener?.changed(was, readStoredListing(this.#file, key, stored));
    this.#logChange(dealer, key);
    if (isNewUrl) {
      this.#adverts.remove(was.advertUrl, was);
      this.#adverts.addKey(this.#vehicles.advertKey);
    }
    return 'changed';
  }

  /**
   * Counts a stored listing as sent without changes, if its dealer's listings were in this state before the transaction.
   * Otherwise, or if it may be a duplicate, returns false and does nothing: then call `upsert`.
   */
  markUnchanged(
    { dealer: name, id }: Pick<Listing, 'dealer' | 'id'>,
    state: string | undefined,
    { vehicle: identifiers, position = 0 }: UpsertContext,
  ): boolean {
    this.#checkUse();
    const dealer = this.#dealer(name);
    const { vehicles, seenInRun } = dealer;
    if (dealer.before === 0 || dealer.state !== state || !dealer.isWhole) return false;
    if (seenInRun.has(id) || vehicles.mayBeReplaced.size > 0) return false;
    // The URL is unchanged, so it needs no lookup.
    const sentListing: SentListing = { id, position, advertUrl: '', identifiers, isNewUrl: false };
    if (this.#vehicles.find(name, vehicles, sentListing, seenInRun) !== undefined) return false;
    dealer.isSent = true;
    seenInRun.set(id, position);
    dealer.seenListings += 1;
    this.#vehicles.add(vehicles, listingKey({ dealer: name, id }), sentListing);
    return true;
  }

  /** Withdraws one listing; false if there is none. */
  withdraw(key: ListingKey): boolean {
    this.#checkUse();
    this.#inserts.write();
    const { listings } = this.#file.tables;
    const stored = listings.get(key);
    if (stored === undefined) return false;
    const was = readStoredListing(this.#file, key, stored);
    const dealer = this.#dealer(was.dealer);
    if (dealer.before > 0) this.#log.past.add(key, stored);
    listings.remove(key);
    dealer.isWhole = false;
    this.#logChange(dealer, key);
    this.#adverts.remove(was.advertUrl, was);
    this.#vehicles.remove(dealer.vehicles, key);
    dealer.listings -= 1;
    if (dealer.before === 0) dealer.seenInRun.set(was.id, 0);
    this.#listener?.withdrawn(key);
    if (dealer.seenInRun.has(was.id)) dealer.seenListings -= 1;
    return true;
  }

  /**
   * Withdraws unsent listings whose vehicle was sent under another id; returns their number. The new listing inherits the
   * arrival, unless the feed gives one.
   */
  withdrawReplaced(): number {
    this.#checkUse();
    let replaced = 0;
    for (const [, { vehicles, seenInRun }] of this.#sentDealers()) {
      for (const key of [...vehicles.mayBeReplaced].sort()) {
        if (seenInRun.has(splitListingKey(key).id)) continue;
        const by = this.#vehicles.replacementOf(key, vehicles, seenInRun);
        if (by !== undefined && this.#replace(key, by)) replaced += 1;
      }
      vehicles.mayBeReplaced.clear();
    }
    return replaced;
  }

  /** Treats these dealers as sent: their unsent listings count as missing. */
  markDealersSent(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#dealer(dealer).isSent = true;
  }

  /** The dealers sent in this transaction or marked as sent. */
  sentDealers(): string[] {
    return this.#sentDealers().map(([dealer]) => dealer);
  }

  /** From each dealer with an owner to the feed that owns it. */
  owners(): ReadonlyMap<string, string> {
    return readDealerOwners(this.#file);
  }

  /** The dealers that had listings before the transaction. */
  storedDealers(): Iterable<string> {
    return Array.from(this.#file.entries(this.#file.tables.dealers, {}), ({ key }) => key);
  }

  /** Sets the feed that owns a dealer; undefined for none. */
  setDealerOwner(dealer: string, feed: string | undefined): void {
    this.#checkUse();
    setDealerOwner(this.#file, dealer, feed);
  }

  /** Attributes this transaction's changes to a feed. Default: a manual import. */
  attributeTo(feed: string): void {
    this.#feed = feed;
  }

  /** Drops these dealers' earlier stock sizes, so that later runs are compared with this transaction's result. */
  acceptShrinkage(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#accepted.add(dealer);
  }

  /** The counts of duplicates after all changes so far. */
  duplicates(): DuplicateListings {
    this.#checkUse();
    this.#adverts.write();
    return this.#duplicates.write();
  }

  /** The shrinkage of each dealer sent in this transaction. */
  shrinkage(): DealerShrinkage[] {
    return this.#sentDealers().map(([dealer, { before, listings, seenListings }]) => ({
      dealer,
      before,
      ...recentStock(readHistory(this.#file, dealer), before, this.startedAt),
      missing: listings - seenListings,
      remaining: seenListings,
    }));
  }

  /** Withdraws the unsent listings of the dealers sent in this transaction; returns their number. */
  withdrawMissing(): number {
    this.#checkUse();
    let withdrawn = 0;
    for (const [dealer, { seenInRun, listings, seenListings }] of this.#sentDealers()) {
      // Fast path: nothing is missing, so no keys need to be scanned.
      if (listings === seenListings) continue;
      this.#inserts.write();
      for (const keys of keysNotIn(this.#file, dealer, seenInRun)) {
        for (const key of keys) this.withdraw(key);
        withdrawn += keys.length;
      }
    }
    return withdrawn;
  }

  /** Saves the report of an import, any JSON value. */
  saveReport(report: unknown): void {
    this.#checkUse();
    saveReport(this.#file, report);
  }

  /** Saves the state of a feed, any JSON value. */
  saveFeedState(feed: string, state: unknown): void {
    this.#checkUse();
    storeFeedState(this.#file, feed, state);
  }

  /** Writes all pending changes. The store calls it once, before the commit. */
  finish(retention: ChangeLogRetention): void {
    this.#checkUse();
    this.withdrawReplaced();
    this.#inserts.write();
    const { dealers } = this.#file.tables;
    const changes = new Map<string, DealerChange>();
    for (const [dealer, { before, listings, isChanged }] of this.#dealers) {
      if (isChanged) changes.set(dealer, this.#changeOf(dealer, before, listings));
      if (listings === before) continue;
      if (listings === 0) dealers.remove(dealer);
      else dealers.put(dealer, String(listings));
    }
    saveHistories(this.#file, changes);
    this.#adverts.write();
    this.#duplicates.write();
    this.#log.finish(retention);
    noteProgramVersion(this.#file);
    this.end();
  }

  /** Makes all further calls throw. */
  end(): void {
    this.#finished = true;
    this.#inserts.close();
  }

  /** Upserts for a dealer without listings before: there is nothing to look up or compare. */
  #addFirst(
    dealer: DealerWrites,
    key: ListingKey,
    incoming: IncomingListing,
    sentListing: SentListing,
  ): UpsertOutcome {
    if (this.#vehicles.hasId(dealer.vehicles, incoming.id)) return 'duplicate';
    const first = this.#vehicles.find(incoming.dealer, dealer.vehicles, sentListing, dealer.seenInRun);
    if (first !== undefined) return first;
    const record = encodeRecord(incoming, undefined, this.startedAt);
    this.#inserts.add(key, storedListing(record, this.startedAt));
    dealer.seenListings += 1;
    this.#vehicles.add(dealer.vehicles, key, sentListing);
    return this.#added(dealer, key, incoming);
  }

  #logChange(dealer: DealerWrites, key: ListingKey): void {
    dealer.isChanged = true;
    this.#log.add(key);
  }

  #changeOf(dealer: string, before: number, after: number): DealerChange {
    return {
      at: this.startedAt,
      before,
      after,
      feed: this.#feed,
      change: this.changesBefore + 1,
      isAccepted: this.#accepted.has(dealer),
    };
  }

  #added(dealer: DealerWrites, key: ListingKey, incoming: IncomingListing): UpsertOutcome {
    this.#listener?.added(listingStoredAs(incoming, this.startedAt));
    this.#logChange(dealer, key);
    this.#adverts.addKey(this.#vehicles.advertKey);
    dealer.listings += 1;
    return 'added';
  }

  #replace(key: ListingKey, by: ListingKey): boolean {
    const { listings } = this.#file.tables;
    const replaced = this.#vehicles.listing(key);
    const listing = this.#vehicles.listing(by);
    if (listing?.arrivedAt === this.startedAt && replaced !== undefined) {
      const { arrivedAt } = replaced;
      const record = encodeRecord({ ...listing, arrivedAt }, undefined, arrivedAt);
      listings.put(by, storedListing(record, this.startedAt));
      this.#log.add(by);
    }
    return this.withdraw(key);
  }

  #dealer(name: string): DealerWrites {
    let dealer = this.#dealers.get(name);
    if (dealer === undefined) {
      const before = Number(this.#file.tables.dealers.get(name) ?? 0);
      dealer = {
        before,
        listings: before,
        isSent: false,
        isChanged: false,
        seenInRun: new Map(),
        seenListings: 0,
        vehicles: this.#vehicles.dealer(name, before > 0),
        state: before > 0 ? dealerState(this.#file, name) : '',
        isWhole: true,
      };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }

  #sentDealers(): [string, DealerWrites][] {
    return Array.from(this.#dealers).filter(([, { isSent }]) => isSent);
  }

  #checkUse(): void {
    if (this.#finished) throw new Error('the transaction is over: await all its work inside write()');
  }
}
