// Opens a cluster for searching: its index, its adverts and the postcode tables, joined to a Service. It holds nothing of
// the stock, and needs nothing of a data folder but the table of unit postcodes, where there is one. Once asked to, it
// follows the cluster: what is published is found within a second.
import { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import { ClusterClient, ClusterError, type ClusterOptions } from '../cluster/cluster-client.ts';
import { ClusterAdverts } from '../cluster/cluster-adverts.ts';
import { ClusterIndex } from '../cluster/cluster-index.ts';
import { Problem } from '../problem.ts';
import { postcodeTablePath } from './data-folder.ts';
import type { OpenSearch } from './open-search.ts';
import { lookRepeatedly } from './repeated-look.ts';
import { Service } from './service.ts';
import { Freshness } from './stock-figures.ts';
import type { PublicStatus } from './public-status.ts';

/** Between two looks at the cluster; a look is two small requests. */
const POLL_MS = 250;

const NO_STATUS: PublicStatus = {
  listings: 0,
  damaged: false,
  sequence: 0,
  dealers: 0,
  shared: { adverts: 0, registrations: 0, vins: 0 },
  feeds: [],
  imports: [],
};

/** The folder may be without a stock. */
export function openClusterSearch(folder: string, clusterOptions: ClusterOptions): OpenSearch {
  const cluster = new ClusterClient(clusterOptions);
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const index = new ClusterIndex(cluster);
  const freshness = new Freshness();
  let stopLooking = (): void => undefined;
  const look = async (): Promise<void> => {
    gazetteer.refresh();
    try {
      await index.catchUp();
    } catch (error) {
      throw problemOf(error);
    }
    freshness.look(index.newest?.sequence ?? 0, index.published?.sequence, Date.now());
  };
  return {
    service: new Service({
      index,
      adverts: new ClusterAdverts(cluster, index),
      gazetteer: () => gazetteer.current,
      // Only publish-stock.ts writes it.
      status: () => (index.newest?.metadata as PublicStatus | undefined) ?? NO_STATUS,
    }),
    get ready() {
      return index.ready;
    },
    async catchUp() {
      // A cluster that cannot be asked now is caught up with later: servers may be started before it, and outlive it.
      await look().catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
      });
    },
    figures() {
      const { ready, size: listings, published } = index;
      const sequence = published?.sequence ?? 0;
      // Neither segments nor their memory are here.
      return {
        ready,
        damageFound: 0,
        listings,
        sequence,
        segments: 0,
        bytes: 0,
        ...freshness.read(Date.now()),
      };
    },
    follow(onError) {
      stopLooking = lookRepeatedly(look, POLL_MS, onError);
    },
    async close() {
      stopLooking();
      await index.close();
      await cluster.close();
    },
  };
}

/** What the cluster did not do, as a problem; a bug stays one. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error;
  const { isRetryable: passing, status, message } = error;
  if (!passing && status !== 401 && status !== 403) return error;
  const why = passing ? message : 'it does not let us in';
  return new Problem('index_unavailable', `The cluster cannot be asked: ${why}.`, [], { cause: error });
}

function isRetryable(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof ClusterError && error.cause.isRetryable;
}
