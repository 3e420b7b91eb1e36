// Opens a data folder as a search backend: store, postcode tables and index behind a SearchService. Once polling, it
// serves imports of other processes within a fraction of a second.
import { describeError, type Output } from '../log/log.ts';
import { ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import { EmbeddedIndex } from '../index/embedded-index.ts';
import { inlineIndexWorker } from '../index/build/index-update.ts';
import { threadedIndexWorker } from '../index/build/worker-queue.ts';
import { openStore } from '../store/store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';
import { SearchService } from './search-service.ts';
import { FreshnessTracker, type StockStats } from '../index/stock-stats.ts';
import { publicStatus } from '../stock-status.ts';
import { Problem } from '../problem.ts';

const POLL_INTERVAL_MS = 100;
/** Poll interval after damage was found: reading the stock again may take long and finds the same damage. */
const DAMAGED_POLL_INTERVAL_MS = 60_000;

/** Maximum time for sample searches before a server is ready. */
const WARM_UP_MS = 400;

export interface SearchBackend {
  /** Must not be used before the first catch-up. */
  readonly service: SearchService;
  readonly isReady: boolean;
  /** Catches up with the current state of the folder or cluster. */
  catchUp(): Promise<void>;
  /** Size and freshness of the searchable stock. */
  stats(): StockStats;
  /** Catches up repeatedly until closed. Reports errors; the next poll retries. */
  startPolling(onError: (error: unknown) => void): void;
  close(): Promise<void>;
}

/**
 * A backend on a data folder. With `threads`, the index is built on other threads, so that a server can respond
 * meanwhile. Problems `data_…` of the folder.
 */
export function openEmbeddedBackend(folder: string, options: { readonly threads: boolean }): SearchBackend {
  const store = openStore(folder, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const worker = options.threads
    ? threadedIndexWorker(store, gazetteer, {
        folder,
        postcodeTablePath: postcodeTablePath(folder),
        indexPath: indexPath(folder),
      })
    : inlineIndexWorker(store, gazetteer, indexPath(folder));
  const index = new EmbeddedIndex(store, gazetteer, worker, options.threads ? WARM_UP_MS : 0);
  const freshness = new FreshnessTracker();
  const damage = new DamageCounter();
  const updateFreshness = (): void =>
    freshness.update(store.sequence, index.ready ? index.state.sequence : undefined, Date.now());
  const catchUp = async (): Promise<void> => {
    // A damaged postcode table does not damage the stock: the loaded tables stay until a valid one arrives.
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
      index,
      adverts: store,
      gazetteer: () => gazetteer.current,
      status: readStatus,
      observe: (work) => damage.observe(work),
    }),
    get isReady() {
      return index.ready;
    },
    catchUp,
    stats() {
      const {
        ready: isReady,
        size: listings,
        state: { sequence },
      } = index;
      const damageFound = damage.count;
      const { past } = store;
      return {
        isReady,
        damageFound,
        listings,
        sequence,
        past,
        ...index.stats,
        ...freshness.read(Date.now()),
      };
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

  get count(): number {
    return this.#count;
  }

  /** The result of `work`. Counts a Problem `data_damaged` that `work` throws or rejects with. */
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

/** Polls at once, and again after a pause, until the returned function is called. After an error the next poll retries. */
export function startPoller(
  poll: () => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const step = async (): Promise<void> => {
    try {
      await poll();
    } catch (error) {
      onError(error);
    }
    if (!stopped) timer = setTimeout(() => void step(), intervalMs);
  };
  void step();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Starts polling the data folder. A repeated error is reported once, until another error occurs. */
export function pollWithWarnings(backend: SearchBackend, output: Output): void {
  let lastMessage = '';
  backend.startPolling((error) => {
    const message = describeError(error);
    if (message !== lastMessage) output.warn(`The stock cannot be followed: ${message}`);
    lastMessage = message;
  });
}
