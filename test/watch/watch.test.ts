// Watchers of a real server whose stock changes: what they deliver turns the first answer into the last, whatever happens to them.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ForecourtClient, type Change } from '../../src/client/index.ts';
import { Outbox, type PendingMessage } from '../../src/watch/outbox.ts';
import type { Outcome } from '../../src/watch/post-message.ts';
import { watch, type WatchOptions } from '../../src/watch/watch.ts';
import { serveCars } from '../http/routes/serve-cars.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { randomOf } from '../support/random.ts';

const SEARCH = 'price_max=1020';
const DELIVERED: Outcome = { kind: 'delivered' };

/** Prices by listing. */
type Stock = Map<string, number | null>;

async function stockOf(client: ForecourtClient): Promise<{ stock: Stock; cursor: string }> {
  const stock: Stock = new Map();
  let cursor = '';
  for await (const line of client.export({ price_max: 1020 }))
    if ('vehicle' in line) stock.set(line.advert, line.vehicle.price);
    else ({ cursor } = line);
  return { stock, cursor };
}

function apply(stock: Stock, { advert, vehicle }: Change): void {
  if (vehicle === null) stock.delete(advert);
  else stock.set(advert, vehicle.price);
}

const sorted = (stock: Stock) => [...stock].sort(([a], [b]) => (a < b ? -1 : 1));

function once(signal: AbortSignal): Promise<Outcome> {
  const ended: Outcome = { kind: 'failed', reason: 'ended', isDown: true, retryAfterMs: undefined };
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ended)));
}

interface Life {
  readonly url: string;
  readonly path?: string;
  readonly since?: string;
  readonly wait?: number;
  readonly post?: WatchOptions['post'];
  readonly client?: ForecourtClient;
  readonly parameters?: WatchOptions['parameters'];
  readonly outbox?: Outbox;
}

function live({ url, path, since, wait = 1, post = async () => DELIVERED, ...more }: Life) {
  const stop = new AbortController();
  const warnings: string[] = [];
  const ended = watch({
    client: new ForecourtClient({ baseUrl: url, retries: 0 }),
    parameters: { price_max: 1020 },
    outbox: new Outbox(path, { url, search: SEARCH }),
    since,
    wait,
    signal: stop.signal,
    post,
    warn: (text) => warnings.push(text),
    times: { backoffMs: 10, maxBackoffMs: 50, graceMs: 50 },
    ...more,
  });
  return { ended, warnings, stop: () => stop.abort() };
}

