// The stock after every change, computed instead of stored. Change 1 brings the whole stock. Each later change is a feed
// of one dealer, in turn: a third of its prices change, and another tenth of its listings is missing.
import { demoStock } from '../../src/demo/generate.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { feedRecord } from '../corpus/feed-file.ts';

const DEALERS = 8;
const ABSENT = 11;

export class StockPlan {
  readonly #dealers: readonly (readonly Listing[])[];

  constructor(listings: number) {
    const all = Array.from(demoStock({ count: listings, seed: 1 }));
    this.#dealers = Array.from({ length: DEALERS }, (_, dealer) =>
      all
        .filter((_, at) => at % DEALERS === dealer)
        .map((listing) => {
          const domain = `dealer-${dealer}.example`;
          return {
            ...listing,
            dealer: domain,
            advertUrl: `https://${domain}/used/${listing.id.toLowerCase()}`,
          };
        }),
    );
  }

  /** The feed that makes a change, as lines. */
  feedOf(sequence: number): string[] {
    if (sequence === 1) return this.stockAt(1);
    const dealer = (sequence - 2) % DEALERS;
    return this.#recordsOf(dealer, versionAt(dealer, sequence));
  }

  /** Everything that is listed after a change, as lines of a feed. */
  stockAt(sequence: number): string[] {
    return this.#dealers.flatMap((_, dealer) => this.#recordsOf(dealer, versionAt(dealer, sequence)));
  }

  /** Of any listing, and whether it is listed after a change. */
  advert(number: number): { readonly url: string; isListedAt(sequence: number): boolean } {
    const dealer = number % DEALERS;
    const listings = this.#dealers[dealer] ?? [];
    const at = Math.floor(number / DEALERS) % listings.length;
    return {
      url: listings[at]?.advertUrl ?? '',
      isListedAt: (sequence) => isListed(at, versionAt(dealer, sequence)),
    };
  }

  #recordsOf(dealer: number, version: number): string[] {
    return (this.#dealers[dealer] ?? []).flatMap((listing, at) => {
      if (!isListed(at, version)) return [];
      const { priceGbp } = listing;
      const isRepriced = priceGbp !== null && (at + version) % 3 === 0;
      return [feedRecord(isRepriced ? { ...listing, priceGbp: priceGbp + version } : listing)];
    });
  }
}

/** How often a dealer's feed has come in since the first change. */
function versionAt(dealer: number, sequence: number): number {
  return sequence < 2 + dealer ? 0 : Math.floor((sequence - 2 - dealer) / DEALERS) + 1;
}

function isListed(at: number, version: number): boolean {
  return (at * 7 + version) % ABSENT !== 0;
}
