import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RestingConnections } from '../../src/http/resting-connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

interface Asked {
  readonly at: number;
  readonly isStale: boolean;
}

/** A client that asks three times, each time as soon as it is answered; its first request lets its connection rest. */
async function askThreeTimes(resting: RestingConnections): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    asked.push({ at: performance.now(), isStale: resting.takeStale(request.socket) });
    if (asked.length === 1) resting.rest(request);
    response.end('answer');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(REQUEST);
  await new Promise<void>((resolve) => {
    let answers = 0;
    socket.on('data', () => {
      answers += 1;
      if (answers === 3) resolve();
      else socket.write(REQUEST);
    });
  });
  socket.destroy();
  return asked;
}

test('what a client sends to a connection that rests is read a second later and known as stale; then it is like any other', async () => {
  const [first, second, third] = await askThreeTimes(new RestingConnections(() => false));
  expect([first.isStale, second.isStale, third.isStale]).toEqual([false, true, false]);
  expect(second.at - first.at).toBeGreaterThanOrEqual(990);
  expect(third.at - second.at).toBeLessThan(900);
});

test('when the server is to end, no connection rests', async () => {
  const [first, second] = await askThreeTimes(new RestingConnections(() => true));
  expect(second.isStale).toBe(false);
  expect(second.at - first.at).toBeLessThan(900);
});

test('connections that rest go on when the server is to end', async () => {
  let isEnding = false;
  setTimeout(() => (isEnding = true), 100);
  const [first, second] = await askThreeTimes(new RestingConnections(() => isEnding));
  expect(second.at - first.at).toBeLessThan(900);
});
