// How many listings share an advert address, a registration or a VIN with another listing. No dealer has two listings of
// one vehicle, so the other one is another dealer's. Kept as totals, because finding them means walking over the stock.
import type { Transaction } from 'lmdb';
import type { StockFile } from './stock-file.ts';

/** JSON data. A listing counts once for each of these that it shares. */
export interface SharedListings {
  readonly adverts: number;
  readonly registrations: number;
  readonly vins: number;
}

type Kind = 'advert' | 'registration' | 'vin';

const KEY = 'shared';
const NONE: SharedListings = { adverts: 0, registrations: 0, vins: 0 };

export function readShared(stock: StockFile, transaction?: Transaction): SharedListings {
  const text = stock.tables.meta.get(KEY, transaction && { transaction });
  return text === undefined ? NONE : (stock.parse(text, 'meta', KEY) as SharedListings);
}

/** The totals as one transaction changes them. */
export class SharedCounts {
  readonly #stock: StockFile;
  readonly #gains: Record<Kind, number> = { advert: 0, registration: 0, vin: 0 };

  constructor(stock: StockFile) {
    this.#stock = stock;
  }

  /** One advert or vehicle is of `after` listings, and was of `before`. */
  change(kind: Kind, before: number, after: number): void {
    this.#gains[kind] += sharing(after) - sharing(before);
  }

  /** Writes what has changed; gives back the totals. */
  write(): SharedListings {
    const { advert, registration, vin } = this.#gains;
    const before = readShared(this.#stock);
    if (advert === 0 && registration === 0 && vin === 0) return before;
    const after: SharedListings = {
      adverts: before.adverts + advert,
      registrations: before.registrations + registration,
      vins: before.vins + vin,
    };
    this.#stock.tables.meta.put(KEY, JSON.stringify(after));
    this.#gains.advert = this.#gains.registration = this.#gains.vin = 0;
    return after;
  }
}

function sharing(listings: number): number {
  return listings > 1 ? listings : 0;
}
