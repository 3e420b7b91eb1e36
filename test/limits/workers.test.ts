// One server of several processes has one limit.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Standing } from '../../src/limits/limits.ts';

const run = promisify(execFile);

test('three workers together let exactly as many requests pass as the rate says', async () => {
  const script = join(import.meta.dirname, 'counting-workers.ts');
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', script, '3', '70']);
  const standings = JSON.parse(stdout) as Standing[];
  expect(stderr).toBe('');
  expect(standings.length).toBe(210);
  expect(standings.filter(({ allowed }) => allowed).length).toBe(100);
  const left = standings.filter(({ allowed }) => allowed).map((standing) => standing.left);
  expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, i) => 99 - i));
});
