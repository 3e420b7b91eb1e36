// What a transaction would do, found by reading alone. It answers as StockTransaction does and writes nothing, so a feed
// can be tried beside a writer; what is compared is the stock as it was when the store was pinned.
import { listingKey, type IncomingListing, type Listing } from '../listing/listing.ts';
import { readRecord, writeRecord } from './listing-record.ts';
import type { PinnedStock } from './pinned-stock.ts';
import type { MissingStock, UpsertOutcome } from './stock-transaction.ts';

/** A listing that would be added or changed. */
export interface ComparedListing {
  readonly earlier: Listing | undefined;
  readonly listing: Listing;
}

interface ComparedDealer {
  readonly before: number;
  readonly sent: Set<string>;
  sentListings: number;
}

export class StockComparison {
  readonly #stock: Pick<PinnedStock, 'getListings'>;
  readonly #before: ReadonlyMap<string, number>;
  readonly #onChange: (change: ComparedListing) => void;
  readonly #dealers = new Map<string, ComparedDealer>();
  readonly #startedAt = Date.now();

  /** `before` has the number of listings of every dealer. */
  constructor(
    stock: Pick<PinnedStock, 'getListings'>,
    before: ReadonlyMap<string, number>,
    onChange: (change: ComparedListing) => void,
  ) {
    this.#stock = stock;
    this.#before = before;
    this.#onChange = onChange;
  }

  upsert(incoming: IncomingListing): UpsertOutcome {
    const dealer = this.#dealer(incoming.dealer);
    if (dealer.sent.has(incoming.id)) return 'duplicate';
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
    return Array.from(this.#dealers, ([dealer, { before, sentListings }]) => ({
      dealer,
      before,
      missing: before - sentListings,
    }));
  }

  /** How many would be withdrawn. */
  withdrawMissing(): number {
    return this.missing().reduce((sum, { missing }) => sum + missing, 0);
  }

  /** Whether the listing is of a dealer of this run, and was not sent in it. */
  isMissing({ dealer, id }: Pick<Listing, 'dealer' | 'id'>): boolean {
    return this.#dealers.get(dealer)?.sent.has(id) === false;
  }

  #dealer(name: string): ComparedDealer {
    let dealer = this.#dealers.get(name);
    if (dealer === undefined) {
      dealer = { before: this.#before.get(name) ?? 0, sent: new Set(), sentListings: 0 };
      this.#dealers.set(name, dealer);
    }
    return dealer;
  }
}
