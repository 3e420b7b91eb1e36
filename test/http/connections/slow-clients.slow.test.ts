// Clients that are slow, or take more than their share, are cut off; others do not notice. The times are short ones.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  limitConnections,
  defaultMaxConnections,
  type ConnectionLimits,
} from '../../../src/http/connections/connections.ts';
import type { ConnectionStats } from '../../../src/metrics/process-metrics.ts';
import { sendRequest, readAnswer, serve } from '../fixture.ts';

/** Fulfilled when the connection is closed, in whatever way. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.on('error', () => undefined).once('close', () => resolve()));
}

const SEARCH = '/api/v1/vehicles/';
const REQUEST = `GET ${SEARCH} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Sends the bytes again and again until the server has closed the connection; all that it answered. */
async function dripUntilClosed(port: number, first: string, drip: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text) => (response += String(text)));
  socket.write(first);
  const dripping = setInterval(() => socket.write(drip), 20);
  await closing(socket);
  clearInterval(dripping);
  return response;
}

test('a head that comes a byte at a time is answered with 408', async () => {
  const { port } = await serve({ timeouts: { requestTimeoutMs: 200 } });
  const { status, json } = readAnswer(await dripUntilClosed(port, `GET ${SEARCH} HTTP/1.1\r\nX-A: `, 'a'));
  expect(status).toBe(408);
  expect(json).toMatchObject({ code: 'malformed_request', detail: 'The request did not arrive in time.' });
});

test('a body that comes a byte at a time is answered with 408, and holds up nobody meanwhile', async () => {
  const { port } = await serve({ timeouts: { requestTimeoutMs: 400 } });
  const head =
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{';
  // More than may be under way at a time.
  const slow = Array.from({ length: 150 }, () => dripUntilClosed(port, head, ' '));
  expect(readAnswer(await sendRequest(port, `GET ${SEARCH}`)).status).toBe(200);
  expect(new Set((await Promise.all(slow)).map((response) => readAnswer(response).status))).toEqual(
    new Set([408]),
  );
});

const TOO_LONG =
  'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n';

test('a body that is too long is answered with 413 before it has come, and its connection is not reset meanwhile', async () => {
  const { port } = await serve();
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text) => (response += String(text)));
  socket.write(TOO_LONG + ' '.repeat(100_000));
  await expect.poll(() => response).toMatch(/^HTTP\/1.1 413 .*\r\nconnection: close\r\n.*\r\n\r\n{.*}$/is);
  // As a proxy does that has more of it from its client.
  for (let part = 0; part < 10; part++) {
    await sleep(10);
    socket.write(' '.repeat(10_000));
  }
  const [hasFailed] = (await once(socket, 'close')) as [boolean];
  expect(hasFailed).toBe(false);
});

test('a body that is too long and does not end is closed', async () => {
  const { port } = await serve();
  expect(readAnswer(await dripUntilClosed(port, TOO_LONG, ' ')).status).toBe(413);
});

