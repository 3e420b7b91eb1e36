// At the limit of connections: whose connections make room, and whose do not.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ClientShares } from '../../../src/http/admission/client-shares.ts';
import { readAnswer, sendRequest, serve } from '../fixture.ts';

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** Connections from an address of this machine. Unless they are idle, the head of their request never ends. */
async function connections(
  port: number,
  count: number,
  localAddress: string,
  isIdle = false,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    open.add(socket);
    sockets.push(socket);
    // Once it is answered, the server has read it.
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    if (!isIdle) socket.write('GET /healthz HTTP/1.1\r\n');
  }
  return sockets;
}

const isClosed = (socket: Socket): boolean => socket.closed;
const countClosed = (sockets: readonly Socket[]): number => sockets.filter(isClosed).length;

async function statusFromHere(port: number): Promise<number> {
  return readAnswer(await sendRequest(port, 'GET /healthz')).status;
}

test('a client that takes all connections does not keep others out: it loses one for each of theirs', async () => {
  const { port } = await serve({ maxConnections: 5 });
  const attackers = await connections(port, 5, '127.0.0.2');
  for (const request of [1, 2, 3]) expect([request, await statusFromHere(port)]).toEqual([request, 200]);
  await expect.poll(() => countClosed(attackers)).toBeGreaterThanOrEqual(1);
  expect(countClosed(attackers)).toBeLessThanOrEqual(3);
});

test('of the client with the most, the oldest connection that is not answered is closed, else the newest', () => {
  const shares = new ClientShares<object>();
  const many = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((ip) => {
    const socket = {};
    shares.add(ip, socket);
    return socket;
  });
  const added = {};
  shares.add('::ffff:198.51.100.7', added);
  expect(shares.toClose(added, (socket) => socket === many[0])).toBe(many[1]);
  expect(shares.toClose(added, () => true)).toBe(many[2]);
  expect(shares.toClose(many[2], () => false)).toBeUndefined();
  for (const socket of many.slice(1)) shares.delete(socket);
  expect(shares.toClose(added, () => false)).toBeUndefined();
});

test('beyond the limit the next connection of the client with the most is closed', async () => {
  const { port } = await serve({ maxConnections: 3 });
  const others = await connections(port, 1, '127.0.0.3');
  const attackers = await connections(port, 2, '127.0.0.2');
  const next = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
  open.add(next.resume());
  await once(next, 'close');
  expect([...others, ...attackers].map(isClosed)).toEqual([false, false, false]);
});

test('idle connections of other clients make no room for it', async () => {
  const { port } = await serve({ maxConnections: 3 });
  const others = await connections(port, 1, '127.0.0.3', true);
  const attackers = await connections(port, 2, '127.0.0.2', true);
  const next = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
  open.add(next.resume());
  await once(next, 'close');
  await expect.poll(() => attackers.map(isClosed)).toEqual([true, true]);
  expect(others.map(isClosed)).toEqual([false]);
});

test('a trusted proxy may have more than any client', async () => {
  const { port } = await serve({ maxConnections: 5, trustedProxies: ['127.0.0.4'] });
  const proxy = await connections(port, 3, '127.0.0.4');
  const attackers = await connections(port, 2, '127.0.0.2');
  expect(await statusFromHere(port)).toBe(200);
  await expect.poll(() => countClosed(attackers)).toBe(1);
  expect(countClosed(proxy)).toBe(0);
});
