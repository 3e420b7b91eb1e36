// Opens a data folder for searching: store, postcode tables and index, joined to a Service. Once asked to, it follows
// the folder: what another process imports is found within a fraction of a second.
import { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import { EmbeddedIndex } from '../index/embedded-index.ts';
import { inlineIndexWorker } from '../index/index-update.ts';
import { threadedIndexWorker } from '../index/worker-queue.ts';
import { openStore } from '../store/store.ts';
import { DamageWatch } from './damage-watch.ts';
import { indexPath, postcodeTablePath } from './data-folder.ts';
import { lookRepeatedly } from './repeated-look.ts';
import { Service } from './service.ts';
import { Freshness, type StockFigures } from './stock-figures.ts';
import { publicStatus } from './public-status.ts';

/** Between two looks at the folder; a look costs microseconds. */
const POLL_MS = 100;
/** After a look that met damage: reading the stock again may take long, and finds the same. */
const DAMAGED_POLL_MS = 60_000;

export interface OpenSearch {
  /** To be asked once the first catch-up is over. */
  readonly service: Service;
  readonly ready: boolean;
  /** Catches up with the folder as it is now. */
  catchUp(): Promise<void>;
  /** How much is searched, and how fresh it is. */
  figures(): StockFigures;
  /** Goes on catching up until it is closed. What goes wrong is told, and tried again at the next look. */
  follow(onError: (error: unknown) => void): void;
  close(): Promise<void>;
}

/**
 * Problems `data_…` of the folder. With `threads`, the index is built on a thread of its own: for a server, which has
 * requests to answer meanwhile.
 */
export function openSearch(folder: string, options: { readonly threads: boolean }): OpenSearch {
  const store = openStore(folder, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const builder = options.threads
    ? threadedIndexWorker({
        folder,
        postcodeTablePath: postcodeTablePath(folder),
        indexPath: indexPath(folder),
      })
    : inlineIndexWorker(store, gazetteer, indexPath(folder));
  const index = new EmbeddedIndex(store, gazetteer, builder);
  const freshness = new Freshness();
  const damage = new DamageWatch();
  const look = (): void =>
    freshness.look(store.sequence, index.ready ? index.sequence : undefined, Date.now());
  const catchUp = async (): Promise<void> => {
    // A damaged table of postcodes is no damage of the stock: the tables that are loaded stay until a whole one comes.
    gazetteer.refresh();
    await damage.watch(async () => {
      look();
      await index.catchUp();
      look();
    });
  };
  const readStatus = publicStatus(store, () => damage.found > 0);
  let stopLooking = (): void => undefined;
  return {
    service: new Service({
      index: {
        get version() {
          return index.version;
        },
        get size() {
          return index.size;
        },
        search: (query) => damage.watch(() => index.search(query)),
        summarize: (query) => index.summarize(query),
      },
      adverts: { findAdvert: (advertUrl) => damage.watch(() => store.findAdvert(advertUrl)) },
      gazetteer: () => gazetteer.current,
      status: () => damage.watch(readStatus),
    }),
    get ready() {
      return index.ready;
    },
    catchUp,
    figures() {
      const { ready, size: listings, sequence } = index;
      const damageFound = damage.found;
      return { ready, damageFound, listings, sequence, ...index.stats, ...freshness.read(Date.now()) };
    },
    follow(onError) {
      let pausedUntil = 0;
      const checked = async (): Promise<void> => {
        if (performance.now() < pausedUntil) return;
        const before = damage.found;
        try {
          damage.watch(() => store.checkFile());
          await catchUp();
        } finally {
          if (damage.found > before) pausedUntil = performance.now() + DAMAGED_POLL_MS;
        }
      };
      stopLooking = lookRepeatedly(checked, POLL_MS, onError);
    },
    async close() {
      stopLooking();
      await index.close();
      await store.close();
    },
  };
}
