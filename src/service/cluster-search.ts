// Opens a cluster for searching: its index, its adverts and the postcode tables, joined to a Service. It holds nothing of
// the stock, and needs nothing of a data folder but the table of unit postcodes, where there is one. Once asked to, it
// follows the cluster: what is published is found within a second.
import { LiveGazetteer } from '../geo/live-gazetteer.ts';
import { Cluster, type ClusterAddress } from '../index/opensearch/cluster.ts';
import { ClusterAdverts } from '../index/opensearch/cluster-adverts.ts';
import { ClusterIndex } from '../index/opensearch/cluster-index.ts';
import { unitTablePath } from './data-folder.ts';
import type { OpenSearch } from './open-search.ts';
import { Service } from './service.ts';
import { Freshness } from './stock-figures.ts';
import type { PublicStatus } from './stock-status.ts';

/** Between two looks at the cluster; a look is two small requests. */
const POLL_MS = 250;

const NO_STATUS: PublicStatus = {
  listings: 0,
  sequence: 0,
  dealers: 0,
  shared: { adverts: 0, registrations: 0, vins: 0 },
  feeds: [],
  imports: [],
};

/** The folder may be without a stock. */
export function openClusterSearch(folder: string, address: ClusterAddress): OpenSearch {
  const cluster = new Cluster(address);
  const gazetteer = new LiveGazetteer(unitTablePath(folder));
  const index = new ClusterIndex(cluster);
  const freshness = new Freshness();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const catchUp = async (): Promise<void> => {
    gazetteer.refresh();
    await index.follow();
    freshness.look(index.newest?.sequence ?? 0, index.published?.sequence, Date.now());
  };
  return {
    service: new Service({
      index,
      adverts: new ClusterAdverts(cluster, index),
      gazetteer: () => gazetteer.current,
      // Only publish-stock.ts writes it.
      status: () => (index.newest?.extras as PublicStatus | undefined) ?? NO_STATUS,
    }),
    get ready() {
      return index.ready;
    },
    catchUp,
    figures() {
      const { ready, size: listings, published } = index;
      const sequence = published?.sequence ?? 0;
      // Neither segments nor their memory are here.
      return { ready, listings, sequence, segments: 0, bytes: 0, ...freshness.read(Date.now()) };
    },
    follow(onError) {
      const look = async (): Promise<void> => {
        try {
          await catchUp();
        } catch (error) {
          onError(error);
        }
        if (!closed) timer = setTimeout(() => void look(), POLL_MS);
      };
      void look();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await index.close();
      await cluster.close();
    },
  };
}
