// One cluster of three nodes for all tests that do not stop nodes. Without Java or Maven those tests are skipped; with
// CI=true that is a failure.
import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';
import { whyNoServer } from './server-build.ts';

/** What tests are told of the cluster. */
export type ClusterFound =
  { readonly urls: readonly string[] } | { readonly urls: undefined; readonly reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly cluster: ClusterFound;
  }
}

export default async function setUpCluster(project: TestProject): Promise<() => Promise<void>> {
  const reason = await whyNoServer();
  if (reason !== undefined) {
    if (process.env['CI'] === 'true') throw new Error(reason);
    process.stderr.write(`The tests on a cluster are skipped: ${reason}.\n`);
    project.provide('cluster', { urls: undefined, reason });
    return async () => undefined;
  }
  const cluster = await startCluster({ nodes: 3 });
  project.provide('cluster', { urls: cluster.urls });
  return async () => {
    const failed = project.vitest.state.getCountOfFailedTests();
    if (failed > 0) process.stderr.write(`${cluster.lastLines(20)}\n`);
    await cluster.close();
  };
}
