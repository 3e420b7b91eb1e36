// Deliveries to a receiver that fails, hangs, is slow, is away or has had enough.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Problem } from '../../src/problem.ts';
import { Delivery, type DeliveryEnd, type DeliveryTimes } from '../../src/watch/delivery.ts';
import { Outbox } from '../../src/watch/outbox.ts';
import { postMessage, parseSecrets } from '../../src/watch/post-message.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { afterTest } from '../support/after-test.ts';
import { change } from './changes.ts';
import { SECRET, startReceiver, type Received } from './receiver.ts';

const WATCHED = { url: 'https://cars.example', search: 'make=Ford' };
const advert = (number: number): string => `https://north.example/${number}`;
const numbersOf = (messages: readonly Received[]): string[] =>
  messages.map(({ change: { advert: url, at } }) => `${new URL(url).pathname.slice(1)}@${at}`);

interface Deliver {
  readonly url: string;
  readonly times?: Partial<DeliveryTimes>;
  readonly timeoutMs?: number;
  readonly path?: string;
  readonly outbox?: Outbox;
}

function deliver({ url, times = {}, timeoutMs, path, outbox = new Outbox(path, WATCHED) }: Deliver) {
  const warnings: string[] = [];
  const webhook = { url, secrets: () => parseSecrets(SECRET), ...(timeoutMs !== undefined && { timeoutMs }) };
  const delivery = new Delivery(outbox, {
    post: (message, signal) => postMessage(message, webhook, signal),
    warn: (text) => warnings.push(text),
    times: { backoffMs: 20, maxBackoffMs: 80, ...times },
  });
  const stop = new AbortController();
  const ended: Promise<DeliveryEnd> = delivery.run(stop.signal);
  afterTest(async () => {
    stop.abort();
    await ended.catch(() => undefined);
  });
  let version = 0;
  return {
    outbox,
    warnings,
    ended,
    stop: () => stop.abort(),
    empty: () => delivery.hasRoom(1),
    /** Adds a page with a change of each of these listings. */
    add: (...numbers: readonly number[]): void => {
      version += 1;
      const changes = numbers.map((number) => change({ advert: advert(number), at: String(version) }));
      outbox.add({ changes, cursor: `c${version}`, more: false });
      delivery.notify();
    },
  };
}

describe('messages', () => {
  test('are posted once each, with the change and its search', async () => {
    const receiver = await startReceiver();
    const { add, empty, outbox } = deliver(receiver);
    add(1, 2, 3);
    await empty();
    expect(numbersOf(receiver.received).sort()).toEqual(['1@1', '2@1', '3@1']);
    const [first] = receiver.received;
    expect(first).toMatchObject({
      type: 'listing.left',
      search: 'make=Ford',
      change: { advert: advert(1), dealer: 'north.example', vehicle: null },
    });
    expect(first.headers['content-type']).toBe('application/json');
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
    expect(outbox.cursor).toBe('c1');
  });

  test('of a listing keep their order while those of others overtake a failing one', async () => {
    const receiver = await startReceiver(({ change: { advert: url } }, response, attempt) =>
      response.writeHead(url === advert(1) && attempt < 4 ? 500 : 200).end('ok'),
    );
    const { add, empty, warnings } = deliver(receiver);
    add(1, 2);
    add(1, 2);
    add(1, 3);
    await empty();
    const order = numbersOf(receiver.accepted);
    expect(order.filter((name) => name.startsWith('1@'))).toEqual(['1@1', '1@2', '1@3']);
    expect(order.filter((name) => name.startsWith('2@'))).toEqual(['2@1', '2@2']);
    expect(order.indexOf('3@3')).toBeLessThan(order.indexOf('1@1'));
    expect(receiver.received).toHaveLength(15);
    expect(warnings[0]).toMatch(
      /^Message msg_[A-Za-z0-9_-]{27} \(left https:\/\/north\.example\/1\) was not delivered: status 500\. Next attempt in 1 s\.$/,
    );
  });

  test('have the same id whenever they are sent', async () => {
    const receiver = await startReceiver((_, response, attempt) =>
      response.writeHead(attempt === 1 ? 500 : 200).end(),
    );
    const { add, empty } = deliver(receiver);
    add(1);
    await empty();
    const [first, second] = receiver.received;
    expect(second.id).toBe(first.id);
  });

  test('are tried one at a time while the receiver is down, all of them when it is back', async () => {
    let isDown = true;
    let running = 0;
    let most = 0;
    const receiver = await startReceiver((_, response) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running -= 1;
        response.writeHead(isDown ? 503 : 204).end();
      }, 5);
    });
    const { add, empty } = deliver(receiver);
    add(1);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
    add(2, 3, 4, 5, 6, 7, 8, 9);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(most).toBe(1);
    isDown = false;
    await empty();
    expect(receiver.accepted).toHaveLength(9);
    expect(most).toBeGreaterThan(1);
  });

  test('wait as long as the receiver asks', async () => {
    const receiver = await startReceiver((_, response, attempt) =>
      response.writeHead(attempt === 1 ? 429 : 204, attempt === 1 ? { 'retry-after': '1' } : {}).end(),
    );
    const { add, empty } = deliver(receiver);
    add(1);
    await empty();
    const [first, second] = receiver.received;
    expect(second.at - first.at).toBeGreaterThanOrEqual(950);
  });

  test('are sent again in time if the clock is set back by a year', async () => {
    const receiver = await startReceiver((_, response, attempt) =>
      response.writeHead(attempt === 1 ? 503 : 204).end(),
    );
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { add, empty, warnings } = deliver({ ...receiver, times: { backoffMs: 300, maxBackoffMs: 300 } });
      add(1);
      await expect.poll(() => warnings.length).toBe(1);
      vi.setSystemTime(Date.now() - 365 * 86_400_000);
      await empty();
    } finally {
      vi.useRealTimers();
    }
    expect(receiver.received).toHaveLength(2);
  });

  test('are sent again to a receiver that hangs, after a timeout', async () => {
    const receiver = await startReceiver((_, response, attempt) => {
      if (attempt === 2) response.writeHead(204).end();
    });
    const { add, empty, warnings } = deliver({ url: receiver.url, timeoutMs: 50 });
    add(1);
    await empty();
    expect(receiver.received).toHaveLength(2);
    expect(warnings[0]).toContain('was not delivered: no response within 0.05 s.');
  });

  test('are sent again to a receiver that was away', async () => {
    const gone = await startReceiver();
    await gone.close();
    const { add, empty, warnings } = deliver(gone);
    add(1);
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    expect(warnings[0]).toContain('no response (connect ECONNREFUSED 127.0.0.1:');
    const back = await startReceiver(undefined, Number(new URL(gone.url).port));
    await empty();
    expect(numbersOf(back.accepted)).toEqual(['1@1']);
  });

  test('do not follow redirects', async () => {
    const other = await startReceiver();
    const receiver = await startReceiver((_, response, attempt) =>
      attempt === 1 ? response.writeHead(307, { location: other.url }).end() : response.writeHead(204).end(),
    );
    const { add, empty, warnings } = deliver(receiver);
    add(1);
    await empty();
    expect(other.received).toEqual([]);
    expect(warnings[0]).toContain('status 307: redirects are not followed.');
  });
});

