// Requests of the API that never reach the framework get what the framework would have sent. It is asked with another spelling of
// the same path, which only it understands.
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Authenticator } from '../../src/auth/authenticator.ts';
import type { AccessLogEntry } from '../../src/log/log.ts';
import { decompress } from '../support/decompress.ts';
import { exchange, serve, type Running } from './fixture.ts';

const DIRECT = '/api/v1/vehicles';
const BY_FRAMEWORK = '/api/v1/%76ehicles';

const QUERIES = [
  '/',
  '',
  '/?make=jaguar',
  '/?make=Jaguar&location=SW1A+1AA',
  '/?page=3',
  '/?page=99',
  '/?price_max=1010#fragment',
  '/?brand=audi&make=skoda',
  '/?fuel_type=Steam&price_min=10k',
  `/?${Array.from({ length: 20 }, (_, i) => `price_min=x${i}`).join('&')}&year_min=x&year_max=y&page=0&miles_min=z`,
  '/?make=%ff',
  `/?q=${'a'.repeat(8300)}`,
  '/summary/?make=skoda',
  '/summary?page=2',
];

const HEADERS = [
  'Accept: text/html',
  'Accept: application/json',
  'Accept-Encoding: gzip',
  'Accept-Encoding: br, gzip;q=0.5',
  'Accept-Encoding: identity;q=0, gzip',
  'Accept-Version: 2.0.0',
  'Prefer: handling=strict',
  'Origin: https://a.example',
  'Authorization: Bearer nonsense',
  'If-None-Match: *',
  'If-None-Match: "another"',
  'Content-Length: 0',
  'Host: another.example',
  'Expect: nothing',
  'X-Forwarded-Host: proxy.example',
  'X-Forwarded-Proto: http',
  'X-Request-Id: from-proxy',
  'Upgrade: websocket',
];

const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST'),
  query: fc.constantFrom(...QUERIES),
  headers: fc.subarray(HEADERS, { maxLength: 5 }),
  connection: fc.constantFrom('close', 'close', 'upgrade, close'),
});

function send(
  { port }: Running,
  path: string,
  { method, query, headers, connection }: Sent,
): Promise<Buffer> {
  const lines = ['Host: anything.example', `Connection: ${connection}`, ...headers];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    connect(port, '127.0.0.1')
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
      .write(`${method} ${path}${query} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** Head and body, the body as its text, without what differs between any two responses. */
function comparableResponse(response: Buffer): string {
  const end = response.indexOf('\r\n\r\n');
  const head = response.toString('latin1', 0, end).replace(/^(date|x-request-id): .*$/gim, '$1');
  const coding = /^content-encoding: (.*)$/im.exec(head)?.[1];
  const body = response.subarray(end + 4);
  // A response to HEAD has none.
  const text = body.length === 0 ? '' : String(decompress(body, coding));
  // The id in a problem also changes how well it compresses.
  if (!/^x-request-id$/im.test(head)) return `${head}\n${text}`;
  const withoutId = text.replace(/"request_id":"[^"]*"/, '').replace('(got 8322)', '(got 8320)');
  return `${head.replace(/^content-length: .*$/im, '')}\n${withoutId}`;
}

/** Everything but the duration, the id, the spelling of the path, and how well a problem's id compresses. */
const comparable = ({ method, status, bytes, address, token, userAgent, problem }: AccessLogEntry) => ({
  method,
  status,
  bytes: problem === undefined ? bytes : undefined,
  address,
  token,
  userAgent,
  problem,
});

const OPEN: Authenticator = { isRequired: false, isConfigured: false, authenticate: () => undefined };

test.each([
  ['by default', {}],
  ['behind a trusted proxy', { trustProxy: true }],
  ['without compression', { isCompressed: false }],
  ['before the stock is loaded', { isReady: () => false }],
  ['while it drains', { isDraining: () => true }],
  ['without tokens', { authenticator: OPEN }],
])('a server %s answers with and without the framework alike', async (_name, options) => {
  const logged: AccessLogEntry[] = [];
  const running = await serve({ ...options, logAccess: (entry) => logged.push(entry) });
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      // The second response may come from the cache, or in another form.
      for (let times = 0; times < 2; times++) {
        logged.length = 0;
        const direct = comparableResponse(await send(running, DIRECT, sent));
        expect(direct).toBe(comparableResponse(await send(running, BY_FRAMEWORK, sent)));
        const [first, second] = logged.map(comparable);
        expect(first).toEqual(second);
      }
    }),
    { seed: 18, numRuns: 60 },
  );
  expect(running.logged).toEqual([]);
});

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

test('a closing server ends the connection as the framework does', async () => {
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
