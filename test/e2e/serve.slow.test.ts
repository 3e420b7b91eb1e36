// Servers with other servers, ports in use, demo stock, quick imports, new postcodes and a replaced stock.
import { renameSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { search, searchText, startServer, stopServer, type Body } from './server.ts';

async function importInto(folder: string, feed: string): Promise<void> {
  const path = fileIn(folder, 'feed.ndjson', feed);
  await importFeeds(folder, [{ name: path, source: path }], { merge: false });
}

test('a port in use exits with 2 and a message', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const folder = temporaryFolder();
  expect(await forecourt(['serve', '--data', folder, '--port', `${port}`])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      `forecourt: Cannot listen on 127.0.0.1, port ${port}: another program uses it. ` +
      'Stop that, or choose another port with --port.\n',
  });
});

test('two servers follow one folder, one with its own base URL', async () => {
  const folder = temporaryFolder();
  const plain = await startServer(folder);
  const proxied = await startServer(folder, ['--base-url', 'https://cars.example/used/']);
  expect(proxied.url).toBe(`http://127.0.0.1:${proxied.port}`);
  await expect
    .poll(() => proxied.output.stdout)
    .toContain('\nURLs in its responses begin with https://cars.example/used.\n');
  await importInto(folder, THREE);
  for (const [server, baseUrl] of [
    [plain, plain.url],
    [proxied, 'https://cars.example/used'],
  ] as const) {
    await expect.poll(() => search(server), { interval: 20 }).toMatchObject({ total: 3 });
    expect(await searchText(server, 'make=Ford')).toContain(`"url":"${baseUrl}/cars/redirect/?api_target=`);
  }
});

test('thirty consecutive imports end with the right results', async () => {
  const folder = temporaryFolder();
  const server = await startServer(folder);
  for (let run = 1; run <= 30; run += 1) {
    // Ten listings that move on by one with each run, and whose prices all change.
    const records = Array.from({ length: 10 }, (_, n) => {
      const number = run + n;
      return { ...plainRecord(`R${number}`), make: 'Seat', price: 1000 * run + number };
    });
    await importInto(folder, ndjson(...records));
  }
  await expect
    .poll(() => search(server, 'sort=price_desc&make=Seat'), { interval: 20 })
    .toEqual({
      total: 10,
      adverts: [39, 38, 37, 36, 35, 34, 33, 32, 31, 30].map((number) => `https://north.example/r${number}`),
      prices: [30039, 30038, 30037, 30036, 30035, 30034, 30033, 30032, 30031, 30030],
    });
  expect(await search(server, 'price_max=30029')).toMatchObject({ total: 0 });
  expect(server.output.stderr).toBe('');
});

test('new postcodes move the listings of a running server', async () => {
  const folder = temporaryFolder();
  await importInto(folder, ndjson({ ...plainRecord('M1'), postcode: 'M1 1AE' }));
  const server = await startServer(folder);
  const units = fileIn(folder, 'units.csv', 'pcds,lat,long\nM1 1AE,53.1,-2.1\nM1 1AF,53.1,-2.0\n');
  expect((await forecourt(['postcodes', 'import', units, '--data', folder])).code).toBe(0);
  // A tenth of a degree of longitude in Manchester: 111.195 km × 0.1 × cos 53.1°.
  await expect
    .poll(() => searchText(server, 'location=M1+1AF'), { interval: 20 })
    .toContain('"distance_km":6.68');
});

test('a server reports that its stock was replaced, and serves the new one after a restart', async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  let server = await startServer(folder);
  renameSync(join(folder, 'stock.mdb'), join(folder, 'old-stock.mdb'));
  await importInto(folder, ndjson(plainRecord('A1'), plainRecord('A2')));
  await expect
    .poll(() => server.output.stderr, { interval: 20 })
    .toBe(
      `The stock cannot be followed: stock.mdb in the data folder '${folder}' was moved away or replaced. ` +
        'Restart to open the new one.\n',
    );
  expect(await search(server)).toMatchObject({ total: 3 });
  expect(await stopServer(server)).toBe(0);
  server = await startServer(folder);
  expect(await search(server)).toMatchObject({ total: 2 });
});

test('--demo seeds an empty folder once, with drawn pictures', { timeout: 60_000 }, async () => {
  const folder = join(temporaryFolder(), 'demo');
  let server = await startServer(folder, ['--demo']);
  expect(server.output.stdout).toContain(` from 20,000 listings in ${folder}.\n`);
  expect(server.output.stderr).toBe('');
  expect(await search(server)).toMatchObject({ total: 20_000 });

  const pictures = new Set<string>();
  for (const query of ['make=Ford', 'fuel_type=Electric&page=2', 'sort=price_desc', 'q=estate']) {
    const { results } = JSON.parse(await searchText(server, query)) as Body;
    expect(results.cars).toHaveLength(20);
    for (const { thumbnail, images } of results.cars) {
      for (const address of thumbnail === null ? images : [thumbnail, ...images]) pictures.add(address);
    }
  }
  expect(pictures.size).toBeGreaterThan(100);
  for (const address of pictures) {
    expect(address.startsWith(`${server.url}/pictures/`)).toBe(true);
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')], address).toEqual([200, 'image/svg+xml']);
    expect(await response.text(), address).toMatch(/^<svg [^]*<\/svg>\s*$/);
  }

  const version = (await (await fetch(`${server.url}/readyz`)).json()) as { version: string };
  expect(await stopServer(server)).toBe(0);
  server = await startServer(folder, ['--demo']);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ ...version, listings: 20_000 });
});

test('--demo does not change a folder with stock', async () => {
  const folder = temporaryFolder();
  await importInto(folder, THREE);
  const server = await startServer(folder, [], { environment: { FORECOURT_DEMO: 'yes' } });
  expect(await search(server)).toMatchObject({ total: 3 });
});
