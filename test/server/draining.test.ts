// Connections of an HTTP server that drains.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { drainable, type Draining } from '../../src/server/draining.ts';
import { isListenedOn } from '../support/ports.ts';

async function listening(): Promise<{ server: Server; port: number; draining: Draining }> {
  const server = createServer((request, response) => {
    if (draining.isDraining) response.setHeader('connection', 'close');
    response.end(request.url);
  });
  const draining = drainable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port, draining };
}

/** Connects so many times, sends a request on each, tells when all are sent, and then what came. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { workerData: { port, count, flag } } = require('node:worker_threads');
  const { parentPort } = require('node:worker_threads');
  let sent = 0;
  const texts = Array.from({ length: count }, (_, n) => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (more) => (text += more));
    socket.on('error', (error) => (text += error.message));
    socket.on('close', () => resolve(text));
    socket.write('GET /' + n + ' HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n', () => {
      if (++sent === count) { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); }
    });
  }));
  Promise.all(texts).then((all) => parentPort.postMessage(all));
`;

it('connections that the system has already accepted are served', async () => {
  const { port, draining } = await listening();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, count: 5, flag } });
  const responses = once(clients, 'message') as Promise<[string[]]>;
  await once(clients, 'online');
  // This thread takes no connection until all have been made.
  expect(Atomics.wait(flag, 0, 0, 10_000)).not.toBe('timed-out');
  await draining.drain();
  const [texts] = await responses;
  expect(texts.map((text) => text.slice(0, 15))).toEqual(Array(5).fill('HTTP/1.1 200 OK'));
  expect(texts.map((text) => text.slice(-2))).toEqual(['/0', '/1', '/2', '/3', '/4']);
  expect(texts.every((text) => text.includes('\r\nconnection: close\r\n'))).toBe(true);
});

it('a persistent connection may send one more request, whose response closes it', async () => {
  const { port, draining } = await listening();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (more: string) => (text += more));
  socket.write('GET /first HTTP/1.1\r\nHost: a.example\r\n\r\n');
  await expect.poll(() => text).toContain('/first');
  const drained = draining.drain();
  await expect.poll(() => isListenedOn(port)).toBe(false);
  socket.write('GET /last HTTP/1.1\r\nHost: a.example\r\n\r\n');
  await once(socket, 'close');
  expect(text).toMatch(/connection: close\r\n[^]*\/last$/);
  await drained;
});

it('idle connections are closed after a second', async () => {
  const { port, draining } = await listening();
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const idle = connect(port, '127.0.0.1');
  idle.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
  await once(idle, 'data');
  const closed = Promise.all([once(silent, 'close'), once(idle, 'close')]);
  const begun = performance.now();
  await draining.drain();
  await closed;
  expect(performance.now() - begun).toBeGreaterThan(900);
});

it('an in-flight response is finished', async () => {
  const { server, port, draining } = await listening();
  let finish: (() => void) | undefined;
  server.removeAllListeners('request');
  server.on('request', (_request, response) => {
    response.write('begun, ');
    finish = () => response.end('done');
  });
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (more: string) => (text += more));
  socket.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
  await expect.poll(() => text).toContain('begun, ');
  let isOver = false;
  const drained = draining.drain().then(() => (isOver = true));
  await expect.poll(() => isListenedOn(port)).toBe(false);
  expect(isOver).toBe(false);
  finish?.();
  await drained;
  await expect.poll(() => text).toContain('done');
});

it('a server that never listened has nothing to drain', async () => {
  const draining = drainable(createServer());
  await draining.drain();
  expect(draining.isDraining).toBe(true);
});
