// Requests that the fuzzer found to be answered wrongly, each with what is right.
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, readAnswer } from '../http/fixture.ts';
import { hostileServer, type HostileServer } from './hostile-server.ts';

const SEARCH = '/api/v1/vehicles/';

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
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
    const { status, json } = readAnswer(await ask(server.port, `${method} /nowhere`, ...lines));
    expect(status).toBe(404);
    expect(json).toMatchObject({ code: 'not_found' });
    expect(server.logged).toEqual([]);
  });
});

describe('an expectation', () => {
  test.each(['nonsense', '200-ok', ''])('of %j is passed over', async (expected) => {
    const { status, head, json } = readAnswer(
      await ask(server.port, `GET ${SEARCH}?page=0`, `Expect: ${expected}`),
    );
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'invalid_parameters' });
    expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
  });

  test('of going on is met', async () => {
    const answer = await ask(server.port, `GET ${SEARCH}`, 'Expect: 100-continue');
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});
