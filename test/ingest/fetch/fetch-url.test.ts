// fetchUrl against a faulty server, one fault at a time.
import { pbkdf2 } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { SecretHeader } from '../../../src/ingest/fetch/fetch-url.ts';
import {
  fetchUrl,
  type FetchResult,
  type FetchRequest,
  tryParseRetryAfter,
} from '../../../src/ingest/fetch/fetch-url.ts';
import { FetchError } from '../../../src/ingest/fetch/fetch-error.ts';
import { ANY_NETWORK } from '../../../src/ingest/fetch/network.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { dealerServer } from './dealer-server.ts';

const LIMITS = { maxBytes: 1000, timeoutMs: 20_000 };
const SECRET = new SecretHeader('authorization', 'Bearer sesame');

function requestOf(url: string, more: Partial<FetchRequest> = {}): FetchRequest & { readonly into: string } {
  return {
    url: new URL(url),
    network: ANY_NETWORK,
    limits: LIMITS,
    into: join(temporaryFolder(), 'feed.part'),
    signal: new AbortController().signal,
    ...more,
  };
}

/** The validators and bytes, or the error message, of one request to a server with this response. */
async function fetched(
  response: RequestListener,
  more: Partial<FetchRequest> = {},
): Promise<{ result: FetchResult; text: string } | string> {
  const { url } = await dealerServer(response);
  const request = requestOf(`${url}/feed`, more);
  try {
    const result = await fetchUrl(request);
    return { result, text: existsSync(request.into) ? readFileSync(request.into, 'utf8') : '' };
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    throw error;
  }
}

const HELLO_HASH = 'LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ';

test('a fetched feed comes with its validators', async () => {
  const response: RequestListener = (_, response) => {
    response
      .setHeader('ETag', '"one"')
      .setHeader('Last-Modified', 'Tue, 10 Mar 2026 12:00:00 GMT')
      .end('hello');
  };
  expect(await fetched(response)).toEqual({
    text: 'hello',
    result: { hash: HELLO_HASH, etag: '"one"', lastModified: 'Tue, 10 Mar 2026 12:00:00 GMT' },
  });
});

describe('an unchanged feed is recognized', () => {
  it('by its server, from the validators it sent before', async () => {
    const dealer = await dealerServer((request, response) => {
      response.statusCode = request.headers['if-none-match'] === '"one"' ? 304 : 200;
      response.end();
    });
    const validators = { etag: '"one"', lastModified: 'Tue, 10 Mar 2026 12:00:00 GMT' };
    expect(await fetchUrl(requestOf(dealer.url, { validators }))).toBe('not_modified');
    expect(dealer.requested[0]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT',
      'accept-encoding': 'gzip',
    });
  });

  it('by its bytes, if the server sends no validators', async () => {
    const outcome = await fetched((_, response) => response.end('hello'), {
      validators: { hash: HELLO_HASH },
    });
    expect(outcome).toMatchObject({ result: 'not_modified' });
  });

  it('but not by a 304 to an unconditional request', async () => {
    const outcome = await fetched((_, response) => response.writeHead(304).end());
    expect(outcome).toBe('the server responded with status 304');
  });
});

test.each<[string, RequestListener, string]>([
  [
    'that requires credentials',
    (_, response) => response.writeHead(401).end(),
    'the server responded with status 401; check the credentials of the feed',
  ],
  [
    'without the feed',
    (_, response) => response.writeHead(404).end('x'.repeat(5000)),
    'the server responded with status 404',
  ],
  [
    'that sends no content',
    (_, response) => response.writeHead(204).end(),
    'the server responded with status 204',
  ],
  [
    'that sends less than its Content-Length',
    (_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('hello');
      setImmediate(() => response.destroy());
    },
    'the connection ended before the response was complete',
  ],
  [
    'that ends a chunked body early',
    (_, response) => {
      response.write('hello');
      setImmediate(() => response.destroy());
    },
    'the connection ended before the response was complete',
  ],
  [
    'that closes without a response',
    (_, response) => {
      response.destroy();
    },
    'the connection ended before the response was complete',
  ],
  [
    'that sends a truncated gzip body',
    (_, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('hello hello').subarray(0, 20)),
    'the gzip data ends too early',
  ],
  [
    'that sends an invalid gzip body',
    (_, response) => response.setHeader('content-encoding', 'gzip').end('hello'),
    'the gzip data is damaged',
  ],
  [
    'that uses another compression',
    (_, response) => response.setHeader('content-encoding', 'br').end('hello'),
    'the response uses a compression other than gzip',
  ],
  [
    'that announces too much',
    (_, response) => response.setHeader('content-length', 1001).end('x'.repeat(1001)),
    'it is larger than 1000 bytes; raise maxBytes in its settings',
  ],
  [
    'that sends too much',
    (_, response) => {
      response.write('x'.repeat(600));
      response.end('x'.repeat(600));
    },
    'it is larger than 1000 bytes; raise maxBytes in its settings',
  ],
  [
    'that sends a compression bomb',
    (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1001))),
    'it is larger than 1000 bytes; raise maxBytes in its settings',
  ],
  [
    'that redirects to a file',
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'a redirect to something other than http and https',
  ],
  [
    'that redirects to an invalid URL',
    (_, response) => response.writeHead(302, { location: 'http://' }).end(),
    'a redirect to an invalid URL',
  ],
  [
    'that redirects without a target',
    (_, response) => response.writeHead(302).end(),
    'a redirect without a target',
  ],
  [
    'that redirects in a loop',
    (_, response) => response.writeHead(302, { location: '/feed' }).end(),
    'more than 5 redirects',
  ],
])('a server %s is an error', async (_, response, message) => {
  expect(await fetched(response)).toBe(message);
});

