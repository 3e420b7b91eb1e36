// Opens a data folder for searching: store, postcode tables and index, joined to a SearchService. Once asked to, it follows
// the folder: what another process imports is found within a fraction of a second.
import { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import { EmbeddedIndex } from '../index/embedded-index.ts';
import { inlineIndexWorker } from '../index/index-update.ts';
import { threadedIndexWorker } from '../index/worker-queue.ts';
import { openStore } from '../store/store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';
import { startPoller } from './poller.ts';
import { SearchService } from './search-service.ts';
import { FreshnessTracker, type StockStats } from '../index/stock-stats.ts';
import { publicStatus } from '../ingest/public-status.ts';
import { Problem } from '../problem.ts';

/** Between two looks at the folder; a look costs microseconds. */
const POLL_INTERVAL_MS = 100;
/** After a look that met damage: reading the stock again may take long, and finds the same. */
const DAMAGED_POLL_INTERVAL_MS = 60_000;

export interface SearchBackend {
  /** To be asked once the first catch-up is over. */
  readonly service: SearchService;
  readonly isReady: boolean;
  /** Catches up with the folder as it is now. */
  catchUp(): Promise<void>;
  /** How much is searched, and how fresh it is. */
  stats(): StockStats;
  /** Goes on catching up until it is closed. What goes wrong is told, and tried again at the next look. */
  startPolling(onError: (error: unknown) => void): void;
  close(): Promise<void>;
}

/**
 * Problems `data_…` of the folder. With `threads`, the index is built on a thread of its own: for a server, which has
 * requests to answer meanwhile.
 */
export function openEmbeddedBackend(folder: string, options: { readonly threads: boolean }): SearchBackend {
  const store = openStore(folder, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const worker = options.threads
    ? threadedIndexWorker({
        folder,
        postcodeTablePath: postcodeTablePath(folder),
        indexPath: indexPath(folder),
      })
    : inlineIndexWorker(store, gazetteer, indexPath(folder));
  const index = new EmbeddedIndex(store, gazetteer, worker);
  const freshness = new FreshnessTracker();
  const damage = new DamageCounter();
  const updateFreshness = (): void =>
    freshness.update(store.sequence, index.ready ? index.sequence : undefined, Date.now());
  const catchUp = async (): Promise<void> => {
    // A damaged table of postcodes is no damage of the stock: the tables that are loaded stay until a whole one comes.
    gazetteer.refresh();
    await damage.observe(async () => {
      updateFreshness();
      await index.catchUp();
      updateFreshness();
    });
  };
  const readStatus = publicStatus(store, () => damage.count > 0);
  let stopPolling = (): void => undefined;
  return {
    service: new SearchService({
      index: {
        get version() {
          return index.version;
        },
        get size() {
          return index.size;
        },
        search: (query) => damage.observe(() => index.search(query)),
        summarize: (query) => index.summarize(query),
      },
      adverts: { findAdvert: (advertUrl) => damage.observe(() => store.findAdvert(advertUrl)) },
      gazetteer: () => gazetteer.current,
      status: () => damage.observe(readStatus),
    }),
    get isReady() {
      return index.ready;
    },
    catchUp,
    stats() {
      const { ready: isReady, size: listings, sequence } = index;
      const damageFound = damage.count;
      return { isReady, damageFound, listings, sequence, ...index.stats, ...freshness.read(Date.now()) };
    },
    startPolling(onError) {
      let pausedUntil = 0;
      const poll = async (): Promise<void> => {
        if (performance.now() < pausedUntil) return;
        const before = damage.count;
        try {
          damage.observe(() => store.checkFile());
          await catchUp();
        } finally {
          if (damage.count > before) pausedUntil = performance.now() + DAMAGED_POLL_INTERVAL_MS;
        }
      };
      stopPolling = startPoller(poll, POLL_INTERVAL_MS, onError);
    },
    async close() {
      stopPolling();
      await index.close();
      await store.close();
    },
  };
}

class DamageCounter {
  #count = 0;

  /** How often damage was met. */
  get count(): number {
    return this.#count;
  }

  /** What `work` gives. A Problem `data_damaged` that it throws, or rejects with, is counted. */
  observe<T>(work: () => T): T {
    try {
      const result = work();
      if (result instanceof Promise) result.catch((error: unknown) => this.#countDamage(error));
      return result;
    } catch (error) {
      this.#countDamage(error);
      throw error;
    }
  }

  #countDamage(error: unknown): void {
    if (error instanceof Problem && error.code === 'data_damaged') this.#count += 1;
  }
}
