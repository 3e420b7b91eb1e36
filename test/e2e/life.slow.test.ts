// The life of a server as its operator sees it: empty, first import, restart, a killed import, another import. Every response is
// compared with a literal.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forecourt, start } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { search, searchText, startServer, stopServer, type Found, type Server } from './server.ts';

const NOTHING: Found = { total: 0, adverts: [], prices: [] };

const CHEAPEST_FIRST: Found = {
  total: 3,
  adverts: ['https://north.example/n1', 'https://north.example/n2', 'https://south.example/s1'],
  prices: [8995.5, 12450, null],
};

/** The second state of north.example: N1 is cheaper, N2 is gone, N3 is new. */
const LATER = ndjson(
  { ...plainRecord('N1'), make: 'Jaguar', price: 7995 },
  { ...plainRecord('N3'), make: 'Seat', price: 9100 },
);

const LATER_CHEAPEST_FIRST: Found = {
  total: 3,
  adverts: ['https://north.example/n1', 'https://north.example/n3', 'https://south.example/s1'],
  prices: [7995, 9100, null],
};

/** Polls until the server finds what is expected. How soon it does is for benchmarks: beside other tests it may take seconds. */
async function soon(server: Server, query: string, expected: Found): Promise<void> {
  await expect.poll(() => search(server, query), { interval: 20 }).toEqual(expected);
}

test('a server from its first day to its second import', { timeout: 60_000 }, async () => {
  const folder = join(temporaryFolder(), 'data');
  const feeds = temporaryFolder();

  // Fresh: there is not even a folder.
  let server = await startServer(folder);
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  await expect
    .poll(() => server.output.stdout)
    .toContain(`\nThere is no stock yet. Import some: forecourt import FILE --data ${folder}\n`);
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ready', listings: 0 });
  expect(await search(server)).toEqual(NOTHING);

  // The first import, while it serves.
  const three = fileIn(feeds, 'three.ndjson', THREE);
  expect((await forecourt(['import', three, '--data', folder])).code).toBe(0);
  await soon(server, 'sort=price_asc', CHEAPEST_FIRST);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ready', listings: 3 });

  // The addresses that it prints, and the command line, give the same answers.
  const printed = Array.from(server.output.stdout.matchAll(/^ {2}(http\S+)$/gm), ([, address]) => address);
  expect(printed).toHaveLength(4);
  for (const address of printed) expect((await fetch(address)).status).toBe(200);
  const body = await searchText(server, 'q=panoramic+roof&location=SW1A1AA');
  expect(body).toContain('"total_vehicles":1');
  const requested = ['--q', 'panoramic roof', '--location', 'SW1A 1AA', '--base-url', server.url, '--json'];
  expect((await forecourt(['search', '--data', folder, ...requested])).stdout).toBe(`${body}\n`);

  // Restarted: the same answers.
  expect(await stopServer(server)).toBe(0);
  server = await startServer(folder);
  expect(await search(server, 'sort=price_asc')).toEqual(CHEAPEST_FIRST);

  // An import that is killed while it waits for the rest of its feed.
  const killed = start(['import', '-', '--data', folder]);
  killed.stdin.write(
    ndjson(...Array.from({ length: 2000 }, (_, n) => plainRecord(`K${n}`, 'killed.example'))),
  );
  const lock = join(folder, 'writer.lock');
  await expect
    .poll(() => readdirSync(folder).includes('writer.lock') && readFileSync(lock, 'utf8'))
    .toContain(`"pid":${killed.pid}`);
  const died = once(killed, 'exit');
  killed.kill('SIGKILL');
  await died;
  expect(readFileSync(lock, 'utf8')).toContain(`"pid":${killed.pid}`);
  expect(await search(server, 'sort=price_asc')).toEqual(CHEAPEST_FIRST);
  expect(await stopServer(server)).toBe(0);
  server = await startServer(folder);
  expect(await search(server, 'sort=price_asc')).toEqual(CHEAPEST_FIRST);

  // Imported again: the dead writer's lock is no hindrance.
  const later = await forecourt(['import', fileIn(feeds, 'later.ndjson', LATER), '--data', folder]);
  expect(later).toMatchObject({ code: 0, stderr: '' });
  expect(later.stdout).toContain('\n1 added, 1 changed, 0 unchanged, 1 withdrawn.\n');
  await soon(server, 'sort=price_asc', LATER_CHEAPEST_FIRST);
  expect(readdirSync(folder)).not.toContain('writer.lock');
  const redirect = (advert: string): Promise<Response> =>
    fetch(`${server.url}/cars/redirect/?api_target=${encodeURIComponent(advert)}`, { redirect: 'manual' });
  expect((await redirect('https://north.example/n1')).status).toBe(302);
  expect((await redirect('https://north.example/n2')).status).toBe(410);
  expect((await redirect('https://killed.example/k0')).status).toBe(404);

  expect(await stopServer(server, 'SIGINT')).toBe(0);
  expect(server.output.stderr).toBe('');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'an in-flight request gets its response after %s',
  async (signal) => {
    const folder = temporaryFolder();
    const three = fileIn(folder, 'three.ndjson', THREE);
    expect((await forecourt(['import', three, '--data', folder])).code).toBe(0);
    const server = await startServer(folder);

    // Two connections: one has sent half of its request, the other nothing since its last answer.
    const idle = connect(server.port, '127.0.0.1');
    idle.write('GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n');
    await once(idle, 'data');
    const halfway = connect(server.port, '127.0.0.1');
    halfway.setEncoding('utf8');
    let response = '';
    halfway.on('data', (text: string) => (response += text));
    halfway.on('error', () => undefined);
    const halfwayEnd = new Promise((resolve) => halfway.once('close', resolve));
    halfway.write('GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n');
    await once(halfway, 'data');
    response = '';
    halfway.write('GET /api/v1/vehicles/?make=Ford HTTP/1.1\r\nHost: a.');

    const exit = once(server.child, 'exit');
    const idleEnd = once(idle.resume(), 'close');
    server.child.kill(signal);
    // An idle connection is closed at once: from then on the server is stopping.
    await idleEnd;
    halfway.write('example\r\n\r\n');
    await halfwayEnd;
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toContain('"total_vehicles":1');
    expect(await exit).toEqual([0, null]);
    expect(server.output.stderr).toBe('');
  },
);

test('a second signal stops a server without draining', async () => {
  const server = await startServer(temporaryFolder());
  const halfway = connect(server.port, '127.0.0.1');
  halfway.on('error', () => undefined);
  halfway.write('GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\nGET /hea');
  await once(halfway, 'data');
  const exit = once(server.child, 'exit');
  server.child.kill('SIGINT');
  await expect
    .poll(() =>
      fetch(`${server.url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  server.child.kill('SIGINT');
  expect(await exit).toEqual([1, null]);
});
