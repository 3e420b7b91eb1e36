// The writes of one import. They keep the listings, the adverts, the dealers' counts and the change log in step; none of
// it is seen by others before the transaction is committed. What is held in memory meanwhile: the ids that were sent, to
// know which listings were not. Where listings come from is not known here.
import { listingKey, type IncomingListing, type Listing, type ListingKey } from '../listing/listing.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { AdvertWriteBatch } from './advert-write-batch.ts';
import { ChangeLogWriter, type ChangeLogRetention } from './change-log.ts';
import {
  largestStock,
  lastDealerChange,
  readHistory,
  saveHistories,
  type DealerChange,
} from './dealer-history.ts';
import { storeFeedState } from './feed-state-table.ts';
import { splitListingKey, encodeRecord } from '../listing/codec.ts';
import { readDealerOwners, setDealerOwner } from './dealer-owner-table.ts';
import { readListing } from './store-snapshot.ts';
import { saveReport } from './report-table.ts';
import type { DuplicateVehicle } from './seen-vehicles.ts';
import { DuplicateCounts, type DuplicateListings } from './duplicate-counts.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { VehicleDeduplication, type SentListing, type DealerVehicles } from './vehicle-deduplication.ts';

/** An object: the vehicle came before in this transaction, under another id of the dealer. */
export type UpsertOutcome = 'added' | 'changed' | 'unchanged' | 'duplicate' | DuplicateVehicle;

/** What a feed says of a listing besides. */
export interface UpsertContext {
  readonly vehicle?: VehicleIdentifiers | undefined;
  /** Where it stands in the feed, any whole number below 2^48; it comes back with DuplicateVehicle. */
  readonly position?: number;
}

/** What a dealer would lose by `withdrawMissing`. */
export interface DealerShrinkage {
  readonly dealer: string;
  /** Listings before the transaction. */
  readonly before: number;
  /** The most listings within the last seven days, `before` included. */
  readonly most: number;
  /** Listings that are there and were not sent in this transaction. */
  readonly missing: number;
  /** Listings that were sent in this transaction. */
  readonly remaining: number;
}

/** A dealer's part in the transaction. */
interface DealerWrites {
  readonly before: number;
  listings: number;
  /** Whether anything was upserted in this transaction. */
  isSent: boolean;
  /** Whether any listing was added, changed or withdrawn. */
  isChanged: boolean;
  /**
   * Ids upserted in this transaction and their places, whatever came of it. Of a dealer who had no listings before, all that are there were
   * sent, and only sent ids that were withdrawn again are kept: a first import holds no ids in memory.
   */
  readonly sent: Map<string, number>;
  /** How many of the ids sent are there. */
  sentListings: number;
  readonly vehicles: DealerVehicles;
}

const NO_CONTEXT: UpsertContext = {};

/** Bytes of the longest key, far below LMDB's own limit. */
const MAX_KEY_BYTES = 1500;
/** Keys that are gathered before they are withdrawn: removing under an open cursor would move it. */
const WITHDRAW_KEYS = 1000;

export class StoreTransaction {
  /** The arrival of what is new and comes without one: milliseconds since 1970, UTC. */
  readonly startedAt: number;
  /** Number of the last change of a dealer's stock before this transaction. */
  readonly changesBefore: number;
  readonly #file: LmdbFile;
  readonly #log: ChangeLogWriter;
  readonly #adverts: AdvertWriteBatch;
  readonly #duplicates: DuplicateCounts;
  readonly #vehicles: VehicleDeduplication;
  readonly #dealers = new Map<string, DealerWrites>();
  #finished = false;
  #insertListener: ((key: ListingKey, record: string) => void) | undefined;
  #feed: string | undefined;
  readonly #accepted = new Set<string>();

  constructor(file: LmdbFile, startedAt = Date.now()) {
    this.#file = file;
    this.startedAt = startedAt;
    this.changesBefore = lastDealerChange(file);
    this.#log = new ChangeLogWriter(file);
    this.#duplicates = new DuplicateCounts(file);
    this.#adverts = new AdvertWriteBatch(file, undefined, this.#duplicates);
    this.#vehicles = new VehicleDeduplication(file, this.#duplicates);
  }

