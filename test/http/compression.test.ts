// Which bytes a client gets for its Accept-Encoding, and that they are the same response.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { decompress } from '../support/decompress.ts';
import { exchange, sendRequest, serve } from './fixture.ts';
import { serveWithStats } from './serve-with-stats.ts';

const SEARCH = '/api/v1/vehicles/?make=Skoda';
/** More than a kilobyte of problem. */
const MANY_ERRORS = `/api/v1/vehicles/?${Array.from({ length: 18 }, (_, n) => `price_min=x${n}`).join('&')}&page=0&sort=up&distance=9&fuel_type=Steam&year_min=soon`;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Unlike fetch, this sends only the headers given, and shows the bytes as they came. */
function send(
  port: number,
  path: string,
  headers: Record<string, string | string[]> = {},
  { method = 'GET', body = '' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const received = Buffer.concat(chunks);
          const coding = response.headers['content-encoding'];
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: received,
            text: received.length === 0 ? '' : decompress(received, coding).toString(),
          });
        });
      },
    );
    request.on('error', reject).end(body);
  });
}

/** Those that are the same for the next request. */
function lastingHeaders({ headers }: Answer): Record<string, unknown> {
  const changing = ['date', 'x-request-id', 'content-length'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
}

const accepting = (codings: string) => ({ 'accept-encoding': codings });

const withoutRequestId = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');

describe.each<[what: string, path: string, vary: string, headers?: Record<string, string>]>([
  ['results', SEARCH, 'Accept, Prefer, Accept-Encoding'],
  ['a summary', '/api/v1/vehicles/summary/', 'Accept, Prefer, Accept-Encoding'],
  [
    'a phrase',
    `/api/v1/interpret/?text=${'jaguar+with+anything+'.repeat(15)}`,
    'Accept, Prefer, Accept-Encoding',
  ],
  ['a problem', MANY_ERRORS, 'Accept, Prefer, Accept-Encoding'],
  ['the page', '/?make=skoda', 'Accept, Accept-Encoding', { accept: 'text/html' }],
  ['a problem as a page', '/?price_max=x', 'Accept, Accept-Encoding', { accept: 'text/html' }],
  ['the script of the page', '/page/x/page.js', 'Accept-Encoding'],
  ['the places of the page', '/page/x/places.tsv', 'Accept-Encoding'],
  ['the docs', '/docs', 'Accept-Encoding'],
  ['the style of the docs', '/docs/page.css', 'Accept-Encoding'],
  ['OpenAPI as JSON', '/openapi.json', 'Accept-Encoding'],
  ['OpenAPI as YAML', '/openapi.yaml', 'Accept-Encoding'],
  ['llms.txt', '/llms.txt', 'Accept-Encoding'],
])('%s', (_what, path, vary, headers = {}) => {
  test.each(['br', 'gzip'])('in %s is the plain one, smaller', async (coding) => {
    const { port } = await serve();
    const plain = await send(port, path, headers);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe(vary);
    expect(plain.body.length).toBeGreaterThan(1024);
    for (let time = 0; time < 3; time++) {
      const packed = await send(port, path, { ...headers, ...accepting(coding) });
      expect(packed.status).toBe(plain.status);
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['content-length']).toBe(String(packed.body.length));
      expect(packed.headers.vary).toBe(vary);
      expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(packed.headers.etag).toBe(plain.headers.etag);
      expect(packed.body.length).toBeLessThan(0.75 * plain.body.length);
      expect(withoutRequestId(packed.text)).toBe(withoutRequestId(plain.text));
    }
  });

  test('has the same head for HEAD, and no body', async () => {
    const { port } = await serve();
    for (const coding of ['br', 'gzip', 'identity']) {
      const full = await send(port, path, { ...headers, ...accepting(coding) });
      const head = await send(port, path, { ...headers, ...accepting(coding) }, { method: 'HEAD' });
      expect(head.status).toBe(full.status);
      expect(head.body.length).toBe(0);
      expect(lastingHeaders(head)).toEqual(lastingHeaders(full));
      // Problems differ in their ids, and so by a few bytes.
      if (full.status === 200) expect(head.headers['content-length']).toBe(full.headers['content-length']);
    }
  });
});

