// Schemathesis makes requests from the OpenAPI document, valid and invalid ones, and follows its links: every response is as the
// document says. schemathesis.toml has the exceptions.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startServer } from '../conformance/http-server.ts';
import { installPython } from '../support/installed.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const SEED = '20';
/** Nothing is written into the project. */
const ENVIRONMENT = {
  PYTHONDONTWRITEBYTECODE: '1',
  HYPOTHESIS_STORAGE_DIRECTORY: join(ROOT, 'node_modules/.cache/hypothesis'),
};

const { folder, missing } = await installPython(join(ROOT, 'test/api/schemathesis.txt'));

describe.skipIf(folder === undefined)(`a server${missing}`, () => {
  test('responds as its OpenAPI document says, whatever Schemathesis sends', async () => {
    const server = await startServer();
    const url = `http://127.0.0.1:${server.port}`;
    const phases = ['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful'];
    // Not `missing_test_data`: no made-up address to redirect to is an advert of the stock.
    const warnings = ['--warnings', 'missing_auth,validation_mismatch'];
    const repeatable = ['--seed', SEED, '--max-examples', '20', '--generation-database', 'none'];
    const report = await promisify(execFile)(
      join(folder ?? '', 'bin/python'),
      [
        ...['-m', 'schemathesis.cli', 'run', `${url}/openapi.json`, '--url', url, '--no-color'],
        ...phases,
        ...warnings,
        ...repeatable,
      ],
      { cwd: ROOT, env: { ...process.env, ...ENVIRONMENT } },
    ).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));
    await server.close();
    expect(report.stdout).toMatch(/No issues found in /);
    const [, generated] = /\n {2}(\d+) generated, \1 passed\n/.exec(report.stdout) ?? [];
    expect(Number(generated)).toBeGreaterThan(500);
    for (const phase of ['Examples', 'Coverage', 'Fuzzing', 'Stateful'])
      expect(report.stdout).toContain(`✅ ${phase}\n`);
  });
});
