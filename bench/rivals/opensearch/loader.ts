// Fills the OpenSearch rival: in bulk, without copies, then one segment a shard. A stock at rest is searched fastest so,
// and every other rival is loaded once as well.
import { availableParallelism } from 'node:os';
import type { Gazetteer } from '../../../src/geo/gazetteer.ts';
import type { Cluster } from '../../../src/index/opensearch/cluster.ts';
import { makeIndices, pointAliasTo } from '../../../src/index/opensearch/index-swap.ts';
import { IndexWriting } from '../../../src/index/opensearch/index-writing.ts';
import { ensureStateIndex, publishState } from '../../../src/index/opensearch/published-state.ts';
import type { Listing } from '../../../src/listing/listing.ts';

/** Each is written to its end before the next begins. */
const BATCH = 20_000;
const MERGE_MS = 30 * 60 * 1000;

/** Returns the name of the index that it made. */
export async function loadStock(
  cluster: Cluster,
  listings: Iterable<Listing> | AsyncIterable<Listing>,
  gazetteer: Gazetteer,
  onProgress: (listings: number) => void,
): Promise<string> {
  await ensureStateIndex(cluster, 0);
  // A search runs on all shards at a time, each on a core.
  const index = await makeIndices(cluster, { shards: availableParallelism(), replicas: 0 });
  const writing = new IndexWriting(cluster, { index, sequence: 1, gazetteer }, onProgress);
  let batch: Listing[] = [];
  for await (const listing of listings) {
    if (batch.push(listing) < BATCH) continue;
    await writing.whole(batch, []);
    batch = [];
  }
  await writing.whole(batch, []);
  await cluster.ask({
    method: 'POST',
    path: `/${index}/_forcemerge`,
    query: { max_num_segments: 1 },
    timeoutMs: MERGE_MS,
  });
  const state = {
    identity: 'bench',
    sequence: 1,
    gazetteerVersion: gazetteer.version,
    listings: await writing.show(),
    extras: null,
  };
  await publishState(cluster, { index, state });
  await pointAliasTo(cluster, index, undefined);
  return index;
}
