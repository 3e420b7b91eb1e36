// Tests that need a cluster, skipped if none can run. `onSharedCluster` uses the run's cluster, whose nodes stay up;
// `onOwnCluster` starts one whose nodes a test may stop.
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { startCluster, type Cluster } from './cluster.ts';

/** For tests that start what they need themselves. */
export function whereClustersRun(name: string, tests: () => void): void {
  describe.skipIf(inject('cluster').urls === undefined)(name, tests);
}

/** The tests are given the addresses of its nodes. Other tests use it too: index names are to be one's own. */
export function onSharedCluster(name: string, tests: (urls: readonly string[]) => void): void {
  const { urls } = inject('cluster');
  whereClustersRun(name, () => tests(urls ?? []));
}

/** The tests are given what gives them their cluster of three nodes, once they run. */
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
