// Publishes a data folder to a cluster, once or continuously. The folder is the source of truth: it can refill a lost cluster.
import { setTimeout as wait } from 'node:timers/promises';
import { ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import { ClusterClient, ClusterError, type ClusterOptions } from './cluster-client.ts';
import type { Sharding } from './cluster-mapping.ts';
import { Publisher, type PublishProgress } from './publisher.ts';
import { Problem } from '../problem.ts';
import { openStore } from '../store/store.ts';
import { postcodeTablePath } from '../store/paths.ts';
import { publicStatus } from '../stock-status.ts';

export interface PublishOptions extends Sharding {
  readonly onProgress?: (progress: PublishProgress) => void;
}

export interface PublishLoopOptions extends PublishOptions {
  readonly signal: AbortSignal;
  /** Called with each error; publishing is then retried. */
  readonly onError: (error: unknown) => void;
}

const POLL_INTERVAL_MS = 100;
const RETRY_DELAY_MS = 1000;
/** Timeout of publishing once: a cluster that lost a node takes a while to recover. */
const RETRY_TIMEOUT_MS = 30_000;

/** Publishes the current state of a data folder. Throws a Problem `data_…` (folder) or `index_unavailable` (cluster). */
export async function publishStock(
  folder: string,
  clusterOptions: ClusterOptions,
  options: PublishOptions,
): Promise<void> {
  await withPublisher(folder, clusterOptions, options, async (publisher) => {
    const end = performance.now() + RETRY_TIMEOUT_MS;
    for (;;) {
      try {
        await publisher.publish();
        return;
      } catch (error) {
        const isRetryable = error instanceof ClusterError && error.isRetryable;
        if (!isRetryable || performance.now() > end) throw toPublishProblem(error);
        await wait(RETRY_DELAY_MS);
      }
    }
  });
}

/** Publishes after every change of the folder, until aborted. Throws a Problem `data_…` of the folder. */
export async function publishContinuously(
  folder: string,
  clusterOptions: ClusterOptions,
  { signal, onError, ...options }: PublishLoopOptions,
): Promise<void> {
  await withPublisher(folder, clusterOptions, options, async (publisher, changes) => {
    let published = '';
    while (!signal.aborted) {
      const current = changes();
      try {
        if (current !== published && (await publisher.publish(() => !signal.aborted))) published = current;
        await sleep(POLL_INTERVAL_MS, signal);
      } catch (error) {
        onError(toPublishProblem(error));
        await sleep(RETRY_DELAY_MS, signal);
      }
    }
  });
}

async function withPublisher(
  folder: string,
  clusterOptions: ClusterOptions,
  options: PublishOptions,
  work: (publisher: Publisher, changes: () => string) => Promise<void>,
): Promise<void> {
  const store = openStore(folder, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder));
  const cluster = new ClusterClient(clusterOptions);
  const { onProgress, shards, replicas } = options;
  const publisher = new Publisher({
    client: cluster,
    store,
    gazetteer,
    sharding: { shards, replicas },
    // Made each time, because a cached one may be a second older than the stock.
    metadata: () => publicStatus(store)(),
    ...(onProgress !== undefined && { onProgress }),
  });
  const changes = (): string => {
    gazetteer.refresh();
    store.checkFile();
    return `${store.storeId} ${store.sequence} ${store.stateRevision} ${gazetteer.current.version}`;
  };
  try {
    await work(publisher, changes);
  } finally {
    await publisher.release();
    await cluster.close();
    await store.close();
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

function toPublishProblem(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error;
  const message = `The stock could not be published to the cluster: ${error.reason}.`;
  return new Problem('index_unavailable', message, [], { cause: error });
}