describe('a body', () => {
  test.each([
    '/healthz',
    '/api/v1/vehicles/?price_max=1',
    '/nowhere',
    '/api/v1/vehicles/?page=0',
    '/robots.txt',
  ])('of less than a kilobyte is sent plain: %s', async (path) => {
    const { port } = await serve();
    const small = await send(port, path, accepting('gzip, br'));
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(small.headers['content-length']).toBe(String(small.body.length));
    expect(small.headers.vary).toMatch(/(?:^|, )Accept-Encoding$/);
  });

  test('of less than a kilobyte is compressed for a client that refuses it plain', async () => {
    const { port } = await serve();
    const small = await send(port, '/healthz', accepting('gzip, identity;q=0'));
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(small.text)).toEqual({ status: 'ok' });
  });

  test('is sent plain to a client that accepts nothing, because it is better than an error', async () => {
    const { port } = await serve();
    for (const header of ['identity;q=0', '*;q=0', 'deflate, identity;q=0', 'br;q=0, gzip;q=0, *;q=0']) {
      const answer = await send(port, SEARCH, accepting(header));
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  test('that is no text is sent as it is, whatever is accepted', async () => {
    const { port } = await serve();
    const icon = await send(port, '/favicon.ico', accepting('gzip, br'));
    expect(icon.headers['content-encoding']).toBeUndefined();
    expect(icon.headers.vary).toBeUndefined();
  });

  test('is negotiated over all headers of the name', async () => {
    const { port } = await serve();
    expect(
      (await send(port, SEARCH, { 'accept-encoding': ['deflate', 'br;q=0.5'] })).headers['content-encoding'],
    ).toBe('br');
    expect(
      (await send(port, SEARCH, { 'accept-encoding': ['br;q=0.5', 'gzip'] })).headers['content-encoding'],
    ).toBe('gzip');
  });

  test.each([
    '',
    ' ',
    'br;q=1.5',
    'gzip;q=0.0001',
    'gzip;q=-1, br;q=NaN',
    ';q=1,,;;,=,q=,"',
    '"gzip, br',
    '__proto__;q=1, constructor',
    '*;q=0.0000000000000000001',
    `${'gzip;q=0.5,'.repeat(9000)}br`,
    'x'.repeat(100_000),
    `br${';a=b'.repeat(25_000)}`,
    `gzip;q=0.${'9'.repeat(100_000)}`,
  ])('can be decoded whatever is accepted', async (header) => {
    const { port, logged } = await serve();
    const answer = await send(port, SEARCH, accepting(header));
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\{"results":\{"cars":\[.*"per_page":20\}\}$/);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(logged).toEqual([]);
  });

  test('can be decoded when the header has any byte that HTTP allows', async () => {
    const { port } = await serve();
    const response = await sendRequest(port, 'GET /healthz', 'Accept-Encoding: \xff\xfe\t,\x80;q=\xa0');
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a conditional request', () => {
  test.each([SEARCH, '/api/v1/vehicles/summary/', '/docs', '/openapi.json', '/llms.txt'])(
    'is unchanged by the tag of any form, in any form: %s',
    async (path) => {
      const { port } = await serve();
      for (const first of ['identity', 'gzip', 'br']) {
        const { etag = '', vary } = (await send(port, path, accepting(first))).headers;
        expect(etag).toMatch(/^W\/"/);
        for (const second of ['identity', 'gzip', 'br']) {
          const again = await send(port, path, { ...accepting(second), 'if-none-match': etag });
          expect([again.status, again.body.length]).toEqual([304, 0]);
          expect(again.headers.vary).toBe(vary);
          expect(again.headers.etag).toBe(etag);
          expect(again.headers['content-encoding']).toBeUndefined();
          expect(again.headers['content-length']).toBeUndefined();
        }
      }
    },
  );
});

describe('a cached response', () => {
  const codingOf = async (port: number, codings: string, path = SEARCH): Promise<string | undefined> =>
    (await send(port, path, accepting(codings))).headers['content-encoding'];

  test('is first sent in the cheapest coding, and in the smallest once it is requested often', async () => {
    const { port, index } = await serve();
    expect(await codingOf(port, 'gzip, deflate, br')).toBe('gzip');
    await vi.waitFor(async () => expect(await codingOf(port, 'gzip, deflate, br')).toBe('br'));
    expect(await codingOf(port, 'gzip')).toBe('gzip');
    expect(await codingOf(port, 'gzip, br;q=0.9')).toBe('gzip');
    expect(await codingOf(port, 'identity')).toBeUndefined();
    expect(index.searches).toBe(1);
  });

  test('is the response of its stock, in every coding', async () => {
    const { port, index } = await serve();
    const texts = new Set<string>();
    for (const version of ['first', 'second', 'third']) {
      index.version = version;
      for (const coding of ['gzip', 'br', 'identity', 'gzip', 'br']) {
        const { headers, text } = await send(port, SEARCH, accepting(coding));
        texts.add(`${headers.etag} ${text.length}`);
      }
    }
    expect(texts.size).toBe(3);
    expect(index.searches).toBe(3);
  });

  test('is the same for many that ask at once', async () => {
    const { port } = await serve();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(port, SEARCH, accepting(n % 2 === 0 ? 'br' : 'gzip, br'))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(new Array(40).fill(200));
  });
});

test('zstd is sent where the runtime has it', async () => {
  const { port } = await serve();
  const hasZstd = 'zstdCompress' in zlib;
  const packed = await send(port, SEARCH, accepting('zstd'));
  expect(packed.headers['content-encoding']).toBe(hasZstd ? 'zstd' : undefined);
  expect(packed.text).toBe((await send(port, SEARCH)).text);
  const file = await send(port, '/docs', accepting('zstd, gzip;q=0.5'));
  expect(file.headers['content-encoding']).toBe(hasZstd ? 'zstd' : 'gzip');
  expect(file.text).toBe((await send(port, '/docs')).text);
});

describe('under load', () => {
  test('distinct requests for a coding that costs most all get a response, some of them plain', async () => {
    const { port, logged } = await serve({ maxQueue: 1000 });
    const paths = Array.from({ length: 400 }, (_, n) => `${SEARCH}&price_max=${2000 + n}`);
    const [answers, health] = await Promise.all([
      Promise.all(paths.map((path) => send(port, path, accepting('br')))),
      send(port, '/healthz'),
    ]);
    expect(health.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(new Array(400).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const codings = new Set(answers.map(({ headers }) => headers['content-encoding']));
    expect(codings).toEqual(new Set([undefined, 'br']));
    expect(logged).toEqual([]);
  });

  test('a client that leaves while its response is compressed holds up nobody', async () => {
    const { port, logged } = await serve();
    for (let n = 0; n < 50; n++) {
      const request = httpRequest({
        port,
        path: `${SEARCH}&price_max=${2000 + n}`,
        headers: accepting('br'),
      });
      request.on('error', () => undefined).end();
      setTimeout(() => request.destroy(), n % 5);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await send(port, SEARCH, accepting('br'))).headers['content-encoding']).toBe('br');
    expect(logged).toEqual([]);
  });
});

test('requests of one connection get their responses in order, compressed or not', async () => {
  const { port } = await serve();
  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const last = get('/healthz', 'Connection: close\r\n');
  const packed = get(SEARCH, 'Accept-Encoding: br\r\n');
  const response = await exchange(port, packed + get('/robots.txt') + packed + last);
  expect(response.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(4);
  expect(response.match(/content-encoding: br/g)).toHaveLength(2);
  expect(response.endsWith('{\n  "status": "ok"\n}\n')).toBe(true);
});

test('the access log has the bytes that were sent', async () => {
  const { port, entries } = await serveWithStats();
  const packed = await send(port, SEARCH, accepting('gzip'));
  const again = await send(port, SEARCH, accepting('gzip'));
  await send(port, SEARCH, accepting('gzip'), { method: 'HEAD' });
  await send(port, SEARCH, { ...accepting('gzip'), 'if-none-match': packed.headers.etag ?? '' });
  await vi.waitFor(() => expect(entries).toHaveLength(4));
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(entries.map(({ bytes }) => bytes)).toEqual([packed.body.length, again.body.length, 0, 0]);
});

describe('with compression off', () => {
  test.each([SEARCH, MANY_ERRORS, '/docs', '/openapi.json', '/page/x/page.js', '/healthz'])(
    'every body is sent as it is, and no response varies with what is accepted: %s',
    async (path) => {
      const { port } = await serve({ isCompressed: false });
      const answer = await send(port, path, accepting('gzip, br, identity;q=0'));
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary ?? '').not.toMatch(/accept-encoding/i);
    },
  );
});

describe('the MCP endpoint', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const call = (port: number, revision: string, codings: string, body: string): Promise<Answer> => {
    const headers = {
      host: 'cars.example',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/list',
    };
    return send(port, '/mcp', { ...headers, ...accepting(codings) }, { method: 'POST', body });
  };

  test('compresses JSON', async () => {
    const { port } = await serve();
    const body = JSON.stringify({ ...LIST, params: { _meta: META } });
    const plain = await call(port, '2026-07-28', 'identity', body);
    expect(plain.headers['content-type']).toMatch(/^application\/json/);
    expect(plain.headers['content-length']).toBe(String(plain.body.length));
    expect(plain.text).toContain('"search_vehicles"');
    for (const coding of ['gzip', 'br']) {
      const packed = await call(port, '2026-07-28', coding, body);
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['content-length']).toBe(String(packed.body.length));
      expect(packed.headers.vary).toBe('Origin, Accept-Encoding');
      expect(packed.text).toBe(plain.text);
    }
  });

  test('sends event streams as they are', async () => {
    const { port } = await serve();
    const stream = await call(port, '2025-11-25', 'gzip, br', JSON.stringify(LIST));
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers.vary).toBe('Origin');
    expect(stream.text).toContain('"search_vehicles"');
  });

  test('sends its own errors plain, and says what they vary with', async () => {
    const { port } = await serve();
    const answer = await call(port, '2025-11-25', 'gzip', 'no JSON');
    expect([answer.status, answer.headers['content-encoding']]).toEqual([400, undefined]);
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
  });
});
