// A request that times out while its response, or that to the time out, is compressed.
import { expect, test, vi } from 'vitest';
import { App } from '../../src/http/app.ts';
import { Compressor } from '../../src/http/compression/compression.ts';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { afterTest } from '../support/after-test.ts';

const BUSY: HttpResponse = {
  status: 503,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: 'busy',
};
const FOUND: HttpResponse = {
  headers: { 'content-type': 'application/json', 'cache-control': 'public', etag: '"1"' },
  body: 'found',
};

/** A server whose work and whose compression last until the test ends them. */
async function serveSlowly() {
  const works: ((response: HttpResponse | Promise<HttpResponse>) => void)[] = [];
  const compressions: (() => void)[] = [];
  const compressor = new Compressor({ logError: () => undefined });
  vi.spyOn(compressor, 'encode').mockImplementation(
    () => new Promise((resolve) => compressions.push(() => resolve(undefined))),
  );
  const app = new App({ socketTimeoutMs: 200 });
  app.use({
    makeRequestId: () => '1',
    check: () => undefined,
    onError: () => BUSY,
    onUnreadablePath: () => BUSY,
    compressor,
  });
  const config = { name: 'search', cost: 'low' } as const;
  app.add({ path: '/', config, handle: () => new Promise<HttpResponse>((resolve) => works.push(resolve)) });
  afterTest(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { works, compressions, url };
}

const read = async (response: Response) => [
  response.status,
  response.headers.get('cache-control'),
  response.headers.get('etag'),
  await response.text(),
];

test.each([
  ['a response', () => Promise.resolve(FOUND)],
  ['an error', () => Promise.reject(new Error('late'))],
])('%s that comes too late changes nothing of the response that says so', async (_, makeLate) => {
  const { works, compressions, url } = await serveSlowly();
  const response = fetch(url);
  await expect.poll(() => compressions.length).toBe(1);
  const late = makeLate();
  works[0](late);
  await late.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(compressions.length).toBe(1);
  compressions[0]();
  expect(await read(await response)).toEqual([503, 'no-store', null, 'busy']);
});

test('a response that is being compressed is sent, however late', async () => {
  const { works, compressions, url } = await serveSlowly();
  const response = fetch(url);
  await expect.poll(() => works.length).toBe(1);
  works[0](FOUND);
  await expect.poll(() => compressions.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(compressions.length).toBe(1);
  compressions[0]();
  expect(await read(await response)).toEqual([200, 'public', '"1"', 'found']);
});
