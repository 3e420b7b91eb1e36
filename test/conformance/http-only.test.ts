// The cases that only HTTP can show, over a real socket.
import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALIKE, FABIA, HTTP_CASES, SEARCH, UNLIKE } from './http-cases.ts';
import { startServer, type RunningServer } from './http-server.ts';

let server: RunningServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends `METHOD target`, or only a target for GET, as it is: a client library would tidy it. */
function send(line: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Response> {
  const [method, path] = line.startsWith('/') ? ['GET', line] : line.split(' ', 2);
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      headers: { ...headers, ...length },
    };
    const sent = request({ ...options, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += String(part)));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('HTTP alone', () => {
  it.each(HTTP_CASES.map((one) => [`${one.row}: ${one.reason}`, one] as const))('%s', async (_title, one) => {
    const { expect: expected } = one;
    const { status, headers, text } = await send(one.send, one.headers, one.body);
    expect(status).toBe(expected.status);
    for (const [name, value] of Object.entries(expected.headers ?? {})) {
      if (value instanceof RegExp) expect(headers[name]).toMatch(value);
      else expect(headers[name]).toBe(value ?? undefined);
    }
    if (expected.text !== undefined) expect(text).toBe(expected.text);
    if (expected.json !== undefined) expect(JSON.parse(text)).toMatchObject(expected.json);
    if (expected.members !== undefined) {
      expect(Object.keys(JSON.parse(text) as object)).toEqual(expected.members.split(' '));
    }
  });
});

describe('entity tags', () => {
  it.each(ALIKE)('%s makes no difference', async (_why, one, other) => {
    const [first, second] = [await send(one), await send(other)];
    expect(first.headers.etag).toMatch(/^W\/"[^"]+"$/);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.text).toBe(first.text);
  });

  it.each(UNLIKE)('differ between %s', async (_why, one, other) => {
    const [first, second] = [await send(one), await send(other)];
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('give 304 without a body to clients that have the response', async () => {
    const { etag = '' } = (await send(FABIA)).headers;
    for (const list of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await send(FABIA, { 'if-none-match': list });
      expect({ list, status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        list,
        status: 304,
        text: '',
        etag,
      });
      expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect((await send(`HEAD ${FABIA}`, { 'if-none-match': etag })).status).toBe(304);
  });

  it('of another search, or malformed ones, give the whole response', async () => {
    const { etag = '' } = (await send(`${SEARCH}?model=octavia`)).headers;
    for (const list of [etag, '"other"', 'garbage', '""']) {
      expect((await send(FABIA, { 'if-none-match': list })).status).toBe(200);
    }
  });

  it('are not given to errors', async () => {
    expect((await send(`${SEARCH}?page=0`)).headers.etag).toBeUndefined();
  });
});
