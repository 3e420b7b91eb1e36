// The load generator counts responses, and never counts anything else as one.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoadGenerator, type LoadTask } from '../../bench/harness/load-generator.ts';
import { startBareServer } from '../../bench/performance/http.ts';

const load = new LoadGenerator();
afterAll(() => load.close());

describe('a load on the bare server', () => {
  let bare: Awaited<ReturnType<typeof startBareServer>>;
  beforeAll(async () => void (bare = await startBareServer(100_000)));
  afterAll(() => bare.close());

  it('sends each request once, over several connections, and counts every byte', async () => {
    const targets = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const stats = await load.run({ port: bare.port, targets, connections: 4, seconds: 60 });
    expect(stats).toMatchObject({ requests: 50, meanBytes: 100_000 });
    expect(stats.latencies.percentile(0.5)).toBeGreaterThan(0);
  });

  it('follows the order that it is given', async () => {
    const stats = await load.run({
      port: bare.port,
      targets: ['/a', '/b'],
      order: [1, 1, 0],
      connections: 1,
      seconds: 60,
    });
    expect(stats.requests).toBe(3);
  });
});

describe('a load on a server that', () => {
  const seen: string[] = [];
  const accepted = new Map<string, string | string[] | undefined>();
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      accepted.set(request.url ?? '', request.headers['accept-encoding']);
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

  const send = (targets: string[], options: Partial<LoadTask> = { strict: true }) => {
    const { port } = server.address() as AddressInfo;
    return load.run({ port, targets, connections: 1, seconds: 60, ...options });
  };

  it('answers in pieces reads every answer to its end', async () => {
    expect(await send(['/one?a=%20b', '/two'])).toMatchObject({ requests: 2, meanBytes: 6 });
    expect(seen).toEqual(['/one?a=%20b', '/two']);
  });

  it('is to be asked without end is asked from the start again, until the load is stopped', async () => {
    const { requests } = await send(['/again', '/and-again'], { repeat: true });
    expect(requests).toBeGreaterThanOrEqual(19);
  });

  it('is sent requests at a rate, until the load is stopped', async () => {
    setTimeout(() => load.stop(), 300);
    const { seconds } = await send(['/one'], { perSecond: 100, connections: 5, repeat: true });
    expect(seconds).toBeLessThan(60);
  });

  it('answers with other statuses has them counted', async () => {
    const { statuses, rejectedLatencies } = await send(['/one', '/missing', '/gone', '/two'], {});
    expect([...statuses].sort()).toEqual([[0, 1], [200, 2], [404, 1]]); // prettier-ignore
    expect(rejectedLatencies.percentile(1)).toBeGreaterThan(0);
  });

  it('is sent requests at a rate gets them, however many connections that takes', async () => {
    const open = { perSecond: 200, seconds: 0.5, connections: 5, repeat: true };
    const { requests, statuses, unsent, unanswered } = await send(['/one', '/two'], open);
    expect(requests).toBeGreaterThan(20);
    expect(requests + unsent).toBeLessThan(300);
    expect(statuses.get(200)).toBe(requests);
    expect(unanswered).toBe(0);
  });

  it('compresses is told what is accepted, and nothing without that', async () => {
    await send(['/packed'], { acceptEncoding: 'gzip, br' });
    await send(['/plain']);
    expect([accepted.get('/packed'), accepted.get('/plain')]).toEqual(['gzip, br', undefined]);
  });

  it('refuses a request fails a strict load', async () => {
    await expect(send(['/one', '/missing'])).rejects.toThrow('/missing: status 404');
  });

  it('closes the connection fails a strict load', async () => {
    await expect(send(['/gone'])).rejects.toThrow('the server closed a connection');
  });
});
