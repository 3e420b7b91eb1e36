// Requests that the fuzzer found to be answered wrongly, with the right response.
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest, exchange, readAnswer } from '../http/fixture.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

const SEARCH = '/api/v1/vehicles/';

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
  return server.close;
});

describe('a request for what is not there', () => {
  test.each([
    ['QUERY', []],
    ['QUERY', ['Content-Type: nonsense', 'Content-Length: 2', '', '{}']],
    ['POST', ['Content-Type: application/json', 'Content-Length: 2', '', '{}']],
    ['POST', ['Content-Length: 2', '', '{}']],
    ['PUT', ['Transfer-Encoding: chunked', '', '2', '{}', '0', '']],
    ['PROPFIND', ['Content-Type: text/xml', 'Content-Length: 4', '', '<a/>']],
    ['DELETE', ['Content-Type: ;', 'Content-Length: 1', '', 'x']],
    ['GET', ['Content-Type: text/xml', 'Content-Length: 4', '', '<a/>']],
  ])('is not found by %s, whatever its body: %j', async (method, lines) => {
    const { status, json } = readAnswer(await sendRequest(server.port, `${method} /nowhere`, ...lines));
    expect(status).toBe(404);
    expect(json).toMatchObject({ code: 'not_found' });
    expect(server.logged).toEqual([]);
  });
});

test('a phrase that is too long is a problem without an entity tag', async () => {
  const response = await fetch(`${server.url}/api/v1/interpret/?text=${'a-'.repeat(300)}`);
  expect(response.status).toBe(400);
  expect(response.headers.get('etag')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store');
});

describe('an expectation', () => {
  test.each(['nonsense', '200-ok', ''])('of %j is passed over', async (expected) => {
    const { status, head, json } = readAnswer(
      await sendRequest(server.port, `GET ${SEARCH}?page=0`, `Expect: ${expected}`),
    );
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'invalid_parameters' });
    expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
  });

  test('of going on is met', async () => {
    const response = await sendRequest(server.port, `GET ${SEARCH}`, 'Expect: 100-continue');
    expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});

/** The statuses of all answers on one connection, until the server closes it. */
async function statusesOf(bytes: string): Promise<string[]> {
  const responses = await exchange(server.port, bytes);
  return Array.from(responses.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status ?? '');
}

describe('a connection that breaks', () => {
  const SEARCHES = `GET ${SEARCH}?make=Ford HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3);

  test.each([
    ['the next request is none', 'nonsense\r\n\r\n'],
    ['the next address is none', 'GET /caf\xe9 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'the next has two lengths',
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('because %s still brings the answers to the requests before, first', async (_, broken) => {
    expect(await statusesOf(SEARCHES + broken)).toEqual(['200', '200', '200', '400']);
  });

  test.each([
    ['a chunk is no number', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a chunk is longer than it says', 'Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n'],
    ['a chunk is past counting', 'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n'],
  ])(
    'within the body of a request that was refused already, because %s, brings no second answer',
    async (_, rest) => {
      const hidden = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
      // Refused for the name of the host, before any body is read.
      expect(await statusesOf(`POST /mcp HTTP/1.1\r\nHost: evil.example\r\n${rest}${hidden}`)).toEqual([
        '403',
      ]);
      // Of a read nothing was sent yet.
      expect(await statusesOf(`GET ${SEARCH} HTTP/1.1\r\nHost: a\r\n${rest}${hidden}`)).toEqual(['400']);
    },
  );

  test('within a body that is waited for is answered once', async () => {
    const head = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    expect(await statusesOf(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)).toEqual(['400']);
    expect(server.logged).toEqual([]);
  });
});

// Node stops to read behind such a request, and takes no notice of what is wrong with the next one on the connection.
describe('a request that asks for another protocol', () => {
  const requestBytes = (target: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n`;

  test.each([`${SEARCH}?make=Ford`, '/nowhere', '/%', `${SEARCH}?page=0`])(
    'for %s is answered in this one, as the last of its connection',
    async (target) => {
      const responses = await exchange(server.port, requestBytes(target));
      expect(responses).toMatch(/^HTTP\/1\.1 (?:200|400|404) [^]*\r\nconnection: close\r\n/i);
    },
  );

  test('leaves no later request without a response: the connection ends', async () => {
    const next = `GET ${SEARCH} HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(await statusesOf(requestBytes(SEARCH) + next)).toEqual(['200']);
    expect(await statusesOf(`${next}${requestBytes(SEARCH)}GET /caf\xe9 HTTP/1.1\r\n\r\n`)).toEqual([
      '200',
      '200',
    ]);
  });
});
