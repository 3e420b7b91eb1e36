// How the tests on a cluster run: one after the other, since three nodes and what asks them fill a machine.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/opensearch/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts', 'test/opensearch/global-setup.ts'],
    reporters: ['default', './test/support/ci-reporter.ts'],
    fileParallelism: false,
    // What a node does in a second on a quiet machine takes ten on one that is busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
