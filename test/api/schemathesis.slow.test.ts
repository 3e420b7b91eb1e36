// Schemathesis makes requests from the OpenAPI document, valid and invalid ones, and follows its links: every response is as the
// document says. schemathesis.toml has the exceptions.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../conformance/http-server.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const VERSION = '4.32.5';
const SEED = '20';

const run = promisify(execFile);
const program = installed();

describe.skipIf(program === undefined)('a server', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer();
    return () => server.close();
  });

  test('responds as its OpenAPI document says, whatever Schemathesis sends', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    const phases = ['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful'];
    const repeatable = ['--seed', SEED, '--max-examples', '20', '--generation-database', 'none'];
    const report = await run(
      program ?? '',
      ['run', `${url}/openapi.json`, '--url', url, '--no-color', ...phases, ...repeatable],
      { cwd: ROOT },
    ).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));
    expect(report.stdout).toMatch(/No issues found in /);
    const [, generated] = /\n {2}(\d+) generated, \1 passed\n/.exec(report.stdout) ?? [];
    expect(Number(generated)).toBeGreaterThan(500);
    for (const phase of ['Examples', 'Coverage', 'Fuzzing', 'Stateful'])
      expect(report.stdout).toContain(`✅ ${phase}\n`);
  });
});

/** The path of the program, installed if it is not there yet. Undefined if that is impossible, which continuous integration forbids. */
function installed(): string | undefined {
  const cache = join(ROOT, 'node_modules/.cache');
  const folder = join(cache, `schemathesis-${VERSION}`);
  const path = join(folder, 'bin/schemathesis');
  const isUsable = (): boolean => {
    try {
      return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).includes(VERSION);
    } catch {
      return false;
    }
  };
  if (isUsable()) return path;
  try {
    mkdirSync(cache, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
    execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`], {
      stdio: 'pipe',
    });
    return path;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (process.env['CI'] === 'true') throw error;
    process.stderr.write(`Skipped: Schemathesis ${VERSION} cannot be installed.\n`);
    return undefined;
  }
}
