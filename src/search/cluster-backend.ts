// Opens a cluster as a search backend. It holds no listings, and reads only the postcode table of the data folder, if there is
// one. Once polling, it serves published changes within a second.
import { ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import { ClusterClient, ClusterError, type ClusterOptions } from '../cluster/cluster-client.ts';
import { ClusterIndex } from '../cluster/cluster-index.ts';
import { Problem } from '../problem.ts';
import { postcodeTablePath } from '../store/paths.ts';
import { type SearchBackend, startPoller } from './search-backend.ts';
import { SearchService } from './search-service.ts';
import { FreshnessTracker } from '../index/stock-stats.ts';
import type { PublicStatus } from '../stock-status.ts';

const POLL_INTERVAL_MS = 250;

const NO_STATUS: PublicStatus = {
  listings: 0,
  damaged: false,
  sequence: 0,
  writtenBy: null,
  dealers: 0,
  duplicates: { adverts: 0, registrations: 0, vins: 0 },
  feeds: [],
  imports: [],
};

export function openClusterBackend(folder: string, clusterOptions: ClusterOptions): SearchBackend {
  const cluster = new ClusterClient(clusterOptions);
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const index = new ClusterIndex(cluster);
  const freshness = new FreshnessTracker();
  let stopPolling = (): void => undefined;
  const poll = async (): Promise<void> => {
    gazetteer.refresh();
    try {
      await index.catchUp();
    } catch (error) {
      throw toProblem(error);
    }
    freshness.update(index.newest?.sequence ?? 0, index.published?.sequence, Date.now());
  };
  return {
    service: new SearchService({
      index,
      adverts: index,
      gazetteer: () => gazetteer.current,
      // publish.ts stores a PublicStatus as metadata.
      status: () => (index.newest?.metadata as PublicStatus | undefined) ?? NO_STATUS,
    }),
    get isReady() {
      return index.ready;
    },
    async catchUp() {
      // Polling retries an unreachable cluster: servers may start before it and outlive it.
      await poll().catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
      });
    },
    stats() {
      const { ready: isReady, size: listings, published } = index;
      const sequence = published?.sequence ?? 0;
      // Segments and their memory are the cluster's own.
      return {
        isReady,
        damageFound: 0,
        listings,
        sequence,
        ...(published !== undefined && { past: published.log }),
        segments: 0,
        builds: 0,
        bytes: 0,
        ...freshness.read(Date.now()),
      };
    },
    startPolling(onError) {
      stopPolling = startPoller(poll, POLL_INTERVAL_MS, onError);
    },
    async close() {
      stopPolling();
      await index.close();
      await cluster.close();
    },
  };
}

/** Errors of the cluster as Problems. Other errors are bugs and stay unchanged. */
function toProblem(error: unknown): unknown {
  if (!(error instanceof ClusterError) || !(error.isRetryable || error.isUnauthorized)) return error;
  const message = `The cluster cannot be searched: ${error.reason}.`;
  return new Problem('index_unavailable', message, [], { cause: error });
}

function isRetryable(error: unknown): boolean {
  return error instanceof Problem && error.cause instanceof ClusterError && error.cause.isRetryable;
}
