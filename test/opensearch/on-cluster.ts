// Tests that need a cluster are skipped if none can run. `onSharedCluster` provides the one of the whole run, whose nodes
// must not be stopped; `onOwnCluster` starts one for the tests alone.
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { startCluster, type Cluster } from './cluster.ts';

/** For tests that start their nodes themselves. */
export function whereClustersRun(name: string, tests: () => void): void {
  describe.skipIf(inject('cluster').urls === undefined)(name, tests);
}

/** The tests get the URLs of its nodes. Other tests share it, so index names must be unique. */
export function onSharedCluster(name: string, tests: (urls: readonly string[]) => void): void {
  const { urls } = inject('cluster');
  whereClustersRun(name, () => tests(urls ?? []));
}

/** The tests get a function that returns their cluster of three nodes. */
export function onOwnCluster(name: string, tests: (cluster: () => Cluster) => void): void {
  whereClustersRun(name, () => {
    let cluster: Cluster | undefined;
    const started = (): Cluster => {
      if (cluster === undefined) throw new Error('the cluster runs only while tests do');
      return cluster;
    };
    beforeAll(async () => {
      cluster = await startCluster({ nodes: 3 });
    });
    beforeEach(({ onTestFailed }) => {
      onTestFailed(() => void process.stderr.write(`${started().lastLines(20)}\n`));
    });
    afterAll(() => cluster?.close());
    tests(started);
  });
}
