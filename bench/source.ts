// Where a run's stock comes from: a corpus that is drawn, or a feed that somebody has. Both become a feed file to import
// and a sample to draw questions from.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFeed } from '../src/feed/read-feed.ts';
import { loadGazetteer } from '../src/geo/load-gazetteer.ts';
import type { IncomingListing, Listing } from '../src/listing/listing.ts';
import { corpus } from './corpus.ts';
import { writeFeed } from './feed-file.ts';
import { counter } from './progress.ts';
import { Sampler, type StockSample } from './sample.ts';

export interface StockSource {
  /** `100k`, or the name of the feed. */
  readonly name: string;
  /** Writes a feed file into `folder` where there is none yet. */
  prepare(folder: string): Promise<PreparedStock>;
  /** The first listings, as many as there are. */
  first(count: number): Promise<Listing[]>;
}

export interface PreparedStock {
  readonly feed: string;
  readonly sample: StockSample;
}

export function corpusSource(name: string, size: number, seed: number): StockSource {
  return {
    name,
    async prepare(folder) {
      const feed = join(folder, 'corpus.ndjson');
      const sampler = new Sampler(seed);
      const progress = counter('drawing listings', size);
      writeFeed(feed, corpus({ size, seed }), (listing, written) => {
        sampler.add(listing);
        progress(written);
      });
      return { feed, sample: sampler.sample(loadGazetteer()) };
    },
    async first(count) {
      const listings: Listing[] = [];
      for (const listing of corpus({ size, seed })) if (listings.push(listing) >= count) break;
      return listings;
    },
  };
}

/** Throws where there is no such file. */
export function feedSource(path: string, seed: number): StockSource {
  if (!existsSync(path)) throw new Error(`there is no file '${path}'`);
  return {
    name: basename(path),
    async prepare() {
      const sampler = new Sampler(seed);
      const progress = counter('reading the feed');
      let read = 0;
      for await (const listing of listingsOf(path)) {
        sampler.add(listing);
        progress(++read);
      }
      return { feed: path, sample: sampler.sample(loadGazetteer()) };
    },
    async first(count) {
      const listings: Listing[] = [];
      for await (const listing of listingsOf(path)) if (listings.push(listing) >= count) break;
      return listings;
    },
  };
}

/** Records that are refused are left out, as an import does. */
async function* listingsOf(path: string): AsyncIterable<Listing> {
  for await (const items of readFeed(path)) {
    for (const item of items) if (item.kind === 'listing') yield arrived(item.listing);
  }
}

function arrived(listing: IncomingListing): Listing {
  return { ...listing, arrivedAt: listing.arrivedAt ?? 0 };
}
