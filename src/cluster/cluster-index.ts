// The index on a cluster. It holds a point in time of the published state and follows the cluster to newer states. It stores
// nothing of the stock, so any number of processes can serve one cluster. If the nodes of a point in time are lost, it opens a
// new one and retries the search; a Problem follows only if that fails.
import { setTimeout as wait } from 'node:timers/promises';
import type { AdvertLookup, AdvertState, WithdrawnAdvert } from '../listing/listing.ts';
import type { ListingExport, ListingIndex, NewestListings, TextPiece } from '../stock/listing-index.ts';
import {
  isSameState,
  maySameChange,
  NO_STOCK,
  type HeldStock,
  type StockState,
} from '../stock/stock-changes.ts';
import type { StockReader } from '../stock/stock-reader.ts';
import type { SearchQuery, SearchResult } from '../query/search-query.ts';
import type { PlaceCounts } from '../stock/stock-map.ts';
import { withCorrectedNames, withCorrections } from '../stock/stock-names.ts';
import type { StockPrices } from '../stock/stock-prices.ts';
import { ALL_PARTS, type StockSummary } from '../stock/summary.ts';
import { Problem } from '../problem.ts';
import { oncePerObject } from '../memo.ts';
import { toEngineQuery } from '../index/shared/engine-query.ts';
import { indexFormat } from '../index/shared/index-format.ts';
import { ClusterError, type ClusterClient } from './cluster-client.ts';
import { mappingVersion } from './cluster-mapping.ts';
import { advertsIndex, mappingVersionOf } from './index-names.ts';
import { warmSchema } from '../index/shared/listing-schema.ts';
import { findMissingWords } from '../index/shared/missing-words.ts';
import type { ClusterChanges } from './cluster-changes.ts';
import { clusterStockReader } from './cluster-stock-reader.ts';
import { exportCluster, newestInCluster, type OnSameState } from './cluster-export.ts';
import { summarizeCluster, countClusterPlaces, clusterPrices } from './cluster-summary.ts';
import { searchPage, type SearchContext } from './result-page.ts';
import { advertKey, hitOf } from './listing-document.ts';
import { openState, type OpenState } from './open-state.ts';
import { findPublished, type PublishedState } from './published-state.ts';

/** Backoff before each attempt. By the last one, a cluster has replaced lost shard copies. */
const BACKOFFS_MS = [0, 100, 300, 900, 1500];
/** No attempt begins later than this many milliseconds after the first. */
const RETRY_TIMEOUT_MS = 6000;

/** Maximum concurrent comparisons of waiting searches. A cluster does several in the time of one. */
const CONCURRENT_COMPARISONS = 8;

/** Maximum age of an unused point in time. Then it is used, so that the cluster does not drop it. */
const REFRESH_MS = 120_000;

export class ClusterIndex implements ListingIndex, AdvertLookup {
  readonly #client: ClusterClient;
  #open: OpenState | undefined;
  #newest: PublishedState | undefined;
  #catchingUp: Promise<void> | undefined;
  /** Whether the last search failed. */
  #isDown = false;
  readonly #listeners = new Set<() => void>();

  /** Empty until the first `catchUp`. The caller closes the client. */
  constructor(client: ClusterClient) {
    this.#client = client;
    warmSchema();
  }

  get size(): number {
    return this.published?.listings ?? 0;
  }

  /** Whether a published state has been opened at least once. */
  get ready(): boolean {
    return this.#open !== undefined;
  }

  /** The state that searches see. */
  get published(): PublishedState | undefined {
    return this.#open?.pit.published.state;
  }