test('a truncated feed creates no file after its removal', async () => {
  let poolBusy: Promise<unknown> = Promise.resolve();
  const { url } = await dealerServer((_, response) => {
    // Node opens files on a few threads: with these before it, the file is opened after the connection has ended.
    const tasks = Array.from({ length: 32 }, () => promisify(pbkdf2)('a', 'b', 20_000, 32, 'sha512'));
    poolBusy = Promise.all(tasks);
    response.writeHead(200, { 'content-length': 10 });
    response.write('hello');
    setImmediate(() => response.destroy());
  });
  const request = requestOf(url);
  await expect(fetchUrl(request)).rejects.toThrow('the connection ended before the response was complete');
  rmSync(request.into, { force: true });
  await poolBusy;
  await stat('.');
  expect(existsSync(request.into)).toBe(false);
});

test('a fetched feed is readable by its user only', async () => {
  const { url } = await dealerServer((_, response) => response.end('hello'));
  const request = requestOf(url);
  await fetchUrl(request);
  expect(statSync(request.into).mode & 0o777).toBe(0o600);
});

test('a gzip body is decompressed, a gzip feed is not', async () => {
  const body = gzipSync('hello');
  expect(
    await fetched((_, response) => response.setHeader('content-encoding', 'gzip').end(body)),
  ).toMatchObject({ text: 'hello' });
  const feed = await fetched((_, response) =>
    response.setHeader('content-type', 'application/gzip').end(body),
  );
  expect(feed).toMatchObject({ text: body.toString('utf8') });
});

test('a server that sends nothing, or stops halfway, is abandoned after the idle timeout', async () => {
  const limits = { ...LIMITS, idleTimeoutMs: 50 };
  expect(await fetched(() => undefined, { limits })).toBe('no data for 0.05 s');
  expect(await fetched((_, response) => response.write('hello'), { limits })).toBe('no data for 0.05 s');
});

test('a server that sends byte by byte is abandoned after the timeout', async () => {
  const limits = { maxBytes: 1_000_000, timeoutMs: 100 };
  const drops: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  };
  expect(await fetched(drops, { limits })).toBe('it was not complete within 0.1 s');
});

test('a refused connection is an error', async () => {
  const { url } = await dealerServer();
  const free = new URL(url);
  free.port = '1';
  await expect(fetchUrl(requestOf(free.href))).rejects.toThrow('the server refused the connection');
});

test('a connection that cannot be attempted is an error', async () => {
  await expect(fetchUrl(requestOf('http://127.0.0.1:0/'))).rejects.toThrow(
    /^(?:the connection failed [(]E[A-Z]+[)]|the server refused the connection)$/,
  );
});

test('an aborted fetch rejects with the reason', async () => {
  const abort = new AbortController();
  const { url } = await dealerServer(() => abort.abort(new Error('enough')));
  await expect(fetchUrl(requestOf(url, { signal: abort.signal }))).rejects.toThrow('enough');
});

describe('redirects', () => {
  it('are followed, with credentials only within the origin', async () => {
    const dealer = await dealerServer((request, response) => {
      if (request.url === '/feed') response.writeHead(301, { location: '/moved' }).end();
      else response.end('hello');
    });
    await fetchUrl(requestOf(`${dealer.url}/feed`, { secret: SECRET }));
    expect(dealer.requested.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/feed', 'Bearer sesame'],
      ['/moved', 'Bearer sesame'],
    ]);
  });

  it('drop the credentials at another origin, for all further redirects', async () => {
    const other = await dealerServer();
    const dealer = await dealerServer((request, response) => {
      if (request.url === '/feed')
        response.writeHead(307, { location: `${other.url.replace('http://', 'http://eve:pw@')}/a` }).end();
      else response.end('hello');
    });
    other.response = (_, response) => response.writeHead(308, { location: `${dealer.url}/back` }).end();
    await fetchUrl(requestOf(`${dealer.url}/feed`, { secret: SECRET }));
    expect(
      [...other.requested, ...dealer.requested].map(({ path, headers }) => [path, headers.authorization]),
    ).toEqual([
      ['/a', undefined],
      ['/feed', 'Bearer sesame'],
      ['/back', undefined],
    ]);
  });
});

test('the retry delay is taken from Retry-After', async () => {
  const { url } = await dealerServer((_, response) =>
    response.writeHead(503, { 'retry-after': '120' }).end(),
  );
  await expect(fetchUrl(requestOf(url))).rejects.toMatchObject({ retryAfterMs: 120_000 });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 10 Mar 2026 12:01:00 GMT', 60_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(tryParseRetryAfter(header, Date.parse('2026-03-10T12:00:00Z'))).toBe(expected);
});
