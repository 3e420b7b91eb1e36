// A server with workers: one port, one banner, one stock. Workers die and are replaced while others serve.
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { search, startServer, stopServer, type Body, type Server } from './server.ts';
import { startTraffic } from './traffic.ts';

async function importInto(folder: string, feed: string): Promise<void> {
  expect((await forecourt(['import', fileIn(folder, 'feed.ndjson', feed), '--data', folder])).code).toBe(0);
}

async function startWorkers(folder: string, count = 2, args: readonly string[] = []): Promise<Server> {
  const server = await startServer(folder, ['--workers', `${count}`, ...args]);
  await expect
    .poll(() => server.output.stdout, { interval: 20 })
    .toContain(`\nAll ${count} workers are ready.\n`);
  return server;
}

/** The process ids of a server's workers, from /proc. */
function workersOf({ child }: Server): number[] {
  const threads = readdirSync(`/proc/${child.pid}/task`);
  return threads
    .flatMap((thread) => readFileSync(`/proc/${child.pid}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '')
    .map(Number)
    .sort((a, b) => a - b);
}

/** The total of a search on a new connection: connections go to the workers in turn. */
function totalOnNewConnection({ url }: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/v1/vehicles/`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.once('end', () => {
        if (response.statusCode === 200) resolve((JSON.parse(text) as Body).results.total_vehicles);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    }).once('error', reject);
  });
}

test('workers print one banner, and all see an import', async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startWorkers(folder);
  expect(server.output.stdout.match(/Forecourt answers on/g)).toHaveLength(1);
  expect(server.output.stdout).toContain('\nSet: ');
  expect(server.output.stdout).toContain('workers 2');
  expect(workersOf(server)).toHaveLength(2);

  await importInto(folder, ndjson(plainRecord('L1', 'late.example')));
  const everybody = (): Promise<number[]> =>
    Promise.all(Array.from({ length: 8 }, () => totalOnNewConnection(server)));
  await expect.poll(everybody, { interval: 20 }).toEqual(Array(8).fill(4));

  expect(await stopServer(server)).toBe(0);
  expect(server.output.stderr).toBe('');
});

test('a killed worker restarts, and the other one serves meanwhile', { timeout: 90_000 }, async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startWorkers(folder);
  const [first, second] = workersOf(server);
  process.kill(first, 'SIGKILL');
  await expect
    .poll(() => server.output.stderr, { interval: 10 })
    .toBe('A worker exited (SIGKILL). It restarts in 0.1 s.\n');
  for (let requested = 0; requested < 20; requested++) expect(await totalOnNewConnection(server)).toBe(3);

  await expect.poll(() => workersOf(server).length, { interval: 20 }).toBe(2);
  // Again, and again: the one that was left goes too, while its successor is starting.
  process.kill(second, 'SIGKILL');
  await expect.poll(() => server.output.stderr.match(/A worker exited/g)?.length, { interval: 10 }).toBe(2);
  await expect.poll(() => totalOnNewConnection(server).catch(() => 'nobody'), { interval: 20 }).toBe(3);
  expect(await stopServer(server)).toBe(0);
});

test('SIGHUP replaces the workers one by one, without a failed request', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startWorkers(folder);
  const before = workersOf(server);
  const traffic = startTraffic(server.url, { persistent: 4, fresh: 4, query: 'sort=price_asc', total: 3 });
  await traffic.more(100);
  server.child.kill('SIGHUP');
  await expect.poll(() => server.output.stderr, { interval: 20 }).toBe('All 2 workers were replaced.\n');
  await traffic.more(100);
  expect(await traffic.stop()).toEqual([]);
  expect(traffic.answered).toBeGreaterThan(500);
  const after = workersOf(server);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(await stopServer(server)).toBe(0);
});

test('a replaced stock is served after SIGHUP', async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startWorkers(folder);
  renameSync(join(folder, 'stock.mdb'), join(folder, 'old-stock.mdb'));
  await importInto(folder, ndjson(plainRecord('A1'), plainRecord('A2')));
  server.child.kill('SIGHUP');
  await expect.poll(() => server.output.stderr, { interval: 20 }).toContain('All 2 workers were replaced.\n');
  expect(await search(server)).toMatchObject({ total: 2 });
  expect(await stopServer(server)).toBe(0);
});

test('workers stay if their successors cannot start', async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startWorkers(folder);
  const before = workersOf(server);
  renameSync(join(folder, 'stock.mdb'), join(folder, 'old-stock.mdb'));
  writeFileSync(join(folder, 'stock.mdb'), 'no stock');
  server.child.kill('SIGHUP');
  await expect.poll(() => server.output.stderr, { interval: 20 }).toContain('No worker was replaced: ');
  await expect.poll(() => workersOf(server), { interval: 20 }).toEqual(before);
  expect(await search(server)).toMatchObject({ total: 3 });
  expect(await stopServer(server)).toBe(0);
});

test('a problem that prevents all workers from starting is reported once', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const args = ['serve', '--data', temporaryFolder(), '--port', `${port}`, '--workers', '3'];
  expect(await forecourt(args)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      `forecourt: Cannot listen on 127.0.0.1, port ${port}: another program uses it. ` +
      'Stop that, or choose another port with --port.\n',
  });

  const folder = temporaryFolder();
  writeFileSync(join(folder, 'stock.mdb'), 'no stock');
  const damaged = await forecourt(['serve', '--data', folder, '--port', '0', '--workers', '3']);
  expect(damaged).toMatchObject({ code: 1, stdout: '' });
  expect(damaged.stderr).toMatch(/^forecourt: [^\n]+\n$/);
});

test('connections beyond the limit are closed, and the primary does not spin', async () => {
  const server = await startWorkers(temporaryFolder(), 2, ['--max-connections', '1']);
  const held = await Promise.all(Array.from({ length: 2 }, () => openConnection(server)));
  const before = processorMs(server);
  const beyond = await openConnection(server);
  beyond.write('GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n');
  // It may be told so by an error first.
  await new Promise((resolve) => beyond.once('close', resolve));
  expect(beyond.bytesRead).toBe(0);
  expect(processorMs(server) - before).toBeLessThan(500);
  for (const socket of held) socket.destroy();
  await expect.poll(() => totalOnNewConnection(server).catch(() => 'nobody'), { interval: 20 }).toBe(0);
  expect(await stopServer(server)).toBe(0);
});

async function openConnection({ port }: Server): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** CPU time of the primary, from /proc. */
function processorMs({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test('workers exit with the primary', async () => {
  const server = await startWorkers(temporaryFolder());
  const workers = workersOf(server);
  await stopServer(server, 'SIGKILL');
  const alive = (): number[] => workers.filter((pid) => isProcessAlive(pid));
  await expect.poll(alive, { interval: 20 }).toEqual([]);
});

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
