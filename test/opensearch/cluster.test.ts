// The test cluster works as other tests here assume: three joined nodes, reachable from this machine only, one of which
// can be killed and restarted.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCluster } from './cluster.ts';
import { onOwnCluster, onSharedCluster, whereClustersRun } from './on-cluster.ts';

async function sendRequest(url: string, method = 'GET', body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

onSharedCluster('the cluster of a run', (urls) => {
  it('has three nodes of the supported release', async () => {
    expect(await sendRequest(`${urls[2]}/_cluster/health`)).toMatchObject({ number_of_nodes: 3 });
    expect(await sendRequest(urls[0])).toMatchObject({
      version: { number: expect.stringMatching(/^(2\.19|3)\./) as string },
    });
  });

  it('listens on the loopback interface only', async () => {
    const { nodes } = (await sendRequest(`${urls[0]}/_nodes/http,transport`)) as {
      nodes: Record<string, Record<'http' | 'transport', { bound_address: string[] }>>;
    };
    const bound = Object.values(nodes).flatMap(({ http, transport }) => [
      ...http.bound_address,
      ...transport.bound_address,
    ]);
    expect(bound).toHaveLength(6);
    expect(bound.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
  });
});

onOwnCluster('a cluster of its own', (cluster) => {
  it('restarts a killed node with its data and port', async () => {
    const { urls } = cluster();
    await sendRequest(`${urls[0]}/cars`, 'PUT', { settings: { number_of_shards: 3, number_of_replicas: 1 } });
    await sendRequest(`${urls[0]}/cars/_doc/1?refresh=true`, 'PUT', { make: 'Wartburg' });
    await cluster().untilGreen();

    await cluster().stopNode(1);
    await expect(fetch(urls[1])).rejects.toThrow();
    const without = `${urls[0]}/_cluster/health?wait_for_nodes=2&timeout=60s`;
    expect(await sendRequest(without)).toMatchObject({ number_of_nodes: 2, timed_out: false });
    expect(await sendRequest(`${urls[2]}/cars/_count`)).toMatchObject({ count: 1 });

    await cluster().startNode(1);
    await cluster().untilGreen();
    expect(await sendRequest(`${urls[1]}/_cluster/health`)).toMatchObject({
      number_of_nodes: 3,
      status: 'green',
    });
    expect(await sendRequest(`${urls[1]}/cars/_count`)).toMatchObject({ count: 1 });
  });
});

whereClustersRun('a cluster', () => {
  it('leaves neither processes nor files', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'forecourt-leaves-'));
    try {
      const short = await startCluster({ nodes: 1, parent });
      const [folder] = readdirSync(parent);
      expect(processesOf(folder)).toHaveLength(1);
      await short.close();
      expect(processesOf(folder)).toEqual([]);
      expect(readdirSync(parent)).toEqual([]);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });

  it('ends with the process that started it', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'forecourt-leaves-'));
    try {
      const script = `import { startCluster } from '${new URL('cluster.ts', import.meta.url).href}';
        await startCluster({ nodes: 1, parent: ${JSON.stringify(parent)} });
        process.kill(process.pid, 'SIGKILL');`;
      expect(() =>
        execFileSync('npx', ['tsx', '--input-type=module', '--eval', script], { stdio: 'ignore' }),
      ).toThrow();
      const [folder] = readdirSync(parent);
      await expect.poll(() => processesOf(folder), { timeout: 30_000 }).toEqual([]);
      await expect.poll(() => existsSync(join(parent, folder, 'node-1')), { timeout: 30_000 }).toBe(false);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

/** Ids of the node processes whose home is in a folder of that name. */
function processesOf(folder: string): string[] {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return listed.filter((line) => line.includes('forecourt.ClusterNode') && line.includes(`/${folder}/`));
}
