// Requests for changes that take long: each client has one at a time, and other requests do not wait for them.
import { expect, test, vi } from 'vitest';
import { noChanges, type ChangesResult } from '../../src/search/waiting-searches.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { serveCars } from './routes/serve-cars.ts';

const PATH = '/api/v1/vehicles/changes/';
const SOON = { interval: 1, timeout: 20_000 };
/** More than may be in flight. */
const MANY = 70;

/** What is being found, oldest first: whose it is by its highest price, and how it is found. */
function holdBack(service: SearchService) {
  const running: { readonly client: number | undefined; readonly find: () => void }[] = [];
  vi.spyOn(service, 'changes').mockImplementation(
    ({ priceGbp }) =>
      new Promise<ChangesResult>((resolve) => {
        const find = (): void => resolve(noChanges(service.index.state));
        running.push({ client: priceGbp?.max, find });
      }),
  );
  return running;
}

test('many of one client leave room for all other requests', async () => {
  const { url, service } = await serveCars(1);
  const running = holdBack(service);
  const asked = Array.from({ length: MANY }, async () => (await fetch(`${url}${PATH}?price_max=1`)).text());
  await expect.poll(() => running.length, SOON).toBe(1);
  for (let other = 0; other < 3; other += 1)
    expect((await fetch(`${url}/api/v1/vehicles/?price_max=${other}`)).status).toBe(200);
  for (let found = 0; found < MANY; found += 1) {
    await expect.poll(() => running.length, SOON).toBe(1);
    running.shift()?.find();
  }
  await Promise.all(asked);
});

test('another client waits for one of them, not for all', async () => {
  const { url, service } = await serveCars(1, { trustedProxies: ['127.0.0.1'] });
  const running = holdBack(service);
  const send = (client: number) =>
    fetch(`${url}${PATH}?price_max=${client}`, { headers: { 'x-forwarded-for': `192.0.2.${client}` } });
  const first = Array.from({ length: 5 }, () => send(1));
  await expect.poll(() => running.length, SOON).toBe(1);
  const other = send(2);
  await expect.poll(() => running.map(({ client }) => client), SOON).toEqual([1, 2]);
  running.pop()?.find();
  expect((await other).status).toBe(200);
  for (let found = 0; found < 5; found += 1) {
    await expect.poll(() => running.length, SOON).toBe(1);
    running.shift()?.find();
  }
  await Promise.all(first);
});

test('nothing is found for a client that has left', async () => {
  const { url, service } = await serveCars(1);
  const running = holdBack(service);
  const first = fetch(`${url}${PATH}`);
  await expect.poll(() => running.length, SOON).toBe(1);
  const left = new AbortController();
  const second = fetch(`${url}${PATH}?price_max=2`, { signal: left.signal }).catch(() => undefined);
  await fetch(`${url}/api/v1/vehicles/`);
  left.abort();
  await second;
  const third = fetch(`${url}${PATH}?price_max=3`);
  await fetch(`${url}/api/v1/vehicles/`);
  running.shift()?.find();
  await expect.poll(() => running.map(({ client }) => client), SOON).toEqual([3]);
  running.shift()?.find();
  expect([(await first).status, (await third).status]).toEqual([200, 200]);
});

test('nothing is found for an assistant that has left', async () => {
  const { url, service } = await serveCars(1);
  const running = holdBack(service);
  const call = (price_max: number, signal?: AbortSignal) => {
    const params = { name: 'list_changes', arguments: { since: 'yesterday', price_max } };
    return fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ...(signal && { signal }),
    });
  };
  const first = call(1);
  await expect.poll(() => running.length, SOON).toBe(1);
  const left = new AbortController();
  const second = call(2, left.signal).catch(() => undefined);
  for (let other = 0; other < 3; other += 1) await fetch(`${url}/api/v1/vehicles/`);
  left.abort();
  await second;
  const third = call(3);
  await fetch(`${url}/api/v1/vehicles/`);
  running.shift()?.find();
  await expect.poll(() => running.map(({ client }) => client), SOON).toEqual([3]);
  running.shift()?.find();
  expect([(await first).status, (await third).status]).toEqual([200, 200]);
});
