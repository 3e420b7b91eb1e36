// Six projects: `quick` and `quick-alone` need only Node, `slow` and `long` start the built program or other programs, `cluster`
// and `cluster-long` need OpenSearch nodes. `npm test` runs the first two, `npm run test:slow` the others, `.ci/run` all but the long ones.
import { configDefaults, defineConfig } from 'vitest/config';

const SLOW = 'test/**/*.slow.test.ts';
/** Tests of the benches, of whether tests find planted faults, of a large stock: each takes minutes, and others hold the same behaviour. */
const LONG = [
  'test/bench/**/*.slow.test.ts',
  'test/index/changes/faults/*.slow.test.ts',
  'test/index/dealer-stock.slow.test.ts',
];
const CLUSTER = 'test/opensearch/**/*.test.ts';
const CLUSTER_LONG = ['test/opensearch/*.long.test.ts', 'test/opensearch/bench-engine.test.ts'];

/**
 * Tests of processes, proxies and nodes are tried once more when they fail: a busy machine can stop any of these for longer than a
 * client waits. The reporter names each test that needed it.
 */
const RETRIES = 1;

/** Tests that replace modules, or measure the process that they run in: each gets a process of its own. */
const ALONE = [
  'test/made-up-fields.test.ts',
  'test/budgets.test.ts',
  'test/attacks/regular-expressions.test.ts',
  'test/priority.test.ts',
  'test/auth/opaque-tokens.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/ci-reporter.ts'],
    // Many tests wait for processes or timers: with the default of one worker fewer, one of two cores would idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // By default a second, in which a busy machine may not run a test's server once.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['test/support/clean-up.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, SLOW, CLUSTER, ...ALONE],
          globalSetup: ['test/support/build-page.ts'],
          // The files of a worker share its modules: loading them for each file took a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'quick-alone', include: ALONE } },
      ...[
        { name: 'slow', include: [SLOW], exclude: [...configDefaults.exclude, CLUSTER, ...LONG] },
        { name: 'long', include: LONG },
      ].map((files) => ({
        extends: true as const,
        test: {
          ...files,
          globalSetup: ['test/support/build.ts'],
          retry: RETRIES,
          // A process that starts within a second on an idle machine takes ten on a busy one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      })),
      ...[
        { name: 'cluster', include: [CLUSTER], exclude: [...configDefaults.exclude, ...CLUSTER_LONG] },
        { name: 'cluster-long', include: CLUSTER_LONG },
      ].map((files) => ({
        extends: true as const,
        test: {
          ...files,
          globalSetup: ['test/support/build.ts', 'test/opensearch/global-setup.ts'],
          // One file at a time, after all others: three nodes and their client fill a machine, and a step that takes a
          // second on an idle one takes ten on a busy one.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          retry: RETRIES,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      })),
    ],
  },
});
