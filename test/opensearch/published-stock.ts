// A data folder published to a cluster under its own names, and searched there. Both are removed after the test.
import { randomBytes } from 'node:crypto';
import { ClusterClient, type ClusterOptions } from '../../src/cluster/cluster-client.ts';
import { openClusterBackend } from '../../src/search/cluster-backend.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { publishStock, type PublishOptions } from '../../src/cluster/publish.ts';
import { DataFolder } from '../support/data-folder.ts';

/** More shards than nodes, and a copy of each: so every answer is put together from several nodes. */
const SHARDING = { shards: 3, replicas: 1 };

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

  /** A search of the cluster that knows what has been published so far. */
  async open(): Promise<SearchBackend> {
    const search = openClusterBackend(this.folder.path, this.clusterOptions);
    this.#searches.push(search);
    await search.catchUp();
    return search;
  }

  /** Asks the cluster itself. */
  async withCluster<T>(work: (cluster: ClusterClient) => Promise<T>): Promise<T> {
    const cluster = new ClusterClient(this.clusterOptions);
    try {
      return await work(cluster);
    } finally {
      await cluster.close();
    }
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
