// How the tests run: one build for all that start a real process, then every file of test/, but for those that need a
// cluster: `npm run test:opensearch` runs them.
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/opensearch/**'],
    globalSetup: ['test/support/build-once.ts'],
    reporters: ['default', './test/support/ci-reporter.ts'],
    // Most tests wait for processes that they started: one file at a time would leave a processor of two idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
