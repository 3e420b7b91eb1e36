import { describe, expect, test, vi } from 'vitest';
import { formatCursor } from '../../../src/search/cursor.ts';
import { afterTest } from '../../support/after-test.ts';
import { sendRequest } from '../fixture.ts';
import { ACCEPT, listen } from './listen-to-events.ts';
import { serveCars } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/changes/';
async function poll(address: string): Promise<{ changes: unknown[]; cursor: string; text: string }> {
  const text = await (await fetch(address)).text();
  return { ...(JSON.parse(text) as { changes: unknown[]; cursor: string }), text };
}

describe('an event stream of changes', () => {
  test('has the entries of plain requests, with cursors as ids', async () => {
    const { url, car, change } = await serveCars(4);
    const search = `${url}${PATH}?make=Ford`;
    const { cursor } = await poll(search);
    const stream = await listen(search);
    expect(await stream.next()).toEqual({ id: cursor, data: undefined });
    await change([car(0, { price: 500 }), car(1, { price: 500 }), car(2, { price: 600 })]);
    const [first, second] = [await stream.next(), await stream.next()];
    const found = await poll(`${search}&since=${cursor}`);
    expect(found.text).toBe(
      `{"changes":[${first?.data},${second?.data}],"cursor":"${second?.id}","more":false}`,
    );
    const rest = await poll(`${search}&since=${first?.id}`);
    expect([rest.changes, rest.cursor]).toEqual([found.changes.slice(1), second?.id]);
    await change([car(8)]);
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ change: 'entered' });
  });

  test('has headers by which proxies neither keep nor change it', async () => {
    const { url } = await serveCars(1);
    const { response } = await listen(`${url}${PATH}`, { 'accept-encoding': 'gzip' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBe(null);
  });

  test('says in its headers which names were read as others', async () => {
    const { url } = await serveCars(1);
    const { response } = await listen(`${url}${PATH}?make=Frod`);
    expect(response.headers.get('corrections')).toBe('"make"; from="Frod"; to="Ford"');
  });

  test('has a comment every 15 seconds, and an id if there is a later cursor', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    afterTest(() => void vi.useRealTimers());
    const { url, car, change, state, service } = await serveCars(2);
    const first = formatCursor({ state: state() });
    const leaving = new AbortController();
    afterTest(() => leaving.abort());
    const { body } = await fetch(`${url}${PATH}?make=Ford`, { headers: ACCEPT, signal: leaving.signal });
    const reader = (body ?? expect.fail('no body')).getReader();
    let text = '';
    const readUntil = async (end: string): Promise<string> => {
      while (!text.endsWith(end)) {
        const { value } = (await reader.read()) as { value?: Uint8Array };
        text += Buffer.from(value ?? new Uint8Array()).toString();
      }
      const all = text;
      text = '';
      return all;
    };
    expect(await readUntil(`${first}\n\n`)).toBe(`retry: 2000\n\nid: ${first}\n\n`);
    vi.advanceTimersByTime(15_000);
    expect(await readUntil(':\n\n')).toBe(':\n\n');
    // A Jaguar, which is not part of the search.
    await change([car(1, { price: 500 })]);
    await expect.poll(() => service.waiting.isCaughtUp).toBe(true);
    const second = formatCursor({ state: state() });
    expect(second).not.toBe(first);
    vi.advanceTimersByTime(15_000);
    expect(await readUntil(`${second}\n\n`)).toBe(`:\n\nid: ${second}\n\n`);
  });

  test('continues after Last-Event-ID, though the address has an earlier cursor', async () => {
    const { url, car, change } = await serveCars(4);
    const search = `${url}${PATH}?make=Ford`;
    const { cursor } = await poll(search);
    await change([car(0, { price: 500 }), car(2, { price: 600 })]);
    const all = await listen(`${search}&since=${cursor}`);
    const [first, second] = [await all.next(), await all.next()];
    const rest = await listen(`${search}&since=${cursor}`, { 'last-event-id': first?.id ?? '' });
    expect(await rest.next()).toEqual(second);
  });

  test('goes on beyond what one response has', async () => {
    const { url, car, change } = await serveCars(600);
    const { cursor } = await poll(`${url}${PATH}`);
    await change(Array.from({ length: 600 }, (_, number) => car(number, { price: 5000 + number })));
    const stream = await listen(`${url}${PATH}?since=${cursor}`);
    const seen = new Set<string>();
    while (seen.size < 600) {
      const { data = '' } = (await stream.next()) ?? expect.fail('too few events');
      seen.add((JSON.parse(data) as { advert: string }).advert);
    }
    expect(seen.size).toBe(600);
  });

  test('ends with a later cursor when the server shuts down', async () => {
    const { url, app, car, change, service } = await serveCars(2);
    const stream = await listen(`${url}${PATH}?make=Ford`);
    const before = await stream.next();
    await expect.poll(() => service.waiting.stats.searches).toBe(1);
    await change([car(1, { price: 500 })]);
    const now = await poll(`${url}${PATH}?make=Ford`);
    await app.close();
    expect(now.cursor).not.toBe(before?.id);
    expect(await stream.next()).toEqual({ id: now.cursor, data: undefined });
    expect(await stream.next()).toBe(undefined);
  });

  test('is a problem if its cursor is invalid or of another stock', async () => {
    const { url } = await serveCars(2);
    const invalid = await fetch(`${url}${PATH}`, { headers: { ...ACCEPT, 'last-event-id': 'x' } });
    expect(invalid.status).toBe(400);
    const { cursor } = await poll(`${url}${PATH}`);
    const other = await serveCars(2);
    const expired = await fetch(`${other.url}${PATH}`, { headers: { ...ACCEPT, 'last-event-id': cursor } });
    expect(expired.status).toBe(410);
    expect(await expired.json()).toMatchObject({ code: 'cursor_expired' });
  });

  test('has only a head for HEAD', async () => {
    const { url, service } = await serveCars(1);
    const { port } = new URL(url);
    const answer = await sendRequest(Number(port), `HEAD ${PATH}`, 'Accept: text/event-stream');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\n$/);
    expect(service.waiting.stats.searches).toBe(0);
  });
});

