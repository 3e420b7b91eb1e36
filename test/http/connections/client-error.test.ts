// What becomes of bytes that are no request, on a connection that has or had one.
import { describe, expect, test } from 'vitest';
import { exchange, serve } from '../fixture.ts';

const SEARCH = '/api/v1/vehicles/';
const statuses = (responses: string): string[] =>
  Array.from(responses.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => status);
const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: cars.example', ...headers, '', ''].join('\r\n');

describe('bytes that are no request', () => {
  test('behind one in the same packet are answered after it, and once', async () => {
    const { port } = await serve();
    const responses = await exchange(port, `${request(`GET ${SEARCH}`)}nonsense\r\n\r\nnonsense\r\n\r\n`);
    expect(statuses(responses)).toEqual(['200', '400']);
    expect(responses.slice(responses.indexOf('HTTP/1.1 400'))).toContain(
      'The request is not valid HTTP/1.1.',
    );
  });

  test('behind one of which nothing follows are answered too, whatever it got', async () => {
    const { port } = await serve();
    const responses = await exchange(port, `${request('GET /nowhere')}FROBNICATE / HTTP/1.1\r\n\r\n`);
    expect(statuses(responses)).toEqual(['404', '405']);
  });

  test('in the body of a request that is answered already end the connection without another response', async () => {
    const { port } = await serve();
    const bytes = `${request(`POST ${SEARCH}`, 'Transfer-Encoding: chunked')}no chunk\r\n`;
    expect(statuses(await exchange(port, bytes))).toEqual(['405']);
  });
});

describe('a letter that is not percent-encoded', () => {
  test('is named by its parameter also in a second request of a connection', async () => {
    const { port } = await serve();
    const responses = await exchange(port, `${request('GET /nowhere?make=1')}${request('GET /?q=\xe9')}`);
    expect(statuses(responses)).toEqual(['404', '400']);
    expect(responses).toContain('"parameter":"q"');
  });
});
