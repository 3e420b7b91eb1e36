import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { sendRequest, exchange, readAnswer, serve } from './fixture.ts';

const SEARCH = '/api/v1/vehicles/';

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'FROBNICATE', 'get'])(
    '%s is not allowed, with or without a body',
    async (method) => {
      const { port } = await serve();
      const body = ['Content-Type: nonsense;;', 'Content-Length: 4', '', '{"a:'];
      for (const more of [[], ['Content-Length: 0'], body]) {
        const { status, head, json } = readAnswer(
          await sendRequest(port, `${method} ${SEARCH}?page=0`, ...more),
        );
        expect(status).toBe(405);
        expect(head).toContain('\r\nallow: get, head, options\r\n');
        expect(json).toMatchObject({ code: 'method_not_allowed' });
      }
    },
  );

  test.each([SEARCH, '/api/v1/vehicles', '/cars/redirect/', '/healthz', '/problems/not-found', '/'])(
    'POST %s is not allowed',
    async (path) => {
      const { port } = await serve();
      expect(readAnswer(await sendRequest(port, `POST ${path}`)).status).toBe(405);
    },
  );

  test('other than reads of what is not there are not found', async () => {
    const { port } = await serve();
    expect(readAnswer(await sendRequest(port, 'POST /nowhere')).status).toBe(404);
    expect(readAnswer(await sendRequest(port, 'PROPFIND /nowhere')).status).toBe(404);
  });

  test('CONNECT is refused', async () => {
    const { port } = await serve();
    const { status, head } = readAnswer(await sendRequest(port, 'CONNECT elsewhere.example:443'));
    expect(status).toBe(405);
    expect(head).toContain('\r\nallow: get, head, options\r\n');
  });

  test.each([SEARCH, '/api/v1/vehicles', '/nowhere', '/healthz', '*', `${SEARCH}?page=0`])(
    'OPTIONS %s is answered with 204',
    async (target) => {
      const { port } = await serve();
      const response = await sendRequest(port, `OPTIONS ${target}`);
      expect(readAnswer(response).status).toBe(204);
      expect(readAnswer(response).head).toContain('\r\nallow: get, head, options\r\n');
      expect(response.endsWith('\r\n\r\n')).toBe(true);
    },
  );

  test('OPTIONS lets a page of another origin send any header', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}${SEARCH}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,prefer',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,prefer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the body of a GET', () => {
  test.each(['application/json', 'text/plain', 'nonsense;;', '', 'multipart/form-data'])(
    'is ignored, whatever its type: %j',
    async (type) => {
      const { port } = await serve();
      const response = await sendRequest(
        port,
        `GET ${SEARCH}`,
        `Content-Type: ${type}`,
        'Content-Length: 5',
        '',
        '{"a":',
      );
      expect(readAnswer(response).status).toBe(200);
    },
  );

  test('is skipped on a connection that is used again', async () => {
    const { port } = await serve();
    const first = 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 16\r\n\r\nGET /a HTTP/1.1\n';
    const second =
      'GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    const last = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const responses = await exchange(port, first + second + last);
    expect(responses.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  test('may be announced and never come', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${SEARCH} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe('the target of a request', () => {
  const ofLength = (length: number) => `${SEARCH}?q=`.padEnd(length, '&');

  test.each([8193, 20_000, 100_000])('of %i bytes is too long', async (length) => {
    const { port } = await serve();
    for (const target of [ofLength(length), '/'.padEnd(length, '%')]) {
      const { status, json } = readAnswer(await sendRequest(port, `GET ${target}`));
      expect(status).toBe(414);
      expect(json).toMatchObject({ code: 'target_too_long' });
    }
  });

  test('may have 8 KiB, and thousands of parameters', async () => {
    const { port } = await serve();
    expect(readAnswer(await sendRequest(port, `GET ${ofLength(8192)}`)).status).toBe(200);
    const many = `${SEARCH}?${'a=&'.repeat(2700)}`;
    expect(readAnswer(await sendRequest(port, `GET ${many}`)).status).toBe(200);
  });

  test.each([
    `${SEARCH}?q=%`,
    `${SEARCH}?q=%zz`,
    `${SEARCH}?q=%ff`,
    `${SEARCH}?q=%00`,
    `${SEARCH}?unknown=%`,
    `${SEARCH}?q=\xff`,
    '/%zz',
    '/%ff',
    '/caf\xe9',
  ])('that cannot be read is a malformed request: %s', async (target) => {
    const { port } = await serve();
    const { status, head, json } = readAnswer(await sendRequest(port, `GET ${target}`));
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'malformed_request' });
    expect(head).toContain('\r\ncontent-type: application/problem+json; charset=utf-8\r\n');
    expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(head).toContain('\r\naccess-control-allow-origin: *\r\n');
  });

  test('may be absolute, as proxies send it', async () => {
    const { port } = await serve();
    const { status, json } = readAnswer(
      await sendRequest(port, `GET http://elsewhere.example${SEARCH}?make=jaguar`),
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({ results: { total_vehicles: 1 } });
  });

  test('is not tidied: two slashes are not one', async () => {
    const { port } = await serve();
    expect(readAnswer(await sendRequest(port, `GET /${SEARCH}`)).status).toBe(404);
    expect(readAnswer(await sendRequest(port, 'GET /api//v1/vehicles/')).status).toBe(404);
  });
});

describe('what is no request', () => {
  test.each([
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['nonsense', 'nonsense\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n'],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nHost: a\r\n\r\n'],
    ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    [
      'two hosts at an address where nothing is',
      'PUT /nowhere HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    ],
    [
      'two hosts for tools',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    ],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a NUL', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('is answered with a problem and an end: %s', async (_kind, bytes) => {
    const { port } = await serve();
    const { status, head, json } = readAnswer(await exchange(port, bytes));
    expect(status).toBe(400);
    expect(head).toContain('\r\nconnection: close');
    expect(head).toContain('\r\ncache-control: no-store\r\n');
    expect(json).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  test('because it is too large, is answered although more of it comes', async () => {
    const { port } = await serve();
    const target = `/${'a'.repeat(2_000_000)}`;
    const { status, json } = readAnswer(await sendRequest(port, `GET ${target}`));
    expect(status).toBe(431);
    const errors = [{ parameter: 'headers', code: 'too_long' }];
    expect(json).toMatchObject({ status: 431, code: 'malformed_request', errors });
    const response = await sendRequest(
      port,
      'GET /',
      ...Array.from({ length: 200 }, (_, i) => `X-${i}: ${'a'.repeat(1000)}`),
    );
    expect(readAnswer(response).status).toBe(431);
  });

  test('because it has more headers than are read, is answered with 431, and the connection ends', async () => {
    const { port } = await serve();
    const request = (count: number): string => {
      const lines = Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join('');
      return `GET /api/v1/vehicles/ HTTP/1.1\r\n${lines}Host: a\r\nConnection: close\r\n\r\n`;
    };
    expect(readAnswer(await exchange(port, request(998))).status).toBe(200);
    const { status, head, json } = readAnswer(await exchange(port, request(999)));
    expect(status).toBe(431);
    expect(head).toContain('\r\nconnection: close');
    expect(json).toMatchObject({
      code: 'malformed_request',
      detail: 'A request must not have more than 1000 headers.',
      errors: [{ parameter: 'headers', code: 'too_long' }],
    });
    // Those that are not read may be the ones that matter.
    const requestBytes = request(1200).replace('Connection: close', 'Upgrade: h2c\r\nConnection: Upgrade');
    expect(await exchange(port, requestBytes)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('because it did not arrive in time, is answered with 408', async () => {
    const { port } = await serve({ timeouts: { requestTimeoutMs: 200 } });
    const { status, json } = readAnswer(await exchange(port, 'GET / HTTP/1.1\r\nHost: a'));
    expect(status).toBe(408);
    expect(json).toMatchObject({ status: 408, code: 'malformed_request' });
  });

  test('leaves the server as it was', async () => {
    const { port, logged } = await serve();
    await exchange(port, 'nonsense\r\n\r\n');
    const gone = connect(port, '127.0.0.1');
    gone.write('GET / HT');
    gone.resetAndDestroy();
    expect(readAnswer(await sendRequest(port, 'GET /healthz')).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

test('slow clients have limits', async () => {
  const { app } = await serve();
  expect(app.server.headersTimeout).toBe(10_000);
  expect(app.server.requestTimeout).toBe(10_000);
  expect(app.server.timeout).toBe(30_000);
  expect(app.server.keepAliveTimeout).toBe(72_000);
});
