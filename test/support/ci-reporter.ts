// A reporter that ends every run with one line of counts and, with CI=true, fails a run with skipped tests.
import type { Reporter, TestModule } from 'vitest/node';

export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
      if (module.errors().length > 0) count.failed += 1;
    }
    process.stdout.write(
      `\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
    );
    if (process.env['CI'] === 'true' && count.skipped > 0) {
      process.stderr.write(`With CI=true a skipped test is a failure: ${count.skipped} skipped.\n`);
      process.exitCode = 1;
    }
  }
}
