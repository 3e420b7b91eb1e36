// Compares the index with the stock: runs queries derived from its listings on the index and as a plain scan of the
// stock at the same sequence.
import { EmbeddedIndex } from '../index/embedded-index.ts';
import { PlainScan, type PlainQuery } from './plain-scan.ts';
import { inlineIndexWorker } from '../index/index-update.ts';
import { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import type { Listing } from '../listing/listing.ts';
import type { Range } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import type { Store } from '../store/store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';

export interface IndexReport {
  /** Number of queries compared. */
  readonly searches: number;
  /** Sentences without a full stop. */
  readonly findings: readonly string[];
}

/** Attempts to catch up with imports that commit meanwhile. */
const ATTEMPTS = 20;

/** Differences between the index and the stock. Problems `data_…` of the folder. */
export async function verifyIndex(
  store: Store,
  queries: readonly PlainQuery[],
  onProgress?: (listings: number) => void,
): Promise<IndexReport> {
  const { folder } = store;
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const worker = inlineIndexWorker(store, gazetteer, indexPath(folder));
  // The index is built for comparison and not saved.
  const index = new EmbeddedIndex(store, gazetteer, { ...worker, save: async () => undefined });
  const snapshot = await snapshotAt(index, store);
  try {
    const scan = new PlainScan(queries, gazetteer.current);
    let listings = 0;
    for (const listing of snapshot.listings()) {
      scan.add(listing);
      listings += 1;
      if (listings % 10_000 === 0) onProgress?.(listings);
    }
    const findings: string[] = [];
    if (index.size !== listings) findings.push(`the index has ${index.size} listings, the stock ${listings}`);
    const expected = scan.results();
    for (const [i, query] of queries.entries()) {
      const { total, hits } = await index.search(query);
      const { total: wanted, hits: wantedHits } = expected[i];
      const isSame =
        total === wanted &&
        hits.length === wantedHits.length &&
        hits.every(({ id, dealer }, at) => id === wantedHits[at].id && dealer === wantedHits[at].dealer);
      if (!isSame)
        findings.push(`the index and the stock give different results for ${JSON.stringify(query)}`);
    }
    return { searches: queries.length, findings };
  } finally {
    snapshot.release();
    await index.close();
  }
}

/** The store at the index's sequence. */
async function snapshotAt(index: EmbeddedIndex, store: Store): Promise<StoreSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    await index.catchUp();
    const snapshot = store.snapshot();
    if (snapshot.sequence === index.sequence) return snapshot;
    snapshot.release();
    if (attempt === ATTEMPTS) throw new Error('the stock changes too fast to compare the index with it');
  }
}

/** A uniform random sample of listings; the same seed gives the same sample. */
export class ListingSample {
  readonly #random: () => number;
  readonly #size: number;
  readonly listings: Listing[] = [];
  #seen = 0;

  constructor(size: number, random: () => number) {
    this.#size = size;
    this.#random = random;
  }

  add(listing: Listing): void {
    this.#seen += 1;
    if (this.listings.length < this.#size) this.listings.push(listing);
    else {
      const slot = Math.floor(this.#random() * this.#seen);
      if (slot < this.#size) this.listings[slot] = listing;
    }
  }
}

const SORTS = [undefined, 'price_asc', 'price_desc', 'year_desc', 'miles_asc', 'distance'] as const;

/** A query that finds this listing and similar ones. */
export function queryLike(listing: Listing, random: () => number): PlainQuery {
  const often = (part: number): boolean => random() < part;
  const { make, model, fuelType, transmission, dealer, priceGbp, mileageMiles, year, point, postcode } =
    listing;
  return {
    ...(make !== null && often(0.5) && { make }),
    ...(model !== null && often(0.3) && { model }),
    ...(often(0.2) && (fuelType === 'Petrol' || fuelType === 'Diesel') && { fuelType }),
    ...(often(0.2) && (transmission === 'Manual' || transmission === 'Automatic') && { transmission }),
    ...(often(0.2) && { dealer: [dealer] }),
    ...(priceGbp !== null && often(0.3) && { priceGbp: rangeAround(priceGbp, random) }),
    ...(mileageMiles !== null && often(0.2) && { mileageMiles: rangeAround(mileageMiles, random) }),
    ...(year !== null && often(0.2) && { year: { min: year - Math.floor(4 * random()) } }),
    ...(point !== null &&
      often(0.3) && {
        center: { postcode: postcode ?? '', point },
        distanceBand: Math.floor(7 * random()),
      }),
    ...sortOf(SORTS[Math.floor(SORTS.length * random())]),
    page: often(0.7) ? 1 : 1 + Math.floor(4 * random()),
  };
}

function sortOf(sort: (typeof SORTS)[number]): Pick<PlainQuery, 'sort'> {
  return sort === undefined ? {} : { sort };
}

function rangeAround(value: number, random: () => number): Range {
  return { min: Math.floor(value * random()), max: Math.ceil(value * (1 + random())) };
}