test.each([
  ['GET', SEARCH, 200],
  ['DELETE', SEARCH, 405],
  ['POST', '/none', 404],
])('an endless body of %s %s, which nobody reads, is answered and closed', async (method, path, expected) => {
  const { port } = await serve();
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const startedAt = performance.now();
  expect(readAnswer(await dripUntilClosed(port, head, '1\r\na\r\n')).status).toBe(expected);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('a connection stays open after a body that nobody reads, if it ends', async () => {
  const { port } = await serve();
  const body = 'Content-Length: 4\r\n\r\n<a/>';
  const response = await dripUntilClosed(
    port,
    `GET ${SEARCH}?page=0 HTTP/1.1\r\nHost: a\r\n${body}GET ${SEARCH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    '',
  );
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});

test('a connection on which nothing is asked is closed without a word', async () => {
  const { port } = await serve({ timeouts: { requestTimeoutMs: 200 } });
  expect(await dripUntilClosed(port, '', '')).toBe('');
});

test('a connection on which nothing more is asked is closed', async () => {
  const { port } = await serve({ timeouts: { keepAliveTimeoutMs: 200 } });
  const response = await dripUntilClosed(port, REQUEST, '');
  expect(readAnswer(response).status).toBe(200);
});

/** A server that answers everything with more than the buffers of the system hold. */
async function largeResponses(limits: Partial<ConnectionLimits>): Promise<{
  readonly port: number;
  readonly requested: () => number;
  readonly stats: () => ConnectionStats;
}> {
  let requested = 0;
  const server = createServer((_request, response) => {
    requested += 1;
    response.end(Buffer.alloc(LARGE));
  });
  const stats = limitConnections(server, { maxConnections: 10, responseTimeoutMs: 60_000, ...limits });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, requested: () => requested, stats };
}

async function withLargeResponses(readMs: number): Promise<number> {
  return (await largeResponses({ responseTimeoutMs: readMs })).port;
}

/** A client that sends so many requests in one go, and reads nothing. */
function requestWithoutReading(port: number, requests = 1): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause().write(REQUEST.repeat(requests));
  return socket;
}

const LARGE = 20_000_000;
const servers = new Set<Server>();

afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers.clear();
});

/** Bytes of the answer to a client that reads some of it at a time, until all is there or the server has had enough. */
async function readSlowly(port: number, slowMs: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const slowUntil = performance.now() + slowMs;
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (performance.now() < slowUntil) socket.pause();
  });
  const reading = setInterval(() => socket.resume(), 10);
  await closing(socket);
  clearInterval(reading);
  return received;
}

test('a client that reads next to nothing of its answer is cut off', async () => {
  expect(await readSlowly(await withLargeResponses(200), Infinity)).toBeLessThan(LARGE);
});

test('a client that reads slowly, but reads, gets all of its answer', async () => {
  expect(await readSlowly(await withLargeResponses(60_000), 500)).toBeGreaterThan(LARGE);
});

test('the next request of a connection is answered when the answer before it was taken', async () => {
  const { port, requested, stats } = await largeResponses({});
  const socket = requestWithoutReading(port, 3);
  await expect.poll(() => stats().unreadBytes).toBeGreaterThanOrEqual(LARGE);
  expect(requested()).toBe(1);
  expect(stats().unreadBytes).toBeLessThan(1.1 * LARGE);
  let received = 0;
  socket.on('data', (bytes: Buffer) => (received += bytes.length)).resume();
  await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(3 * LARGE);
  expect(requested()).toBe(3);
  expect(stats()).toMatchObject({ unreadBytes: 0, closedByLimit: { unread_bytes: 0 } });
  socket.destroy();
});

test('with too many bytes waiting for readers, those that read nothing are cut off, and new ones are answered', async () => {
  const { port, stats } = await largeResponses({ maxUnreadBytes: 3.5 * LARGE });
  const idle = Array.from({ length: 6 }, () => requestWithoutReading(port));
  await expect.poll(() => stats().closedByLimit.unread_bytes).toBeGreaterThanOrEqual(3);
  expect(stats().unreadBytes).toBeLessThan(4 * LARGE);
  expect(await readSlowly(port, 0)).toBeGreaterThan(LARGE);
  expect(stats().closedByLimit.unread_bytes).toBe(4);
  for (const socket of idle) socket.destroy();
});

test('an answer that is larger than all that may wait is still sent to a client that reads', async () => {
  const { port, stats } = await largeResponses({ maxUnreadBytes: LARGE / 10 });
  expect(await readSlowly(port, 200)).toBeGreaterThan(LARGE);
  expect(stats().closedByLimit.unread_bytes).toBe(0);
});

test('small answers wait for a slow reader while the largest is cut off', async () => {
  const server = createServer(({ url }, response) =>
    response.end(Buffer.alloc(url === '/' ? LARGE : LARGE / 2)),
  );
  const stats = limitConnections(server, {
    maxConnections: 10,
    responseTimeoutMs: 60_000,
    maxUnreadBytes: 2 * LARGE,
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const sockets: Socket[] = [];
  for (const [at, target] of ['/small', '/', '/small', '/small'].entries()) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pause().write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    server.once('connection', (accepted: Socket) => accepted.on('close', () => closed.push(target)));
    sockets.push(socket);
    // One after the other, so that the last one goes beyond the limit.
    await expect.poll(() => closed.length > 0 || stats().unreadBytes > (at + 0.5) * (LARGE / 2)).toBe(true);
  }
  await expect.poll(() => closed).toEqual(['/']);
  for (const socket of sockets) socket.destroy();
});

test('a client that sends requests by the hundred without reading is cut off at once', async () => {
  const { app, port, index } = await serve();
  let most = 0;
  app.server.on('connection', (socket: Socket) => {
    socket.on('close', () => (most = Math.max(most, socket.bytesWritten)));
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(REQUEST.repeat(1000));
  const drip = setInterval(() => socket.write(REQUEST), 20);
  await closing(socket);
  clearInterval(drip);
  expect(index.searches).toBeLessThan(20);
  expect(most).toBeLessThan(500_000);
  expect(readAnswer(await sendRequest(port, `GET ${SEARCH}`)).status).toBe(200);
});

test('where all places are taken, those that are idle make room', async () => {
  const { port } = await serve({ maxConnections: 5 });
  const idle = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'));
  for (const socket of idle) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  }
  const closed = Promise.all(idle.map((socket) => closing(socket)));
  const turnedAway = connect(port, '127.0.0.1').resume();
  await Promise.all([closing(turnedAway), closed]);
  expect(readAnswer(await sendRequest(port, 'GET /healthz')).status).toBe(200);
});

test('there may be some thousands of connections', () => {
  expect(defaultMaxConnections()).toBeGreaterThan(100);
  expect(defaultMaxConnections()).toBeLessThanOrEqual(20_000);
});
