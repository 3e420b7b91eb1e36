// The load of the benchmark counts what it was answered, and takes nothing for an answer that is none.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BareServer } from '../../bench/parts/bare-server.ts';
import { Load } from '../../bench/parts/load.ts';

const load = new Load();
afterAll(() => load.close());

describe('a load on the bare server', () => {
  let bare: BareServer;
  beforeAll(async () => void (bare = await BareServer.start(100_000)));
  afterAll(() => bare.close());

  it('sends each request once, over several connections, and counts every byte', async () => {
    const targets = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const figures = await load.run({ port: bare.port, targets, connections: 4, seconds: 60 });
    expect(figures).toMatchObject({ requests: 50, meanBytes: 100_000 });
    expect(figures.latencyMs.p50).toBeGreaterThan(0);
  });

  it('follows the order that it is given', async () => {
    const figures = await load.run({
      port: bare.port,
      targets: ['/a', '/b'],
      picks: [1, 1, 0],
      connections: 1,
      seconds: 60,
    });
    expect(figures.requests).toBe(3);
  });
});

describe('a load on a server that', () => {
  const seen: string[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      if (request.url === '/again' && seen.filter((url) => url === '/again').length === 10) load.stop();
      if (request.url === '/missing') response.statusCode = 404;
      if (request.url === '/gone') return void response.destroy();
      // Several writes, with a length that was announced.
      response.setHeader('content-length', 6);
      response.write('abc');
      setImmediate(() => response.end('def'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = (...targets: string[]) =>
    load.run({ port: (server.address() as AddressInfo).port, targets, connections: 1, seconds: 60 });

  it('answers in pieces reads every answer to its end', async () => {
    expect(await ask('/one?a=%20b', '/two')).toMatchObject({ requests: 2, meanBytes: 6 });
    expect(seen).toEqual(['/one?a=%20b', '/two']);
  });

  it('is to be asked without end is asked from the start again, until the load is stopped', async () => {
    const { requests } = await load.run({
      port: (server.address() as AddressInfo).port,
      targets: ['/again', '/and-again'],
      again: true,
      connections: 1,
      seconds: 60,
    });
    expect(requests).toBeGreaterThanOrEqual(19);
  });

  it('refuses a request fails', async () => {
    await expect(ask('/one', '/missing')).rejects.toThrow(
      "/missing was answered with 'HTTP/1.1 404 Not Found'",
    );
  });

  it('closes the connection fails', async () => {
    await expect(ask('/gone')).rejects.toThrow(/closed|ECONNRESET/);
  });
});
