// Sockets of a real server, which are paused or not.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { PausedSockets } from '../../../src/http/connections/paused-sockets.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** Refusals in a second that pause nothing. */
const FREE = 256;

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

interface PendingRequest {
  readonly at: number;
  readonly isLate: boolean;
}

/** A client that asks as often as there are entries, each time as soon as it is answered; those that are true are refused. */
async function sendRequest(
  paused: PausedSockets,
  rejected: readonly boolean[],
): Promise<readonly PendingRequest[]> {
  const requested: PendingRequest[] = [];
  server = createServer((request, response) => {
    const isRefused = rejected[requested.length];
    requested.push({ at: performance.now(), isLate: paused.consumeStale(request.socket) });
    if (isRefused) paused.pauseInFlood(request);
    response.end('answer');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(REQUEST);
  await new Promise<void>((resolve) => {
    socket.on('data', () => {
      if (requested.length === rejected.length) resolve();
      else socket.write(REQUEST);
    });
  });
  socket.destroy();
  return requested;
}

/** One request more than is free is refused, and two follow. */
const FLOOD = [...Array.from({ length: FREE + 1 }, () => true), false, false];

test('in a flood of refusals a socket is read again a second later; what came meanwhile is known as late, and nothing after it', async () => {
  const requested = await sendRequest(new PausedSockets(() => false), FLOOD);
  const [last, late, next] = requested.slice(-3);
  expect(late.at - last.at).toBeGreaterThanOrEqual(990);
  expect([last.isLate, late.isLate, next.isLate]).toEqual([false, true, false]);
  expect(next.at - late.at).toBeLessThan(900);
});

test('few refusals pause nothing', async () => {
  const requested = await sendRequest(new PausedSockets(() => false), FLOOD.slice(1));
  expect(requested.filter(({ isLate }) => isLate)).toEqual([]);
  const [rejected, next] = requested.slice(-2);
  expect(next.at - rejected.at).toBeLessThan(900);
});

test('a server that drains pauses nothing', async () => {
  const requested = await sendRequest(new PausedSockets(() => true), FLOOD);
  expect(requested.filter(({ isLate }) => isLate)).toEqual([]);
});

test('paused sockets go on when the server begins to drain', async () => {
  let isDraining = false;
  setTimeout(() => (isDraining = true), 300);
  const [last, late] = (await sendRequest(new PausedSockets(() => isDraining), FLOOD)).slice(-3);
  expect(late.at - last.at).toBeLessThan(900);
});
