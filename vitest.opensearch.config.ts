// How the tests on a cluster run: one after the other, since three nodes and what asks them fill a machine.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/opensearch/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts', 'test/opensearch/global-setup.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
