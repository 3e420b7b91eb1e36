// Compares the index with the stock: queries derived from its listings run on the index and as a plain scan of the same state.
import { EmbeddedIndex } from '../index/embedded-index.ts';
import { PlainScan, type PlainQuery } from './plain-scan.ts';
import { inlineIndexWorker } from '../index/build/index-update.ts';
import { ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import type { Listing } from '../listing/listing.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from '../query/search-query.ts';
import type { Range } from '../listing/field.ts';
import { SORT_ROWS, type SortRow } from '../query/sorts.ts';
import { singleValue } from '../query/parameter-text.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import type { Store } from '../store/store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';

export interface IndexReport {
  readonly searches: number;
  /** Sentences without a full stop. */
  readonly findings: readonly string[];
}

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
  // The index is built only for this comparison, so it is not saved.
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

async function snapshotAt(index: EmbeddedIndex, store: Store): Promise<StoreSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    await index.catchUp();
    const snapshot = store.snapshot();
    if (snapshot.sequence === index.state.sequence) return snapshot;
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

const PLAIN_SORTS = [
  undefined,
  ...SORT_ROWS.filter((row: SortRow) => row.needs !== 'q').map(({ name }) => name),
];

export function queryLike(listing: Listing, random: () => number): PlainQuery {
  const often = (part: number): boolean => random() < part;
  const sort = PLAIN_SORTS[Math.floor(PLAIN_SORTS.length * random())];
  const { point, postcode } = listing;
  return {
    ...filtersLike(listing, often, random),
    ...(point !== null &&
      often(0.3) && {
        center: { postcode: postcode ?? '', point },
        distanceBand: Math.floor(7 * random()),
      }),
    ...(sort !== undefined && { sort }),
    page: often(0.7) ? 1 : 1 + Math.floor(4 * random()),
  };
}

/** Some filters around the listing's own values, most of which the listing passes. */
function filtersLike(listing: Listing, often: (part: number) => boolean, random: () => number): object {
  const filters: Record<string, unknown> = {};
  for (const { property, enum: classes } of VALUE_FIELDS) {
    const value = listing[property];
    if (typeof value !== 'string' || !often(0.3)) continue;
    if (classes !== undefined && !classes.includes(value)) continue;
    filters[property] = often(0.2) ? { none: [value] } : singleValue(value);
  }
  for (const { property, filter } of RANGE_FIELDS) {
    const value = listing[property];
    if (typeof value === 'number' && often(0.2))
      filters[property] = rangeAround(value, filter.step(value), random);
  }
  return filters;
}

/** Bounds within five relaxation steps of a value. */
function rangeAround(value: number, step: number, random: () => number): Range {
  return { min: value - 5 * step * random(), max: value + 5 * step * random() };
}
