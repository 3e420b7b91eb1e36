// OpenSearch, asked as Forecourt asks it where it is the index: with the mapping and the queries of src/index/opensearch.
// It is a node of our own beside this process, that of the tests on a cluster.
import { Cluster } from '../../../src/index/opensearch/cluster.ts';
import { ClusterIndex } from '../../../src/index/opensearch/cluster-index.ts';
import { listingKey } from '../../../src/listing/listing.ts';
import { startCluster } from '../../../test/opensearch/cluster.ts';
import { findServer } from '../../../test/opensearch/server-build.ts';
import type { OpenRival, Rival } from '../rival.ts';
import { loadStock } from './loader.ts';

/** A quarter of a usual machine's memory: as much again is wanted for the files that it reads. */
const HEAP_MEGABYTES = 4096;

export const OPENSEARCH: Rival = {
  name: 'OpenSearch',
  find: findServer,
  refuses: () => undefined,

  async open(folder): Promise<OpenRival> {
    // More nodes on one machine would only share it.
    const nodes = await startCluster({
      nodes: 1,
      heapMegabytes: HEAP_MEGABYTES,
      life: 'long',
      parent: folder,
    });
    const cluster = new Cluster({ urls: nodes.urls, prefix: 'forecourt' });
    const index = new ClusterIndex(cluster);
    let name = '';
    return {
      async load(listings, gazetteer, onProgress) {
        name = await loadStock(cluster, listings, gazetteer, onProgress);
        await index.follow();
      },
      async ask(query) {
        const { total, hits } = await index.search(query);
        return { total, ids: hits.map(listingKey) };
      },
      async bytes() {
        const stats = await cluster.ask<{ _all: { total: { store: { size_in_bytes: number } } } }>({
          method: 'GET',
          path: `/${name}/_stats/store`,
        });
        return stats._all.total.store.size_in_bytes;
      },
      async close() {
        await index.close();
        await cluster.close();
        await nodes.close();
      },
    };
  },
};
