// A data folder that is published to a cluster under unique names, and searched there. Removed from both when its test
// is over.
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { ClusterClient, type ClusterOptions } from '../../src/cluster/cluster-client.ts';
import { ClusterIndex } from '../../src/cluster/cluster-index.ts';
import type { SearchContext } from '../../src/cluster/result-page.ts';
import { openClusterBackend } from '../../src/search/cluster-backend.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { publishStock, type PublishOptions } from '../../src/cluster/publish.ts';
import { DataFolder } from '../support/data-folder.ts';

/** More shards than nodes, and a replica of each: every response is merged from several nodes. */
const SHARDING = { shards: 3, replicas: 1 };

/** A stock of some lines that is searched in both ways, until the test is over. */
export interface FollowedStock {
  readonly stock: PublishedStock;
  readonly embedded: SearchBackend;
  readonly clustered: SearchBackend;
  /** Imports lines, publishes, and catches up. */
  readonly change: (lines: readonly string[]) => Promise<void>;
}

export async function followedStock(
  urls: readonly string[],
  lines: readonly string[],
): Promise<FollowedStock> {
  const stock = new PublishedStock(urls);
  onTestFinished(() => stock.remove());
  const embedded = await stock.folder.open();
  const publish = async (some: readonly string[]): Promise<void> => {
    await stock.folder.import(some, { merge: true });
    await stock.publish();
    await embedded.catchUp();
  };
  await publish(lines);
  const clustered = await stock.open();
  const change = async (some: readonly string[]): Promise<void> => {
    await publish(some);
    await clustered.catchUp();
  };
  return { stock, embedded, clustered, change };
}

export class PublishedStock {
  readonly folder = new DataFolder();
  readonly clusterOptions: ClusterOptions;
  readonly #searches: SearchBackend[] = [];

  constructor(urls: readonly string[]) {
    this.clusterOptions = { urls, prefix: `test-${randomBytes(6).toString('hex')}` };
  }

  publish(options: Partial<PublishOptions> = {}): Promise<void> {
    return publishStock(this.folder.path, this.clusterOptions, { ...SHARDING, ...options });
  }

  /** A search backend on the cluster that has caught up. */
  async open(): Promise<SearchBackend> {
    const search = openClusterBackend(this.folder.path, this.clusterOptions);
    this.#searches.push(search);
    await search.catchUp();
    return search;
  }

  /** Queries the cluster directly. */
  async withCluster<T>(work: (cluster: ClusterClient) => Promise<T>): Promise<T> {
    const cluster = new ClusterClient(this.clusterOptions);
    try {
      return await work(cluster);
    } finally {
      await cluster.close();
    }
  }

  /** Of the whole cluster, as after an outage. */
  losePointsInTime(): Promise<void> {
    return this.withCluster((cluster) =>
      cluster.request<void>({ method: 'DELETE', path: '/_search/point_in_time/_all' }),
    );
  }

  /** Work on the published state, which starts again after an error of the cluster, as searches do. */
  onPointInTime<T>(work: (pit: SearchContext['pit']) => Promise<T>): Promise<T> {
    return this.withCluster(async (cluster) => {
      const index = new ClusterIndex(cluster);
      try {
        await index.catchUp();
        return await index.withSearchContext(({ pit }) => work(pit));
      } finally {
        await index.close();
      }
    });
  }

  async remove(): Promise<void> {
    for (const search of this.#searches) await search.close();
    const { prefix } = this.clusterOptions;
    await this.withCluster(async (cluster) => {
      const indices = await cluster.request<Readonly<Record<string, unknown>>>({
        method: 'GET',
        path: `/${prefix}-*/_alias`,
      });
      for (const index of Object.keys(indices))
        await cluster.requestOptional({ method: 'DELETE', path: `/${index}` });
    });
    await this.folder.remove();
  }
}