  /** Has `observer` called with the record of every listing that is added to a dealer who had none before. */
  onInsert(listener: (key: ListingKey, record: string) => void): void {
    this.#insertListener = listener;
  }

  /**
   * Writes a listing if it is new or differs. `duplicate`: this dealer's id came before in this transaction; nothing is
   * written then, nor where its vehicle came before.
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
    if (dealer.sent.has(id)) return 'duplicate';

    const { listings } = this.#file.tables;
    const earlier = listings.get(key);
    const record = encodeRecord(incoming, earlier, this.startedAt);
    const was =
      earlier === undefined || earlier === record ? undefined : readListing(this.#file, key, earlier);
    const isNewUrl = earlier === undefined || (was !== undefined && was.advertUrl !== advertUrl);
    const sentListing: SentListing = { id, position, advertUrl, identifiers, isNewUrl };
    const first = this.#vehicles.find(incoming.dealer, dealer.vehicles, sentListing, dealer.sent);
    if (first !== undefined) return first;
    dealer.sent.set(id, position);
    dealer.sentListings += 1;
    this.#vehicles.add(dealer.vehicles, key, sentListing);
    if (record === earlier) return 'unchanged';
    listings.put(key, record);
    if (was === undefined) return this.#added(dealer, key);
    this.#logChange(dealer, key);
    if (isNewUrl) {
      this.#adverts.remove(was.advertUrl, was);
      this.#adverts.addKey(this.#vehicles.advertKey);
    }
    return 'changed';
  }

  /** Withdraws one listing; false where there is none. */
  withdraw(key: ListingKey): boolean {
    this.#checkUse();
    const { listings } = this.#file.tables;
    const record = listings.get(key);
    if (record === undefined) return false;
    const was = readListing(this.#file, key, record);
    listings.remove(key);
    const dealer = this.#dealer(was.dealer);
    this.#logChange(dealer, key);
    this.#adverts.remove(was.advertUrl, was);
    this.#vehicles.remove(dealer.vehicles, key);
    dealer.listings -= 1;
    if (dealer.before === 0) dealer.sent.set(was.id, 0);
    if (dealer.sent.has(was.id)) dealer.sentListings -= 1;
    return true;
  }

  /**
   * Withdraws what was not sent in this transaction and is the vehicle of a listing that was: it has come under another
   * id. The new listing takes over the arrival, unless the feed says one. Returns how many.
   */
  withdrawReplaced(): number {
    this.#checkUse();
    let replaced = 0;
    for (const [, { vehicles, sent }] of this.#sentDealers()) {
      for (const key of [...vehicles.mayBeReplaced].sort()) {
        if (sent.has(splitListingKey(key).id)) continue;
        const by = this.#vehicles.replacementOf(key, vehicles, sent);
        if (by !== undefined && this.#replace(key, by)) replaced += 1;
      }
      vehicles.mayBeReplaced.clear();
    }
    return replaced;
  }

  /** Counts these dealers as sent: `missing` has all of their listings that were not. */
  expectDealers(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#dealer(dealer).isSent = true;
  }

  /** The dealers that were sent in this transaction, expected ones included. */
  sentDealers(): string[] {
    return this.#sentDealers().map(([dealer]) => dealer);
  }

  /** The feed of every dealer that belongs to one. */
  owners(): ReadonlyMap<string, string> {
    return readDealerOwners(this.#file);
  }

  /** Changes the feed that a dealer belongs to; undefined: none. */
  setDealerOwner(dealer: string, feed: string | undefined): void {
    this.#checkUse();
    setDealerOwner(this.#file, dealer, feed);
  }

  /** Records this transaction's changes as those of a feed; by default they are nobody's. */
  attributeTo(feed: string): void {
    this.#feed = feed;
  }

  /** From now on these dealers' stocks are compared with what this transaction leaves, not with what they were. */
  acceptShrinkage(dealers: Iterable<string>): void {
    for (const dealer of dealers) this.#accepted.add(dealer);
  }

  /** How many listings share a vehicle with another dealer's, as all that was done so far leaves it. */
  duplicates(): DuplicateListings {
    this.#checkUse();
    this.#adverts.write();
    return this.#duplicates.write();
  }

  /** One entry for each dealer that was sent in this transaction. */
  shrinkage(): DealerShrinkage[] {
    return this.#sentDealers().map(([dealer, { before, listings, sentListings }]) => ({
      dealer,
      before,
      most: largestStock(readHistory(this.#file, dealer), before, this.startedAt),
      missing: listings - sentListings,
      remaining: sentListings,
    }));
  }

  /** Withdraws what the dealers of this transaction have and did not send in it; returns how many. */
  withdrawMissing(): number {
    this.#checkUse();
    let withdrawn = 0;
    for (const [dealer, { sent, listings, sentListings }] of this.#sentDealers()) {
      // The usual case, in which no keys need be walked over.
      if (listings === sentListings) continue;
      for (const keys of this.#keysNotIn(dealer, sent)) {
        for (const key of keys) this.withdraw(key);
        withdrawn += keys.length;
      }
    }
    return withdrawn;
  }

  /** Keeps the report of an import, any value that JSON can hold. */
  saveReport(report: unknown): void {
    this.#checkUse();
    saveReport(this.#file, report);
  }

  /** Keeps the state of a feed, any value that JSON can hold. */
  saveFeedState(feed: string, state: unknown): void {
    this.#checkUse();
    storeFeedState(this.#file, feed, state);
  }

  /** Writes what was gathered. The store calls it once, right before the commit. */
  finish(retention: ChangeLogRetention): void {
    this.#checkUse();
    this.withdrawReplaced();
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
    this.end();
  }

  /** Refuses any further use. */
  end(): void {
    this.#finished = true;
  }

  /** The same for a dealer who had no listings before: there is nothing to look up and to compare with. */
  #addFirst(
    dealer: DealerWrites,
    key: ListingKey,
    incoming: IncomingListing,
    sentListing: SentListing,
  ): UpsertOutcome {
    if (dealer.sent.size > 0 && dealer.sent.has(incoming.id)) return 'duplicate';
    const { listings } = this.#file.tables;
    const first = this.#vehicles.find(incoming.dealer, dealer.vehicles, sentListing, dealer.sent);
    if (first !== undefined) return listings.has(key) ? 'duplicate' : first;
    const record = encodeRecord(incoming, undefined, this.startedAt);
    if (!listings.putNew(key, record)) return 'duplicate';
    dealer.sentListings += 1;
    this.#vehicles.add(dealer.vehicles, key, sentListing);
    this.#insertListener?.(key, record);
    return this.#added(dealer, key);
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

  #added(dealer: DealerWrites, key: ListingKey): UpsertOutcome {
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
      listings.put(by, encodeRecord({ ...listing, arrivedAt }, undefined, arrivedAt));
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
        sent: new Map(),
        sentListings: 0,
        vehicles: this.#vehicles.dealer(name, before > 0),
      };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }

  #sentDealers(): [string, DealerWrites][] {
    return Array.from(this.#dealers).filter(([, { isSent }]) => isSent);
  }

  *#keysNotIn(dealer: string, sent: ReadonlyMap<string, number>): Iterable<ListingKey[]> {
    // '0' follows '/': all keys of the dealer lie between the two.
    const end = `${dealer}0`;
    let start = `${dealer}/`;
    for (;;) {
      const keys: ListingKey[] = [];
      for (const { key } of this.#file.tables.listings.range({ start, end })) {
        if (!sent.has(splitListingKey(key).id)) keys.push(key);
        if (keys.length === WITHDRAW_KEYS) break;
      }
      yield keys;
      const last = keys.at(-1);
      if (last === undefined || keys.length < WITHDRAW_KEYS) return;
      start = last;
    }
  }

  #checkUse(): void {
    if (this.#finished) throw new Error('the transaction is over: await all its work inside write()');
  }
}

function checkedKey(listing: Pick<Listing, 'dealer' | 'id'>): ListingKey {
  const key = listingKey(listing);
  if (
    listing.dealer === '' ||
    listing.id === '' ||
    listing.dealer.includes('/') ||
    /[\p{Cc}\p{Cs}]/u.test(key) ||
    Buffer.byteLength(key) > MAX_KEY_BYTES
  ) {
    throw new Error(`no listing may have the key ${JSON.stringify(key)}`);
  }
  return key;
}
