// A server whose cluster is unreachable or refuses it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openClusterBackend } from '../../src/search/cluster-backend.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { ClusterServer } from './cluster-server.ts';

async function searchOf(status: number): Promise<SearchBackend> {
  const server = await ClusterServer.start(() => ({ status, body: {} }));
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-cluster-search-'));
  const search = openClusterBackend(folder, { urls: [server.url], prefix: 'cars' });
  onTestFinished(async () => {
    await search.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return search;
}

it('starts before its cluster does, and is not ready until then', async () => {
  const search = await searchOf(503);
  await search.catchUp();
  expect([search.isReady, search.service.index.size]).toEqual([false, 0]);
});

it('is not ready before anything is published', async () => {
  const search = await searchOf(404);
  await search.catchUp();
  expect(search.isReady).toBe(false);
  const { query } = search.service.parse([]);
  await expect(search.service.search(query)).rejects.toMatchObject({ code: 'not_ready' });
});

it('does not start if the cluster refuses its credentials', async () => {
  const search = await searchOf(401);
  await expect(search.catchUp()).rejects.toMatchObject({
    code: 'index_unavailable',
    message: 'The cluster cannot be searched: it refused the credentials.',
  });
});

it('reports errors of the cluster while polling', async () => {
  const search = await searchOf(503);
  const reported = await new Promise<unknown>((resolve) => search.startPolling(resolve));
  expect(reported).toMatchObject({ code: 'index_unavailable' });
});
