import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../support/after-test.ts';
import { brief, readChanges, serveCars, type Changes } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/changes/';

/** Whether a promise is settled soon. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), delay(100).then(() => false)]);
}

describe('a request for changes with wait', () => {
  test('is answered when something changed, with the bytes of a request without it', async () => {
    const { url, car, change } = await serveCars(4);
    const search = `${url}${PATH}?make=Ford`;
    const { cursor } = await readChanges(search);
    const waiting = fetch(`${search}&since=${cursor}&wait=60`);
    expect(await isSettled(waiting)).toBe(false);
    await change([car(0, { price: 500 })]);
    const text = await (await waiting).text();
    expect(brief(JSON.parse(text) as Changes)).toEqual(['changed /0']);
    expect(text).toBe(await (await fetch(`${search}&since=${cursor}`)).text());
  });

  test('is answered at once if something has changed already', async () => {
    const { url, car, change } = await serveCars(4);
    const { cursor } = await readChanges(`${url}${PATH}?make=Ford`);
    await change([car(2, { price: 500 })]);
    expect(brief(await readChanges(`${url}${PATH}?make=Ford&since=${cursor}&wait=60`))).toEqual([
      'changed /2',
    ]);
  });

  test('is answered with a later cursor after the wait, though other listings changed', async () => {
    // However long the import takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    afterTest(() => void vi.useRealTimers());
    const { url, car, change, service } = await serveCars(4);
    const { cursor } = await readChanges(`${url}${PATH}?make=Ford`);
    const waiting = readChanges(`${url}${PATH}?make=Ford&since=${cursor}&wait=60`);
    await expect.poll(() => service.waiting.stats.searches).toBe(1);
    await change([car(1, { price: 500 })]);
    await expect.poll(() => service.waiting.isCaughtUp).toBe(true);
    expect(await isSettled(waiting)).toBe(false);
    vi.advanceTimersByTime(60_000);
    const found = await waiting;
    expect([found.changes, found.more]).toEqual([[], false]);
    expect(found.cursor).toBe((await readChanges(`${url}${PATH}?make=Ford`)).cursor);
    expect(found.cursor).not.toBe(cursor);
  });

  test('waits only after a cursor', async () => {
    const { url } = await serveCars(1);
    // It would time out.
    expect((await fetch(`${url}${PATH}?make=Ford&wait=60`)).status).toBe(200);
  });

  test('has every change once, whoever waits from which state', async () => {
    const { url, car, change } = await serveCars(4);
    const search = `${url}${PATH}?make=Ford`;
    const first = await readChanges(search);
    const follow = async (count: number, pauseMs: number): Promise<string[]> => {
      const seen: string[] = [];
      let { cursor } = first;
      while (seen.length < count) {
        const found = await readChanges(`${search}&since=${cursor}&wait=5`);
        seen.push(...found.changes.map(({ advert }) => new URL(advert).pathname));
        cursor = found.cursor;
        await delay(pauseMs);
      }
      return seen;
    };
    const adverts = [100, 102, 104, 106, 108];
    const followers = [0, 0, 20, 100].map((pauseMs) => follow(adverts.length, pauseMs));
    for (const number of adverts) await change([car(number), car(number + 1)]);
    for (const seen of await Promise.all(followers)) {
      expect(seen.toSorted()).toEqual(['/100', '/102', '/104', '/106', '/108']);
    }
  });

  test('is answered when the server shuts down, and closes its connection', async () => {
    const { url, app, service } = await serveCars(2);
    const { cursor } = await readChanges(`${url}${PATH}?make=Ford`);
    const waiting = fetch(`${url}${PATH}?make=Ford&since=${cursor}&wait=60`);
    await expect.poll(() => service.waiting.stats.searches).toBe(1);
    await app.close();
    const response = await waiting;
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toEqual({ changes: [], cursor, more: false });
  });

  test('is forgotten when its client leaves', async () => {
    const { url, service } = await serveCars(2);
    const { cursor } = await readChanges(`${url}${PATH}?make=Ford`);
    const leaving = new AbortController();
    const waiting = fetch(`${url}${PATH}?make=Ford&since=${cursor}&wait=60`, { signal: leaving.signal });
    await expect.poll(() => service.waiting.stats.searches).toBe(1);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => service.waiting.stats.searches).toBe(0);
  });

  test.each(['0', '61', 'x', '1.5'])('rejects wait=%s', async (wait) => {
    const { url } = await serveCars(1);
    const response = await fetch(`${url}${PATH}?wait=${wait}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'wait' }] });
  });
});