describe('waiting for changes', () => {
  test('is refused beyond the limits, and possible again once others have left', async () => {
    const { url, service } = await serveCars(2, { waitingLimits: { maxWaiting: 3, maxPerAddress: 2 } });
    const { cursor } = await poll(`${url}${PATH}`);
    const streams = [await listen(`${url}${PATH}?make=Ford`), await listen(`${url}${PATH}?make=Jaguar`)];
    for (const request of [
      fetch(`${url}${PATH}`, { headers: ACCEPT }),
      fetch(`${url}${PATH}?since=${cursor}&wait=60`),
    ]) {
      const response = await request;
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await response.json()).toMatchObject({
        code: 'overloaded',
        detail: '2 requests from this address wait for changes already. Try again later.',
      });
    }
    expect((await fetch(`${url}${PATH}?since=${cursor}`)).status).toBe(200);
    await expect.poll(() => service.waiting.stats.searches).toBe(2);
    streams[0].leave();
    await expect.poll(() => service.waiting.stats.searches).toBe(1);
    await expect.poll(async () => (await listen(`${url}${PATH}`)).response.status).toBe(200);
  });

  test('takes no place for a request that is answered at once', async () => {
    const { url, car, change } = await serveCars(2, { waitingLimits: { maxWaiting: 0 } });
    const { cursor } = await poll(`${url}${PATH}`);
    await change([car(0, { price: 1 })]);
    expect((await fetch(`${url}${PATH}?since=${cursor}&wait=60`)).status).toBe(200);
    expect((await fetch(`${url}${PATH}`, { headers: ACCEPT })).status).toBe(503);
  });
});