describe('deliveries end', () => {
  test('when the receiver responds 410, and keep what is left', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const { add, ended, outbox } = deliver(receiver);
    add(1);
    expect(await ended).toBe('gone');
    expect(receiver.received).toHaveLength(1);
    expect(outbox.pending.size).toBe(1);
  });

  test('when a message has failed for too long, across restarts', async () => {
    const path = join(temporaryFolder(), 'state.json');
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const first = deliver({ url: receiver.url, path, times: { giveUpMs: 300 } });
    first.add(1);
    expect(await first.ended).toBe('gave_up');
    expect(receiver.received.length).toBeGreaterThan(3);
    const { length } = receiver.received;
    const second = deliver({ url: receiver.url, path, times: { giveUpMs: 300 } });
    expect(await second.ended).toBe('gave_up');
    expect(receiver.received).toHaveLength(length + 1);
    expect(second.outbox.pending.size).toBe(1);
  });

  test('by a stop after running attempts, which count', async () => {
    const path = join(temporaryFolder(), 'state.json');
    const receiver = await startReceiver((_, response) =>
      setTimeout(() => response.writeHead(204).end(), 100),
    );
    const { add, ended, stop } = deliver({ url: receiver.url, path });
    add(1, 2, 3, 4, 5, 6);
    await expect.poll(() => receiver.received.length).toBe(4);
    stop();
    expect(await ended).toBe('stopped');
    expect(receiver.received).toHaveLength(4);
    const left = new Outbox(path, WATCHED);
    expect(Array.from(left.pending, ({ change: { advert: url } }) => url)).toEqual([advert(5), advert(6)]);
    expect(left.cursor).toBe('c1');
  });

  test('by a stop in time, though an attempt hangs', async () => {
    const receiver = await startReceiver(() => undefined);
    const { add, ended, stop, outbox, warnings } = deliver({ url: receiver.url, times: { graceMs: 50 } });
    add(1);
    await expect.poll(() => receiver.received.length).toBe(1);
    stop();
    expect(await ended).toBe('stopped');
    expect(outbox.pending.size).toBe(1);
    expect(warnings).toEqual([]);
  });
});

describe('an outbox', () => {
  test('has a page in its file before any of it is sent', async () => {
    const path = join(temporaryFolder(), 'state.json');
    const states: unknown[] = [];
    const receiver = await startReceiver((_, response) => {
      states.push(JSON.parse(readFileSync(path, 'utf8')));
      response.writeHead(204).end();
    });
    const { add, empty } = deliver({ url: receiver.url, path });
    add(1);
    await empty();
    expect(states).toEqual([
      { version: 1, ...WATCHED, cursor: 'c1', pending: [{ change: change({ at: '1' }) }] },
    ]);
    await expect.poll(() => (JSON.parse(readFileSync(path, 'utf8')) as { pending: [] }).pending).toEqual([]);
  });

  test('refuses files of another search, and what is no state', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'state.json');
    new Outbox(path, WATCHED).add({ changes: [], cursor: 'c1', more: false });
    expect(() => new Outbox(path, { ...WATCHED, search: 'make=Fiat' })).toThrow(
      `The state file '${path}' is of another search: https://cars.example '?make=Ford'. Choose another file for this one.`,
    );
    for (const text of ['', '{}', '[1', '{"version":2,"pending":[]}']) {
      writeFileSync(path, text);
      expect(() => new Outbox(path, WATCHED)).toThrow('is not one of this version. Remove it to begin anew.');
    }
  });

  test('says which file cannot be written, and for what reason', () => {
    const path = join(temporaryFolder(), 'gone', 'state.json');
    expect(() => new Outbox(path, WATCHED).add({ changes: [], cursor: 'c1', more: false })).toThrow(
      new Problem('data_unusable', `The state file '${path}' cannot be written: it is not there.`),
    );
  });

  test('is in no file without a path, and in none before the first page', () => {
    const path = join(temporaryFolder(), 'state.json');
    expect(new Outbox(path, WATCHED).cursor).toBeUndefined();
    expect(existsSync(path)).toBe(false);
  });
});
