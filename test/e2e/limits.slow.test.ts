// A rate limit holds for a whole server: real processes, queried over new connections to reach every worker.
import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { startServer, stopServer } from './server.ts';

function statusOnNewConnection(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

test('two workers together allow the requests of the rate limit', async () => {
  const folder = temporaryFolder();
  expect((await forecourt(['import', fileIn(folder, 'feed.ndjson', THREE), '--data', folder])).code).toBe(0);
  const flags = ['--workers', '2', '--rate-limit', '20/h'];
  const server = await startServer(folder, flags);
  await expect.poll(() => server.output.stdout, { interval: 20 }).toContain('\nAll 2 workers are ready.\n');
  expect(server.output.stdout).toContain('rate-limit 20/h');

  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => statusOnNewConnection(`${server.url}/api/v1/vehicles/`)),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect(await stopServer(server)).toBe(0);
  expect(server.output.stderr).toBe('');
});
