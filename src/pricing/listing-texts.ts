// What the texts of listings say, read once for each while the stock stays the same: a mark compares a car with up to 200 others,
// and marks of one model with the same ones.
import { listingKey, type IndexedFields } from '../listing/listing.ts';
import type { Candidate, StockReader } from '../listing/listing-index.ts';
import { readListingText, type ListingText } from './stated-facts.ts';

/** Half of the listings whose texts are remembered. */
const MAX_LISTINGS = 16_384;

type Key = Pick<Candidate, 'dealer' | 'id'>;

export class ListingTexts {
  /** At most `MAX_LISTINGS` that were asked for since `#older` was the newer one. */
  #newer = new Map<string, ListingText>();
  #older = new Map<string, ListingText>();

  /** In the order of the keys. */
  async of(keys: readonly Key[], stock: StockReader): Promise<ListingText[]> {
    const texts = keys.map((key) => this.#find(listingKey(key)));
    const missing = keys.filter((_, i) => texts[i] === undefined);
    if (missing.length > 0) {
      const listings = (await stock.getListings(missing)).values();
      keys.forEach((key, i) => (texts[i] ??= this.#add(listingKey(key), listings.next().value)));
    }
    return texts.filter((text) => text !== undefined);
  }

  #find(key: string): ListingText | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    if (older !== undefined) this.#remember(key, older);
    return older;
  }

  #add(key: string, listing: IndexedFields | undefined): ListingText {
    if (listing === undefined) throw new Error(`the listing ${key} was not read`);
    const text = readListingText(listing);
    this.#remember(key, text);
    return text;
  }

  #remember(key: string, text: ListingText): void {
    if (this.#newer.size >= MAX_LISTINGS) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, text);
  }
}

/** A reader is of one state of the stock. */
const textsOf = new WeakMap<StockReader, ListingTexts>();

/** The texts of a state of the stock. */
export function listingTexts(stock: StockReader): ListingTexts {
  let texts = textsOf.get(stock);
  if (texts === undefined) textsOf.set(stock, (texts = new ListingTexts()));
  return texts;
}
