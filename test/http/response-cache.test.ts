// What is kept of answers, for how long, and how much of it.
import { expect, test } from 'vitest';
import { ResponseCache, type CachedResponse } from '../../src/http/response-cache.ts';

const responseWith = (bytes: number): CachedResponse => ({
  headers: {},
  link: '',
  body: Buffer.alloc(bytes),
});

/** As a request does: looks, and keeps what it then had to find. True if the answer was there. */
function sendRequest(cache: ResponseCache, key: string, version = 'v1', bytes = 1000): boolean {
  if (cache.find(version, key) !== undefined) return true;
  cache.store(version, key, responseWith(bytes));
  return false;
}

test('an answer is found again, as it was kept', () => {
  const cache = new ResponseCache();
  const response = { headers: { etag: 'W/"1"' }, link: '<x>', body: Buffer.from('{}') };
  expect(cache.find('v1', 'a')).toBeUndefined();
  cache.store('v1', 'a', response);
  expect(cache.find('v1', 'a')).toMatchObject(response);
  expect(cache.find('v1', 'b')).toBeUndefined();
});

test('nothing of another version is found, not even when that comes back', () => {
  const cache = new ResponseCache();
  sendRequest(cache, 'a', 'v1');
  expect(cache.find('v2', 'a')).toBeUndefined();
  expect(cache.bytes).toBe(0);
  expect(cache.find('v1', 'a')).toBeUndefined();
});

test('an answer that was found under an earlier version is not kept', () => {
  const cache = new ResponseCache();
  cache.find('v1', 'a');
  cache.find('v2', 'b');
  cache.store('v1', 'a', responseWith(10));
  expect(cache.find('v2', 'a')).toBeUndefined();
  expect(cache.find('v1', 'a')).toBeUndefined();
});

test('it never takes up more bytes than it may, keys and headers counted', () => {
  const cache = new ResponseCache(20_000);
  for (let i = 0; i < 500; i++) {
    const key = `${i}`.padEnd(i, '.');
    cache.find('v1', key);
    cache.store('v1', key, {
      headers: { link: 'x'.repeat(i) },
      link: 'y'.repeat(i),
      body: Buffer.alloc(7 * i),
    });
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(cache.bytes).toBeGreaterThan(10_000);
});

test('a small body that is kept holds on to no larger piece of memory', () => {
  const cache = new ResponseCache();
  const shared = Buffer.from('{"a":1}');
  expect(shared.buffer.byteLength).toBeGreaterThan(7);
  cache.find('v1', 'a');
  cache.store('v1', 'a', { headers: {}, link: '', body: shared });
  const { body } = cache.find('v1', 'a') ?? {};
  expect(body?.toString()).toBe('{"a":1}');
  expect(body?.buffer.byteLength).toBe(7);
});

test('an answer larger than the whole is not kept, and nothing goes for it', () => {
  const cache = new ResponseCache(10_000);
  sendRequest(cache, 'a');
  for (let i = 0; i < 5; i++) sendRequest(cache, 'large', 'v1', 10_001);
  expect(sendRequest(cache, 'a')).toBe(true);
  expect(sendRequest(cache, 'large', 'v1', 10_001)).toBe(false);
});

test('who asks for many things once pushes out nothing that is asked for again', () => {
  const cache = new ResponseCache(20_000);
  const popular = ['a', 'b', 'c', 'd', 'e'];
  for (let i = 0; i < 4; i++) for (const key of popular) sendRequest(cache, key);
  for (let i = 0; i < 2000; i++) sendRequest(cache, `once ${i}`);
  expect(popular.map((key) => cache.find('v1', key) !== undefined)).toEqual([true, true, true, true, true]);
});

test('what becomes popular takes the place of what was not asked for again', () => {
  const cache = new ResponseCache(20_000);
  for (let i = 0; i < 100; i++) sendRequest(cache, `once ${i}`);
  sendRequest(cache, 'new');
  sendRequest(cache, 'new');
  expect(sendRequest(cache, 'new')).toBe(true);
});

/** Waits until the form is kept, or not. */
async function compressTo(bytes: number, { encodedForms }: CachedResponse = responseWith(0)): Promise<void> {
  await encodedForms?.use(['br'], async () => Buffer.alloc(bytes));
}

test('an encoded form is kept with its answer, and counted', async () => {
  const cache = new ResponseCache();
  sendRequest(cache, 'a');
  const before = cache.bytes;
  await compressTo(300, cache.find('v1', 'a'));
  expect(cache.bytes).toBe(before + 300);
  const form = await cache.find('v1', 'a')?.encodedForms?.use(['gzip', 'br'], () => undefined);
  expect([form?.coding, form?.body.length]).toEqual(['br', 300]);
  cache.find('v2', 'a');
  expect(cache.bytes).toBe(0);
});

test('encoded forms never take more bytes than the whole may, and go with their answers', async () => {
  const cache = new ResponseCache(20_000);
  for (let i = 0; i < 300; i++) {
    const key = `answer ${i % 40}`;
    sendRequest(cache, key, 'v1', 500 + i);
    await compressTo(400 + i, cache.find('v1', key));
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(cache.bytes).toBeGreaterThan(10_000);
  // All that the answers hold is given back: then as many fit as into an empty cache.
  cache.find('v2', 'x');
  expect(cache.bytes).toBe(0);
});

test('a form that has no room is sent and not kept', async () => {
  const cache = new ResponseCache(3000);
  sendRequest(cache, 'a');
  const before = cache.bytes;
  const form = await cache.find('v1', 'a')?.encodedForms?.use(['br'], async () => Buffer.alloc(2500));
  expect(form?.body.length).toBe(2500);
  expect(cache.bytes).toBe(before);
  expect(cache.find('v1', 'a')?.encodedForms?.use(['br'], () => undefined)).toBeUndefined();
});

test('a form that is ready when its answer is gone is not counted', async () => {
  const cache = new ResponseCache();
  sendRequest(cache, 'a');
  const { encodedForms } = cache.find('v1', 'a') ?? {};
  let finish: (body: Buffer) => void = () => undefined;
  const form = encodedForms?.use(['br'], () => new Promise((resolve) => (finish = resolve)));
  sendRequest(cache, 'a', 'v2');
  const { bytes } = cache;
  finish(Buffer.alloc(100));
  expect((await form)?.body.length).toBe(100);
  expect(cache.bytes).toBe(bytes);
});
