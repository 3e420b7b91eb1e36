// OpenSearch with the mapping and the queries of src/cluster/, on a node of the cluster tests beside this process.
import { availableParallelism } from 'node:os';
import { ClusterClient } from '../../src/cluster/cluster-client.ts';
import { ClusterIndex } from '../../src/cluster/cluster-index.ts';
import { createIndices, swapAlias } from '../../src/cluster/publisher.ts';
import { DocumentWriter } from '../../src/cluster/document-writer.ts';
import type { DatedListing } from '../../src/cluster/listing-document.ts';
import { ensureStateIndex, publishState } from '../../src/cluster/published-state.ts';
import { rowKey } from '../../src/index/shared/listing-schema.ts';
import { startCluster } from '../../test/opensearch/cluster.ts';
import { findServer } from '../../test/opensearch/server-build.ts';
import type { OpenEngine, OtherEngine } from './engine.ts';

/** A quarter of a usual machine's memory: as much again is wanted for the files that it reads. */
const HEAP_MEGABYTES = 4096;
/** Each is written to its end before the next begins. */
const BATCH_SIZE = 20_000;
const MERGE_TIMEOUT_MS = 30 * 60 * 1000;

export const OPENSEARCH: OtherEngine = {
  name: 'OpenSearch',
  find: findServer,
  unsupported: () => undefined,

  async open(folder): Promise<OpenEngine> {
    // More nodes on one machine would only share it.
    const nodes = await startCluster({
      nodes: 1,
      heapMegabytes: HEAP_MEGABYTES,
      life: 'long',
      parent: folder,
    });
    const cluster = new ClusterClient({ urls: nodes.urls, prefix: 'forecourt' });
    const index = new ClusterIndex(cluster);
    let name = '';
    return {
      /** In bulk, without replicas, then one segment a shard: a stock at rest is searched fastest so. */
      async load(listings, gazetteer, onProgress) {
        await ensureStateIndex(cluster, 0);
        // A search runs on all shards at a time, each on a core.
        name = await createIndices(cluster, { shards: availableParallelism(), replicas: 0 });
        const writing = new DocumentWriter(cluster, { index: name, sequence: 1, gazetteer }, onProgress);
        let batch: DatedListing[] = [];
        for await (const listing of listings) {
          if (batch.push({ listing, changedAt: 0, sequence: 1 }) < BATCH_SIZE) continue;
          await writing.writeAll(batch, []);
          batch = [];
        }
        await writing.writeAll(batch, []);
        const path = `/${name}/_forcemerge`;
        await cluster.request({
          method: 'POST',
          path,
          query: { max_num_segments: 1 },
          timeoutMs: MERGE_TIMEOUT_MS,
        });
        const published = {
          identity: 'bench',
          sequence: 1,
          changedAt: 0,
          floor: 1,
          log: { characters: 0, knownSince: 0 },
          gazetteerVersion: gazetteer.version,
          metadata: null,
        };
        await publishState(cluster, {
          index: name,
          state: { ...published, ...(await writing.refresh(1)) },
        });
        await swapAlias(cluster, name, undefined);
        await index.catchUp();
      },
      async search(query) {
        const { total, hits } = await index.search(query);
        return { total, ids: hits.map(rowKey) };
      },
      async bytes() {
        const stats = await cluster.request<{ _all: { total: { store: { size_in_bytes: number } } } }>({
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
