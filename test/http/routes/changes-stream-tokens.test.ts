// How long an event stream of changes lasts that was opened with a token.
import { expect, test, vi } from 'vitest';
import type { Permission } from '../../../src/auth/caller.ts';
import { afterTest } from '../../support/after-test.ts';
import { tokenFolder } from '../token-folder.ts';
import { ACCEPT, listen } from './listen-to-events.ts';
import { serveCars } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/changes/?make=Ford';

const advertOf = ({ data = '{}' }: { readonly data?: string | undefined } = {}): unknown =>
  (JSON.parse(data) as { readonly advert?: string }).advert;

/** A server that requires a token, and a stream with one, of which the first id was read. */
async function streamWithToken(expiresAt?: Date) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  afterTest(() => void vi.useRealTimers());
  let time = Date.now();
  const tokens = tokenFolder();
  const token = await tokens.create(['search'], undefined, expiresAt);
  const authenticator = tokens.open(true, {}, () => time);
  const { url, ...stock } = await serveCars(4, { authenticator });
  const headers = { ...ACCEPT, authorization: `Bearer ${token}` };
  const stream = await listen(`${url}${PATH}`, headers);
  await stream.next();
  const reconnect = async () => (await fetch(`${url}${PATH}`, { headers })).status;
  const pass = (ms: number): void => void (time += ms);
  return { ...stock, stream, reconnect, pass, revoke: () => tokens.revoke(token) };
}

test('has events as long as its token is valid, and ends before the next one once it is revoked', async () => {
  const { car, change, stream, reconnect, pass, revoke } = await streamWithToken();
  pass(1000);
  await change([car(0, { price: 500 })]);
  expect(advertOf(await stream.next())).toBe('https://north.example/0?a=1&b=%C3%A9');
  await revoke();
  pass(1000);
  await change([car(2, { price: 500 })]);
  expect(await stream.next()).toBe(undefined);
  expect(await reconnect()).toBe(401);
});

test('ends with the next comment once its token has expired', async () => {
  const { stream, reconnect, pass, service } = await streamWithToken(new Date(Date.now() + 60_000));
  pass(30_000);
  vi.advanceTimersByTime(15_000);
  expect(service.waiting.stats.searches).toBe(1);
  pass(30_000);
  vi.advanceTimersByTime(15_000);
  expect(await stream.next()).toBe(undefined);
  expect(await reconnect()).toBe(401);
  await expect.poll(() => service.waiting.stats.searches).toBe(0);
});

test('ends once its token no longer has the permission, also if tokens take time to verify', async () => {
  let permissions: readonly Permission[] = ['search'];
  const { url, car, change } = await serveCars(4, {
    authenticator: {
      isRequired: true,
      isConfigured: true,
      authenticate: async () => ({ id: 'jwt:a', name: 'a', permissions: new Set(permissions) }),
    },
  });
  const headers = { ...ACCEPT, authorization: 'Bearer a.b.c' };
  const stream = await listen(`${url}${PATH}`, headers);
  await stream.next();
  await change([car(0, { price: 500 })]);
  expect(advertOf(await stream.next())).toBe('https://north.example/0?a=1&b=%C3%A9');
  permissions = [];
  await change([car(2, { price: 500 })]);
  expect(await stream.next()).toBe(undefined);
  expect((await fetch(`${url}${PATH}`, { headers })).status).toBe(403);
});

test('sends no later id before the changes that lead to it, while a token is being verified', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  afterTest(() => void vi.useRealTimers());
  const caller = { id: 'jwt:a', name: 'a', permissions: new Set<Permission>(['search']) };
  let isSlow = false;
  const verified: (() => void)[] = [];
  const authenticate = () =>
    isSlow
      ? new Promise<typeof caller>((resolve) => verified.push(() => resolve(caller)))
      : Promise.resolve(caller);
  const { url, car, change } = await serveCars(4, {
    authenticator: { isRequired: true, isConfigured: true, authenticate },
  });
  const stream = await listen(`${url}${PATH}`, { authorization: 'Bearer a.b.c' });
  await stream.next();
  isSlow = true;
  await change([car(0, { price: 500 })]);
  await expect.poll(() => verified.length).toBe(1);
  vi.advanceTimersByTime(15_000);
  expect(verified.length).toBe(2);
  for (const verify of verified.reverse()) verify();
  expect(advertOf(await stream.next())).toBe('https://north.example/0?a=1&b=%C3%A9');
});