describe('a watcher', () => {
  test('that is killed at random moments misses nothing, with a receiver that fails at random', async () => {
    const random = randomOf(7);
    const { url, car, change, withdraw } = await serveCars(40);
    const client = new ForecourtClient({ baseUrl: url });
    const { stock, cursor } = await stockOf(client);
    const folder = temporaryFolder();
    let lives = 0;
    const pathOf = (life: number): string => join(folder, `state-${life}.json`);
    /** A message is either refused, or applied and its success reported late, or never if the watcher is dead by then. */
    const birth = () => {
      const life = (lives += 1);
      return live({
        url,
        path: pathOf(life),
        since: cursor,
        async post({ change: entry }, signal) {
          // The dead send nothing.
          if (life !== lives) return once(signal);
          if (random.below(5) === 0)
            return {
              kind: 'failed',
              reason: 'chance',
              isDown: random.below(2) === 0,
              retryAfterMs: undefined,
            };
          apply(stock, entry);
          await new Promise((resolve) => setTimeout(resolve, random.below(20)));
          return DELIVERED;
        },
      });
    };
    let watcher = birth();
    for (let step = 0; step < 12; step += 1) {
      const number = random.below(60);
      if (random.below(4) === 0 && number < 40) await withdraw(String(number));
      else
        await change(
          Array.from({ length: 1 + random.below(8) }, (_, i) =>
            car(number + i, { price: 1000 + random.below(45) }),
          ),
        );
      if (random.below(3) > 0) continue;
      const dead = watcher;
      if (existsSync(pathOf(lives))) copyFileSync(pathOf(lives), pathOf(lives + 1));
      watcher = birth();
      dead.stop();
      await dead.ended;
    }
    const { stock: present } = await stockOf(client);
    await expect.poll(() => sorted(stock), { timeout: 60_000 }).toEqual(sorted(present));
    expect(lives).toBeGreaterThan(2);
    watcher.stop();
    expect(await watcher.ended).toBe('stopped');
  }, 120_000);

  test('begins now, remembers where it was, and ends with wait 0', async () => {
    const { url, car, change } = await serveCars(3);
    const path = join(temporaryFolder(), 'state.json');
    const seen: (readonly [string, number | null | undefined])[] = [];
    const post = async ({ change: { change: kind, vehicle } }: PendingMessage): Promise<Outcome> => {
      seen.push([kind, vehicle?.price]);
      return DELIVERED;
    };
    expect(await live({ url, path, wait: 0, post }).ended).toBe('stopped');
    await change([car(0, { price: 900 }), car(7)]);
    await change([car(1, { price: 5000 })]);
    expect(await live({ url, path, wait: 0, post }).ended).toBe('stopped');
    expect(await live({ url, path, wait: 0, post }).ended).toBe('stopped');
    expect(seen).toEqual([
      ['changed', 900],
      ['left', undefined],
      ['entered', 1007],
    ]);
  });

  test('goes on when the service was away, and says so once', async () => {
    const { url, car, change } = await serveCars(3);
    let isAway = true;
    let requests = 0;
    const client = new ForecourtClient({
      baseUrl: url,
      retries: 0,
      fetch: (input, init) => {
        requests += 1;
        return isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
      },
    });
    const { cursor } = await stockOf(new ForecourtClient({ baseUrl: url }));
    await change([car(0, { price: 900 })]);
    const seen: string[] = [];
    const post = async ({ change: entry }: PendingMessage): Promise<Outcome> => {
      seen.push(entry.change);
      return DELIVERED;
    };
    const { warnings, stop, ended } = live({ url, client, since: cursor, post });
    await expect.poll(() => requests).toBeGreaterThan(2);
    isAway = false;
    await expect.poll(() => seen).toEqual(['changed']);
    stop();
    await ended;
    expect(warnings).toEqual([
      `There was no response from ${url}/api/v1/vehicles/changes/?price_max=1020&since=${cursor}&wait=1. Trying again.`,
      'The service responds again.',
    ]);
  });

  test('stops at a cursor of another stock, rather than leave a gap', async () => {
    const { url } = await serveCars(1);
    const other = await serveCars(1);
    const { cursor } = await stockOf(new ForecourtClient({ baseUrl: other.url }));
    await expect(live({ url, since: cursor }).ended).rejects.toMatchObject({
      code: 'cursor_expired',
      message: expect.stringMatching(
        /Changes since then are unknown\. Read https:\/\/cars\.example\/api\/v1\/vehicles\/export\/\?price_max=1020 /,
      ) as string,
    });
  });

  test.each([
    [{ price_max: '10k' as '10' }, 'price_max must be a whole number'],
    [
      { fuel: 'Diesel' } as WatchOptions['parameters'],
      'The service ignores these parameters: "fuel"; did-you-mean="fuel_type".',
    ],
  ])('refuses a wrong search: %o', async (parameters, message) => {
    const { url } = await serveCars(1);
    await expect(live({ url, parameters }).ended).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining(message) as string,
    });
  });

  test('does not hurry if the service asks it to come back in a year', async () => {
    const { url } = await serveCars(1);
    let requests = 0;
    const client = new ForecourtClient({
      baseUrl: url,
      retries: 0,
      fetch: async () => {
        requests += 1;
        return Response.json({ code: 'overloaded' }, { status: 503, headers: { 'retry-after': '31536000' } });
      },
    });
    const { stop, ended } = live({ url, client });
    await expect.poll(() => requests).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop();
    await ended;
    expect(requests).toBe(1);
  });

  test.each([
    [503, 'Gone \\u001b[2J\\u202e. Trying again.'],
    [403, undefined],
  ])('shows no control characters of a service with status %i', async (status, warning) => {
    const detail = 'Gone \u001b[2J\u202e.';
    const client = new ForecourtClient({
      baseUrl: 'https://cars.example',
      retries: 0,
      fetch: async () => Response.json({ code: 'overloaded', detail }, { status }),
    });
    const { warnings, stop, ended } = live({ url: 'https://cars.example', client });
    const failed = ended.catch((error: unknown) => error);
    if (warning === undefined)
      expect(await failed).toMatchObject({
        message: 'The service cannot be followed: Gone \\u001b[2J\\u202e.',
      });
    else await expect.poll(() => warnings).toEqual([warning]);
    stop();
    await failed;
  });

  test('lets a TypeError of its own through, which is a bug and no mistake of the operator', async () => {
    const { url } = await serveCars(1);
    const outbox = new Outbox(undefined, { url, search: SEARCH });
    const bug = new TypeError('cursor is not iterable');
    outbox.add = () => {
      throw bug;
    };
    await expect(live({ url, outbox }).ended).rejects.toBe(bug);
  });

  test('asks no further while much waits to be delivered, because changes are net', async () => {
    const { url, car, change } = await serveCars(600);
    const { cursor } = await stockOf(new ForecourtClient({ baseUrl: url }));
    await change(Array.from({ length: 600 }, (_, number) => car(number, { price: 900 })));
    let requests = 0;
    const client = new ForecourtClient({
      baseUrl: url,
      fetch: (input, init) => {
        requests += 1;
        return fetch(input, init);
      },
    });
    let isDown = true;
    const delivered = new Set<string>();
    const post = async ({ id }: PendingMessage): Promise<Outcome> => {
      if (isDown) return { kind: 'failed', reason: 'down', isDown: true, retryAfterMs: undefined };
      delivered.add(id);
      return DELIVERED;
    };
    const { stop, ended, warnings } = live({ url, client, since: cursor, post });
    await expect.poll(() => warnings.length).toBeGreaterThan(5);
    expect(requests).toBe(1);
    isDown = false;
    await expect.poll(() => delivered.size, { timeout: 60_000 }).toBe(600);
    expect(requests).toBeGreaterThan(1);
    stop();
    await ended;
  });
});