  /** The state published at the last poll. Searches may not see it yet. */
  get newest(): PublishedState | undefined {
    return this.#newest;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const { listings, ...result } = await this.withSearchContext((context) =>
      withCorrections(query, context, (read) => searchPage(context, toEngineQuery(read))),
    );
    return { ...result, hits: listings.map((source) => hitOf(source, query)) };
  }

  summarize(query: SearchQuery, parts = ALL_PARTS): Promise<StockSummary> {
    return this.withSearchContext((context) =>
      withCorrections(query, context, (read) => summarizeCluster(context, read, parts)),
    );
  }

  countPlaces(query: SearchQuery, zoom: number): Promise<PlaceCounts> {
    return this.withSearchContext((context) =>
      withCorrections(query, context, (read) => countClusterPlaces(context, read, zoom)),
    );
  }

  prices(query: SearchQuery): Promise<StockPrices> {
    return this.withSearchContext(async (context) =>
      clusterPrices(context, await withCorrectedNames(query, context)),
    );
  }

  openExport(query: SearchQuery, from: number): Promise<ListingExport> {
    return this.withSearchContext(async (context) => {
      const { state } = context.pit.published;
      const onSameState: OnSameState = (work) => this.#onState(state, work);
      const release = context.pit.hold();
      try {
        const found = await withCorrections(query, context, (read) =>
          exportCluster(context, read, from, onSameState),
        );
        const close = (): void => {
          release();
          found.close();
        };
        return { ...found, state: stateOf(state), close };
      } catch (error) {
        release();
        throw error;
      }
    });
  }

  findNewest(query: SearchQuery, from: number, limit: number): Promise<NewestListings> {
    return this.withSearchContext(async (context) => {
      const found = await withCorrections(query, context, (read) =>
        newestInCluster(context, read, from, limit),
      );
      return { ...found, stockChangedAt: context.pit.published.state.changedAt };
    });
  }

  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T> {
    return this.withSearchContext(({ pit }) => work(clusterStockReader(pit)));
  }

  findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>> {
    return this.withSearchContext(({ words }) =>
      findMissingWords(pieces, async (text, readText) => (await words.match(text, readText))?.words ?? []),
    );
  }

  /** An advert is listed if a listing of the current state has its URL. Withdrawals are read in their latest state. */
  findAdvert(advertUrl: string): Promise<AdvertState> {
    const key = advertKey(advertUrl);
    return this.withSearchContext(async ({ pit }) => {
      if ((await pit.count({ term: { advert: key } })) > 0) return { state: 'listed' };
      const withdrawn = await this.#client.requestOptional<{ readonly _source: WithdrawnAdvert }>({
        method: 'GET',
        path: `/${encodeURIComponent(advertsIndex(pit.published.index))}/_doc/${key}`,
      });
      if (withdrawn === undefined) return { state: 'unknown' };
      const { make, model } = withdrawn._source;
      return { state: 'withdrawn', was: { make, model } };
    });
  }

  /**
   * The result of `work` on the current point in time. After a cluster error it is called again with a new one. Throws a Problem
   * `index_unavailable`.
   */
  async withSearchContext<T>(work: (context: OpenState) => Promise<T>): Promise<T> {
    const end = performance.now() + RETRY_TIMEOUT_MS;
    let lastError: unknown;
    for (const backoffMs of BACKOFFS_MS) {
      if (performance.now() + backoffMs > end) break;
      if (backoffMs > 0) await wait(backoffMs);
      const before = this.#open;
      try {
        const open = before ?? (await this.#reopen(before));
        const result = await work(open);
        open.usedAt = performance.now();
        this.#isDown = false;
        return result;
      } catch (error) {
        if (!(error instanceof ClusterError) || !error.isRetryable) throw problemOf(error);
        lastError = error;
        const isBack = await this.#reopen(before).then(
          () => true,
          () => false,
        );
        // While the cluster is down, searches get one attempt each.
        if (this.#isDown && !isBack) break;
      }
    }
    this.#isDown = true;
    throw unavailable(lastError);
  }

  /** The result of `work` on this state, perhaps at another point in time. Problem `index_unavailable` if it is outdated. */
  #onState<T>(state: PublishedState, work: (context: OpenState) => Promise<T>): Promise<T> {
    return this.withSearchContext((open) => {
      if (!isSameState(stateOf(open.pit.published.state), stateOf(state))) throw unavailable(undefined);
      return work(open);
    });
  }

  get state(): StockState {
    return stateOf(this.published ?? NOTHING_PUBLISHED);
  }

  async isStored({ storeId, sequence, changedAt }: StockState): Promise<boolean> {
    const published = await findPublished(this.#client).catch((error: unknown) => {
      throw error instanceof ClusterError && error.isRetryable ? unavailable(error) : problemOf(error);
    });
    if (published === undefined) return false;
    const { state } = published;
    if (storeId !== state.identity || sequence > state.sequence) return false;
    return sequence < state.sequence || maySameChange(changedAt, state.changedAt);
  }

  hold(): HeldStock {
    const open = this.#opened();
    const { state } = open.history.published;
    const releases = [open.pit.hold(), open.history.hold()];
    // If the point in time is lost, another one of the same state is as good.
    const find = async <T>(work: (changes: ClusterChanges) => Promise<T>): Promise<T> =>
      work(open.changes).catch((error: unknown) => {
        if (!(error instanceof ClusterError) || !error.isRetryable) throw problemOf(error);
        return this.#onState(state, ({ changes }) => work(changes));
      });
    return {
      state: stateOf(state),
      concurrency: CONCURRENT_COMPARISONS,
      findChanges: (query, span) => find((changes) => changes.find(query, span)),
      compareSince: (from) => find((changes) => changes.compareSince(from)),
      findCorrections: (query, sequence) => find((changes) => changes.findCorrections(query, sequence)),
      sequenceAt: (time) => find((changes) => changes.sequenceAt(time)),
      timeOf: (sequence) => find((changes) => changes.timeOf(sequence)),
      release: () => releases.forEach((release) => release()),
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #opened(): OpenState {
    if (this.#open === undefined) throw notPublished();
    return this.#open;
  }

  /** Opens the newest published state. Concurrent calls share one catch-up. Throws errors of the cluster. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#openNewest(false).finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  async close(): Promise<void> {
    await this.#catchingUp?.catch(() => undefined);
    this.#open?.pit.end();
    this.#open?.history.end();
  }

  /** Replaces a lost point in time, perhaps by one of the same state. Concurrent searches that lost the same one share this. */
  async #reopen(lost: SearchContext | undefined): Promise<OpenState> {
    await this.#catchingUp?.catch(() => undefined);
    if (this.#open !== undefined && this.#open !== lost) return this.#open;
    this.#catchingUp ??= this.#openNewest(true).finally(() => (this.#catchingUp = undefined));
    await this.#catchingUp;
    if (this.#open === undefined) throw notPublished();
    return this.#open;
  }

  async #openNewest(isLost: boolean): Promise<void> {
    const published = await findPublished(this.#client);
    if (published === undefined) return;
    this.#newest = published.state;
    const current = this.#open;
    const { index, state } = published;
    const isSame =
      current !== undefined &&
      current.pit.published.index === index &&
      current.pit.published.state.sequence === state.sequence;
    if (isSame && !isLost) {
      if (performance.now() - current.usedAt < REFRESH_MS) return;
      current.usedAt = performance.now();
      await Promise.all([current.pit.count({ match_all: {} }), current.history.count({ match_all: {} })]);
      return;
    }
    if (mappingVersionOf(this.#client.prefix, index) !== mappingVersion()) {
      // Servers of two versions may run together. One that cannot read the new index continues with the old one.
      if (current !== undefined && !isLost) return;
      throw new Problem(
        'index_unavailable',
        `Another version of Forecourt wrote the index ${index}. Publish the stock with this version.`,
      );
    }
    const opened = await openState(this.#client, published);
    // The published state is not visible yet, or no longer: the next poll retries.
    if (opened === undefined) {
      if (isLost) throw new ClusterError('the cluster shows an incomplete change', 503, true);
      return;
    }
    this.#open = isSame ? { ...opened, searchAfter: current.searchAfter } : opened;
    current?.pit.end();
    current?.history.end();
    if (!isSame) for (const listener of this.#listeners) listener();
  }
}

const NOTHING_PUBLISHED = { identity: NO_STOCK, sequence: 0, changedAt: 0, gazetteerVersion: 'nowhere' };

/** One object per published state, because the service compares states by identity at each request. */
const stateOf = oncePerObject(
  ({ identity, sequence, changedAt, gazetteerVersion }: typeof NOTHING_PUBLISHED): StockState => ({
    storeId: identity,
    sequence,
    changedAt,
    placesVersion: gazetteerVersion,
    indexFormat: indexFormat(),
  }),
);

function notPublished(): Problem {
  return new Problem('not_ready', 'No listings have been published to the cluster yet.');
}

function unavailable(cause: unknown): Problem {
  return new Problem('index_unavailable', 'The listings cannot be searched at the moment.', [], { cause });
}

/** The Problem of refused credentials; other errors that no retry can help are bugs. */
function problemOf(error: unknown): unknown {
  return error instanceof ClusterError && error.isUnauthorized ? unavailable(error) : error;
}
