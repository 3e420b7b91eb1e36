// Shutdown under load, with one process and with workers: every accepted request gets a complete response.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { startServer, stopServer, type Server } from './server.ts';
import { startTraffic } from './traffic.ts';

const SIZES = [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const;

async function startStocked(args: readonly string[]): Promise<Server> {
  const folder = temporaryFolder();
  const three = fileIn(folder, 'three.ndjson', THREE);
  expect((await forecourt(['import', three, '--data', folder])).code).toBe(0);
  return startServer(folder, args);
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n';

/** Enough for a busy machine. */
const SOON = { interval: 10 };

interface Connection {
  readonly socket: Socket;
  /** What came so far. */
  readonly text: () => string;
  /** What came since the last time. */
  readonly take: () => string;
  readonly ended: Promise<unknown>;
}

async function connection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (more: string) => (text += more));
  socket.on('error', (error) => (text += `[${error.message}]`));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const take = (): string => {
    const taken = text;
    text = '';
    return taken;
  };
  return { socket, text: () => text, take, ended };
}

test.each(SIZES)('SIGTERM under load loses no request: %s', { timeout: 60_000 }, async (_name, args) => {
  const server = await startStocked(args);
  const traffic = startTraffic(server.url, {
    persistent: 8,
    fresh: 0,
    query: 'sort=price_asc',
    total: 3,
    leave: true,
  });
  await traffic.more(300);
  expect(await stopServer(server)).toBe(0);
  // Whoever found the door closed has left by itself.
  expect(await traffic.stop()).toEqual([]);
  expect(server.output.stderr).toBe('');
});

test.each(SIZES)('a persistent connection gets Connection: close: %s', async (_name, args) => {
  const server = await startStocked(args);
  const persistent = await connection(server.port);
  const exit = once(server.child, 'exit');
  const responses: string[] = [];
  // As fast as it is answered, until it is told to go.
  do {
    persistent.socket.write('GET /readyz HTTP/1.1\r\nHost: a.example\r\n\r\n');
    await expect.poll(persistent.text, SOON).toMatch(/\}\s*$|^\[/);
    responses.push(persistent.take());
    if (responses.length === 3) server.child.kill('SIGTERM');
  } while (/\r\nconnection: keep-alive\r\n/i.test(responses.at(-1) ?? ''));
  await persistent.ended;
  expect(persistent.take()).toBe('');
  const last = responses.pop() ?? '';
  expect(last).toMatch(/^HTTP\/1\.1 503 /);
  expect(last).toMatch(/\r\nconnection: close\r\n/i);
  expect(last).toContain('The server is being stopped.');
  expect(responses.every((response) => /^HTTP\/1\.1 200 /.test(response))).toBe(true);
  expect(responses.every((response) => /\r\nconnection: keep-alive\r\n/i.test(response))).toBe(true);
  expect(await exit).toEqual([0, null]);
});

test.each(SIZES)('idle connections do not keep a server alive: %s', async (_name, args) => {
  const server = await startStocked(args);
  const silent = await connection(server.port);
  const idle = await connection(server.port);
  idle.socket.write(HEALTH);
  await expect.poll(idle.text, SOON).toContain('"ok"');
  expect(await stopServer(server)).toBe(0);
  await Promise.all([silent.ended, idle.ended]);
  expect(silent.text()).toBe('');
});

test('a second signal stops several processes without draining', async () => {
  const server = await startStocked(['--workers', '2']);
  const halfway = await connection(server.port);
  halfway.socket.write(`${HEALTH}GET /hea`);
  await expect.poll(halfway.text, SOON).toContain('"ok"');
  const exit = once(server.child, 'exit');
  server.child.kill('SIGINT');
  await expect
    .poll(
      () =>
        fetch(`${server.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      SOON,
    )
    .toBe('closed');
  server.child.kill('SIGINT');
  expect(await exit).toEqual([1, null]);
});

test('SIGHUP does not end a server of one process', async () => {
  const server = await startStocked([]);
  server.child.kill('SIGHUP');
  await expect
    .poll(() => server.output.stderr, SOON)
    .toBe('A single process cannot be replaced without a gap. Use --workers 2 or more.\n');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await stopServer(server)).toBe(0);
});
