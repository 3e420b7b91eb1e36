// A reporter that ends every run with the tests that passed only when retried, and one line of counts; with CI=true it fails a run
// with skipped tests.
import type { Reporter, TestModule } from 'vitest/node';

export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const retried: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
        if (test.diagnostic()?.flaky === true) retried.push(`${module.moduleId}: ${test.fullName}`);
      }
      if (module.errors().length > 0) count.failed += 1;
    }
    for (const name of retried) process.stdout.write(`\nPassed only when retried: ${name}`);
    process.stdout.write(
      `\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
    );
    if (process.env['CI'] === 'true' && count.skipped > 0) {
      process.stderr.write(`With CI=true a skipped test is a failure: ${count.skipped} skipped.\n`);
      process.exitCode = 1;
    }
  }
}
