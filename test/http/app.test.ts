import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { AccessLogEntry } from '../../src/log/log.ts';
import { exchange, serve } from './fixture.ts';

test('a request id of a trusted proxy is in the problem and in the log', async () => {
  const logged: AccessLogEntry[] = [];
  const { port } = await serve({ trustProxy: true, logAccess: (entry) => logged.push(entry) });
  const response = await exchange(
    port,
    'GET /api/v1/vehicles/?page=x HTTP/1.1\r\nHost: a.example\r\nX-Request-Id: id-7\r\nConnection: close\r\n\r\n',
  );
  expect(response).toContain('\r\nx-request-id: id-7\r\n');
  expect(response).toContain('"request_id":"id-7"');
  expect(logged.map(({ requestId, target }) => [requestId, target])).toEqual([
    ['id-7', '/api/v1/vehicles/?page=x'],
  ]);
});

test('an error of the index is an internal error, and the connection answers further requests', async () => {
  const { port, index, logged } = await serve();
  index.onSearch = () => {
    index.onSearch = () => undefined;
    throw new Error('out of order');
  };
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`;
  const response = await exchange(
    port,
    get('/api/v1/vehicles/?page=7') + get('/api/v1/vehicles/?page=7', 'Connection: close\r\n'),
  );
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 500', 'HTTP/1.1 200']);
  expect(logged.map(([error]) => String(error))).toEqual(['Error: out of order']);
});

test('a client that leaves during its search frees its place', async () => {
  const { app, port, index } = await serve();
  let left: Promise<unknown> | undefined;
  index.onSearch = () => {
    index.onSearch = () => undefined;
    left = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy();
  };
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /api/v1/vehicles/?page=8 HTTP/1.1\r\nHost: a.example\r\n\r\n'),
  );
  await expect.poll(() => left).toBeDefined();
  await left;
  const response = await exchange(
    port,
    'GET /api/v1/vehicles/?page=8 HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
  );
  expect(response).toContain('"current_page":8');
  expect(app.server.listening).toBe(true);
});

test('a closing server sends each response as the last of its connection', async () => {
  const { app, port, index } = await serve();
  let closing: Promise<void> | undefined;
  index.onSearch = () => {
    index.onSearch = () => undefined;
    closing = app.close();
  };
  const get = 'GET /api/v1/vehicles/?page=9 HTTP/1.1\r\nHost: a.example\r\n\r\n';
  const response = await exchange(port, get + get);
  await closing;
  expect(response.match(/HTTP\/1\.1 \d+|connection: [a-z-]+/gi)).toEqual([
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
});

test('a closing server does not wait for connections without a request', async () => {
  const { app, port } = await serve();
  const socket = connect(port, '127.0.0.1');
  const accepted = once(app.server, 'connection');
  const closed = once(socket, 'close');
  await accepted;
  await app.close();
  await closed;
  expect(socket.bytesRead).toBe(0);
});
