// The writes of one import. They keep the listings, the adverts, the dealers' counts and the change log in step; none of
// it is seen by others before the transaction is committed. What is held in memory meanwhile: the ids that were sent, to
// know which listings were not. Where listings come from is not known here.
import { listingKey, type IncomingListing, type Listing, type ListingKey } from '../listing/listing.ts';
import { AdvertChanges } from './advert-changes.ts';
import { LogWriter, type LogLimits } from './change-log.ts';
import { keepFeed } from './feed-table.ts';
import { partsOf, writeRecord } from './listing-record.ts';
import { readListing } from './pinned-stock.ts';
import { saveReport } from './report-table.ts';
import type { StockFile } from './stock-file.ts';

export type UpsertOutcome = 'added' | 'changed' | 'unchanged' | 'duplicate';

/** What a dealer would lose by `withdrawMissing`. */
export interface MissingStock {
  readonly dealer: string;
  /** Listings before the transaction. */
  readonly before: number;
  /** Listings that are there and were not sent in this transaction. */
  readonly missing: number;
}

/** A dealer's part in the transaction. */
interface DealerStock {
  readonly before: number;
  listings: number;
  /** Whether anything was upserted in this transaction. */
  isSent: boolean;
  /**
   * Ids upserted in this transaction, whatever came of it. Of a dealer who had no listings before, all that are there were
   * sent, and only sent ids that were withdrawn again are kept: a first import holds no ids in memory.
   */
  readonly sent: Set<string>;
  /** How many of the ids sent are there. */
  sentListings: number;
}

/** Bytes of the longest key, far below LMDB's own limit. */
const MAX_KEY_BYTES = 1500;
/** Keys that are gathered before they are withdrawn: removing under an open cursor would move it. */
const WITHDRAW_KEYS = 1000;

export class StockTransaction {
  /** The arrival of what is new and comes without one: milliseconds since 1970, UTC. */
  readonly startedAt = Date.now();
  readonly #stock: StockFile;
  readonly #log: LogWriter;
  readonly #adverts: AdvertChanges;
  readonly #dealers = new Map<string, DealerStock>();
  #finished = false;
  #observer: ((key: ListingKey, record: string) => void) | undefined;

  constructor(stock: StockFile) {
    this.#stock = stock;
    this.#log = new LogWriter(stock);
    this.#adverts = new AdvertChanges(stock);
  }

  /** Has `observer` called with the record of every listing that is added to a dealer who had none before. */
  observeFirst(observer: (key: ListingKey, record: string) => void): void {
    this.#observer = observer;
  }

  /** Writes a listing if it is new or differs. `duplicate`: this dealer's id came before in this transaction, nothing is written. */
  upsert(incoming: IncomingListing): UpsertOutcome {
    this.#checkUse();
    const key = checkedKey(incoming);
    const dealer = this.#dealer(incoming.dealer);
    dealer.isSent = true;
    if (dealer.before === 0) return this.#addFirst(dealer, key, incoming);
    const sentBefore = dealer.sent.size;
    if (dealer.sent.add(incoming.id).size === sentBefore) return 'duplicate';
    dealer.sentListings += 1;

    const { listings } = this.#stock.tables;
    const earlier = listings.get(key);
    const record = writeRecord(incoming, earlier, this.startedAt);
    if (record === earlier) return 'unchanged';
    this.#stock.put(listings, key, record);
    if (earlier === undefined) return this.#added(dealer, key, incoming);
    this.#log.touch(key);
    const was = readListing(this.#stock, key, earlier);
    if (was.advertUrl !== incoming.advertUrl) {
      this.#adverts.remove(was.advertUrl, was);
      this.#adverts.add(incoming.advertUrl);
    }
    return 'changed';
  }

  /** Withdraws one listing; false where there is none. */
  withdraw(key: ListingKey): boolean {
    this.#checkUse();
    const { listings } = this.#stock.tables;
    const record = listings.get(key);
    if (record === undefined) return false;
    const was = readListing(this.#stock, key, record);
    listings.removeSync(key);
    this.#log.touch(key);
    this.#adverts.remove(was.advertUrl, was);
    const dealer = this.#dealer(was.dealer);
    dealer.listings -= 1;
    if (dealer.before === 0) dealer.sent.add(was.id);
    if (dealer.sent.has(was.id)) dealer.sentListings -= 1;
    return true;
  }

  /** One entry for each dealer that was sent in this transaction. */
  missing(): MissingStock[] {
    return this.#sentDealers().map(([dealer, { before, listings, sentListings }]) => ({
      dealer,
      before,
      missing: listings - sentListings,
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
    saveReport(this.#stock, report);
  }

  /** Keeps the state of a feed, any value that JSON can hold. */
  saveFeed(feed: string, state: unknown): void {
    this.#checkUse();
    keepFeed(this.#stock, feed, state);
  }

  /** Writes what was gathered. The store calls it once, right before the commit. */
  finish(limits: LogLimits): void {
    this.#checkUse();
    const { dealers } = this.#stock.tables;
    for (const [dealer, { before, listings }] of this.#dealers) {
      if (listings === before) continue;
      if (listings === 0) dealers.removeSync(dealer);
      else this.#stock.put(dealers, dealer, String(listings));
    }
    this.#adverts.write();
    this.#log.finish(limits);
    this.end();
  }

  /** Refuses any further use. */
  end(): void {
    this.#finished = true;
  }

  /** The same for a dealer who had no listings before: there is nothing to look up and to compare with. */
  #addFirst(dealer: DealerStock, key: ListingKey, incoming: IncomingListing): UpsertOutcome {
    if (dealer.sent.size > 0 && dealer.sent.has(incoming.id)) return 'duplicate';
    const record = writeRecord(incoming, undefined, this.startedAt);
    if (!this.#stock.putNew(this.#stock.tables.listings, key, record)) return 'duplicate';
    dealer.sentListings += 1;
    this.#observer?.(key, record);
    return this.#added(dealer, key, incoming);
  }

  #added(dealer: DealerStock, key: ListingKey, { advertUrl }: IncomingListing): UpsertOutcome {
    this.#log.touch(key);
    this.#adverts.add(advertUrl);
    dealer.listings += 1;
    return 'added';
  }

  #dealer(name: string): DealerStock {
    let dealer = this.#dealers.get(name);
    if (dealer === undefined) {
      const before = Number(this.#stock.tables.dealers.get(name) ?? 0);
      dealer = { before, listings: before, isSent: false, sent: new Set(), sentListings: 0 };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }

  #sentDealers(): [string, DealerStock][] {
    return Array.from(this.#dealers).filter(([, { isSent }]) => isSent);
  }

  *#keysNotIn(dealer: string, sent: ReadonlySet<string>): Iterable<ListingKey[]> {
    // '0' follows '/': all keys of the dealer lie between the two.
    const end = `${dealer}0`;
    let start = `${dealer}/`;
    for (;;) {
      const keys: ListingKey[] = [];
      for (const key of this.#stock.tables.listings.getKeys({ start, end })) {
        if (!sent.has(partsOf(key).id)) keys.push(key);
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
