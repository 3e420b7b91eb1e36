// A run's stock: a generated corpus, or the user's own feed. Both become a feed file to import and a sample to draw
// queries from.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Random } from '../../src/demo/random.ts';
import { readFeed } from '../../src/ingest/run/read-feed.ts';
import { type Gazetteer, loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { progressLogger } from '../harness/command.ts';
import { corpus } from './corpus.ts';
import { writeCsvFeed, writeFeed } from './feed-file.ts';

export interface StockSource {
  /** `100k`, or the name of the feed. */
  readonly name: string;
  /** The path of a feed file, written into `folder` if there is none yet, and a sample of its listings. */
  prepare(folder: string): Promise<{ readonly feed: string; readonly sample: StockSample }>;
  /** The first `count` listings, or all if there are fewer. */
  first(count: number): Promise<Listing[]>;
  /** Writes the same listings as CSV; undefined: the feed is the user's own. */
  readonly writeCsv?: (path: string) => void;
}

export function corpusSource(
  name: string,
  size: number,
  seed: number,
  { ownPositions = false } = {},
): StockSource {
  const options = { size, seed, ownPositions };
  return {
    name,
    async prepare(folder) {
      const feed = join(folder, 'corpus.ndjson');
      const sampler = new ReservoirSampler(seed);
      const progress = progressLogger('drawing listings', size);
      writeFeed(feed, corpus(options), (listing, written) => {
        sampler.add(listing);
        progress(written);
      });
      return { feed, sample: sampler.sample(loadGazetteer()) };
    },
    first: (count) => firstOf(corpus(options), count),
    writeCsv(path) {
      const progress = progressLogger('drawing listings', size);
      writeCsvFeed(path, corpus(options), (_, written) => progress(written));
    },
  };
}

/** Throws if there is no such file. */
export function feedSource(path: string, seed: number): StockSource {
  if (!existsSync(path)) throw new Error(`there is no file '${path}'`);
  return {
    name: basename(path),
    async prepare() {
      const sampler = new ReservoirSampler(seed);
      const progress = progressLogger('reading the feed');
      let read = 0;
      for await (const listing of listingsOf(path)) {
        sampler.add(listing);
        progress(++read);
      }
      return { feed: path, sample: sampler.sample(loadGazetteer()) };
    },
    first: (count) => firstOf(listingsOf(path), count),
  };
}

async function firstOf(all: Iterable<Listing> | AsyncIterable<Listing>, count: number): Promise<Listing[]> {
  const listings: Listing[] = [];
  for await (const listing of all) if (listings.push(listing) >= count) break;
  return listings;
}

/** Without rejected records, as in an import. */
async function* listingsOf(path: string): AsyncIterable<Listing> {
  for await (const items of readFeed(path)) {
    for (const item of items) {
      if (item.kind === 'listing') yield { ...item.listing, arrivedAt: item.listing.arrivedAt ?? 0 };
    }
  }
}

export interface StockSample {
  /** Listings of which everything is known that the questions ask for, at postcodes that can be searched from. */
  readonly listings: readonly Listing[];
  /** The price that about 60 % of the whole stock meet. */
  readonly priceCapGbp: number;
}

const RESERVOIR_SIZE = 20_000;
const CAP_SHARE = 0.6;

export class ReservoirSampler {
  readonly #random: Random;
  readonly #reservoir: Listing[] = [];
  #seen = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Every listing of the stock is kept with the same chance. */
  add(listing: Listing): void {
    this.#seen += 1;
    if (this.#reservoir.length < RESERVOIR_SIZE) {
      this.#reservoir.push(listing);
      return;
    }
    const at = this.#random.whole(0, this.#seen - 1);
    if (at < RESERVOIR_SIZE) this.#reservoir[at] = listing;
  }

  sample(gazetteer: Gazetteer): StockSample {
    // Without a price a listing meets no cap.
    const prices = this.#reservoir.map(({ priceGbp }) => priceGbp ?? Infinity).sort((a, b) => a - b);
    const cap = prices[Math.floor(prices.length * CAP_SHARE)];
    const listings = this.#reservoir.filter((listing) => isComplete(listing, gazetteer));
    if (cap === undefined || cap === Infinity || listings.length === 0) {
      throw new Error('the stock has no listing with make, model, year, price, mileage, postcode and words');
    }
    return { listings, priceCapGbp: Math.ceil(cap) };
  }
}

function isComplete(listing: Listing, gazetteer: Gazetteer): boolean {
  const { make, model, priceGbp, year, mileageMiles, fullDescription, postcode } = listing;
  if ([make, model, priceGbp, year, mileageMiles, fullDescription].includes(null)) return false;
  return postcode !== null && 'point' in gazetteer.resolve(postcode);
}
