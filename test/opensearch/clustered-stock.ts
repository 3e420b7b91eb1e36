// A stock in a data folder and in a cluster, with changes, and the correct results of some searches after each
// change, by the reference model over the listings in the store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { ClusterOptions } from '../../src/cluster/cluster-client.ts';
import { listingKey, type Listing } from '../../src/listing/listing.ts';
import { encodeListing } from '../../src/listing/codec.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { openClusterBackend } from '../../src/search/cluster-backend.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { publishStock, type PublishOptions } from '../../src/cluster/publish.ts';
import { openStore, type WritableStore } from '../../src/store/store.ts';
import { summarizeResult } from '../index/answers.ts';
import { stockQueries } from '../index/stock-queries.ts';
import { ReferenceModel } from '../support/reference-model.ts';

export interface StockQuery {
  /** As a query string. */
  readonly sendRequest: string;
  readonly query: SearchQuery;
}

/** In the order of the queries. */
export type StockResponses = readonly ReturnType<typeof summarizeResult>[];

export interface StockOptions {
  readonly urls: readonly string[];
  /** Initial number of listings. */
  readonly size: number;
  readonly queries: number;
  readonly seed: number;
}

/** Listings added by each change; about as many are withdrawn. */
const NEW = 200;

export class ClusteredStock {
  readonly folder: string;
  readonly clusterOptions: ClusterOptions;
  queries: readonly StockQuery[] = [];
  /** For the current listings in the folder. */
  right: StockResponses = [];
  readonly #store: WritableStore;
  readonly #searches: SearchBackend[] = [];
  #changes = 0;

  private constructor({ urls, seed }: StockOptions) {
    this.folder = mkdtempSync(join(tmpdir(), 'forecourt-clustered-'));
    this.clusterOptions = { urls, prefix: `stock-${seed}-${Date.now().toString(36)}` };
    // Kept open: a process that has opened a stock read-only cannot write it afterwards.
    this.#store = openStore(this.folder, { mode: 'write' });
  }

  /** In the folder only; not published yet. */
  static async create(options: StockOptions): Promise<ClusteredStock> {
    const { size, queries, seed } = options;
    const stock = new ClusteredStock(options);
    await stock.#store.write(async (transaction) => {
      for (const listing of corpus({ size, seed })) transaction.upsert(listing);
    });
    const gazetteer = loadGazetteer();
    stock.queries = stockQueries([...stock.#store.listings()], queries, seed).map((sendRequest) => ({
      sendRequest,
      query: parseQuery([...new URLSearchParams(sendRequest)], gazetteer).query,
    }));
    stock.right = await stock.#answers();
    return stock;
  }

  /** Changes the price of a third of the listings, withdraws some and adds others. In the folder only. */
  async change(): Promise<void> {
    this.#changes += 1;
    const before = [...this.#store.listings()];
    const leaving = Math.max(1, Math.floor(before.length / NEW));
    await this.#store.write(async (transaction) => {
      before.forEach((listing, i) => {
        if (i % leaving === this.#changes % leaving) transaction.withdraw(listingKey(listing));
        else if (i % 3 === this.#changes % 3) transaction.upsert(dearer(listing));
      });
      for (const listing of corpus({ size: NEW, seed: 1000 + this.#changes })) {
        const id = `change-${this.#changes}-${listing.id}`;
        transaction.upsert({ ...listing, id, advertUrl: `${listing.advertUrl}?change=${this.#changes}` });
      }
    });
    this.right = await this.#answers();
  }

  publish(options: Partial<PublishOptions> = {}): Promise<void> {
    return publishStock(this.folder, this.clusterOptions, { shards: 3, replicas: 1, ...options });
  }

  /** A polling search backend on the cluster, closed with the stock. */
  async open(): Promise<SearchBackend> {
    const search = openClusterBackend(this.folder, this.clusterOptions);
    this.#searches.push(search);
    await search.catchUp();
    return search;
  }

  /** Expects the correct result of every query. */
  async expectRight({ service }: SearchBackend): Promise<void> {
    for (const [i, { sendRequest, query }] of this.queries.entries()) {
      expect({ sendRequest, ...summarizeResult(await service.search(query)) }).toEqual({
        sendRequest,
        ...this.right[i],
      });
    }
  }

  /** Expects exactly the folder's listings in the cluster, each once. Queries the cluster directly. */
  async expectHeldOnce(): Promise<void> {
    const response = await fetch(`${this.clusterOptions.urls[0]}/${this.clusterOptions.prefix}/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: 10_000, query: { match_all: {} }, _source: ['source'] }),
    });
    const { hits } = (await response.json()) as {
      hits: { hits: { _source: { source: { dealer: string; id: string; record: string } } }[] };
    };
    const held = hits.hits.map(({ _source: { source } }) => [listingKey(source), source.record]);
    const stored = Array.from(this.#store.listings(), (listing) => [
      listingKey(listing),
      encodeListing(listing, listing.arrivedAt),
    ]);
    expect(held.sort()).toEqual(stored.sort());
  }

  async close(): Promise<void> {
    for (const search of this.#searches) await search.close();
    await this.#store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #answers(): Promise<StockResponses> {
    const model = new ReferenceModel(this.#store.listings(), loadGazetteer());
    return Promise.all(this.queries.map(async ({ query }) => summarizeResult(await model.search(query))));
  }
}

function dearer(listing: Listing): Listing {
  return { ...listing, priceGbp: (listing.priceGbp ?? 1000) + 1 };
}
