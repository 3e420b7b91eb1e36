// Workers share one rate limit.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RateLimitStatus } from '../../src/auth/rate-limiter.ts';

const run = promisify(execFile);

test('three workers together allow exactly the requests of the rate limit', async () => {
  const script = join(import.meta.dirname, 'counting-workers.ts');
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', script, '3', '70']);
  const statuses = JSON.parse(stdout) as RateLimitStatus[];
  expect(stderr).toBe('');
  expect(statuses.length).toBe(210);
  expect(statuses.filter(({ allowed }) => allowed).length).toBe(100);
  const remaining = statuses.filter(({ allowed }) => allowed).map((status) => status.remaining);
  expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, i) => 99 - i));
});
