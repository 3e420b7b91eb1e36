// Counting in a real Redis that several servers share, with outages. It stores nothing longer than a window.
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { openRedisCounter } from '../../src/auth/redis-counter.ts';
import { BatchingStore } from '../../src/auth/batching-store.ts';
import { freePort } from '../support/ports.ts';
import { endRedis, skippedWithoutRedis, startRedis } from './redis-server.ts';

const MINUTE = { requests: 3, seconds: 60 };

const open: BatchingStore[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((counters) => counters.close()));
});

async function countersOf(
  address: string,
  { password, notes = [] }: { password?: string; notes?: string[] } = {},
): Promise<BatchingStore> {
  const counter = await openRedisCounter({ url: address, password });
  const counters = new BatchingStore(counter, (text) => void notes.push(text));
  open.push(counters);
  return counters;
}

describe.skipIf(skippedWithoutRedis())('with Redis', () => {
  test('several servers share a count, each request once', async () => {
    const { address } = await startRedis();
    const servers = [await countersOf(address), await countersOf(address)];
    const rate = { requests: 1000, seconds: 3600 };
    const counts = await Promise.all(
      Array.from({ length: 600 }, async (_, i) => servers[i % 2].count('address:198.51.100.7', rate)),
    );
    const numbers = counts.map(({ requests }) => requests).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
  });

  test('a cost that does not fit is not counted, on any server', async () => {
    const { address, port } = await startRedis();
    const [one, other] = [await countersOf(address), await countersOf(address)];
    expect(await one.count('a', MINUTE, 2)).toMatchObject({ requests: 2, allowed: true });
    expect(await other.count('a', MINUTE, 2)).toMatchObject({ requests: 2, allowed: false });
    expect(await other.count('a', MINUTE)).toMatchObject({ requests: 3, allowed: true });
    expect(await other.count('b', MINUTE, 4)).toEqual({ requests: 0, allowed: false, endsInMs: 60_000 });
    const client = new Redis(port, '127.0.0.1');
    expect(await client.pttl('forecourt:requests:60:b')).toBeGreaterThan(0);
    client.disconnect();
  });

  test('a window ends on time whatever requests come meanwhile, and leaves nothing behind', async () => {
    const { address, port } = await startRedis();
    const counters = await countersOf(address);
    const rate = { requests: 2, seconds: 1 };
    const first = await counters.count('a', rate);
    expect(first).toEqual({ requests: 1, allowed: true, endsInMs: 1000 });
    const begun = performance.now();
    let count = await counters.count('a', rate);
    while (count.requests > 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(count.endsInMs)));
      count = await counters.count('a', rate);
    }
    expect(performance.now() - begun).toBeGreaterThan(900);
    const client = new Redis(port, '127.0.0.1');
    expect(await client.keys('*')).toEqual(['forecourt:requests:1:a']);
    expect(await client.pttl('forecourt:requests:1:a')).toBeLessThanOrEqual(1000);
    client.disconnect();
  });

  test('a key without an expiry, as after a crash, gets one', async () => {
    const { address, port } = await startRedis();
    const client = new Redis(port, '127.0.0.1');
    await client.set('forecourt:requests:60:a', 3);
    const counters = await countersOf(address);
    expect(await counters.count('a', MINUTE)).toEqual({ requests: 3, allowed: false, endsInMs: 60_000 });
    expect(await client.pttl('forecourt:requests:60:a')).toBeGreaterThan(0);
    client.disconnect();
  });

  test('while it is unreachable each server counts its own requests, then they share the count again', async () => {
    const { port, address, child } = await startRedis();
    const notes: string[] = [];
    const counters = await countersOf(address, { notes });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 1 });
    await endRedis(child);
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 1 });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 2 });
    expect(notes.length).toBe(1);
    expect(notes[0]).toMatch(
      /^The shared request counter cannot be reached \(.+\)\. This process counts its own requests meanwhile\.$/,
    );
    await startRedis(port);
    await expect
      .poll(
        async () => {
          await counters.count('b', { requests: 1_000_000, seconds: 60 });
          return notes.at(-1);
        },
        { interval: 50 },
      )
      .toBe('The shared request counter can be reached again.');
    expect(notes.length).toBe(2);
  });

  test('a server starts while it is unreachable', async () => {
    const port = await freePort();
    const notes: string[] = [];
    const counters = await countersOf(`redis://127.0.0.1:${port}`, { notes });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 1 });
    expect(notes[0]).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
  });

  test('a paused Redis does not delay requests for long', async () => {
    const { address, child } = await startRedis();
    const notes: string[] = [];
    const counters = await countersOf(address, { notes });
    await counters.count('a', MINUTE);
    child.kill('SIGSTOP');
    const counts = await Promise.all(
      Array.from({ length: 100 }, async () => counters.count('b', { requests: 1000, seconds: 60 })),
    );
    expect(counts.at(-1)).toMatchObject({ requests: 100 });
    // Nobody waits any more.
    expect(counters.count('b', { requests: 1000, seconds: 60 })).toMatchObject({ requests: 101 });
    expect(notes.length).toBe(1);
  });

  test('a user with the permissions in docs/limits.md is enough', async () => {
    const { address, port } = await startRedis();
    const docs = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
    const rules = /`(~forecourt:requests:\* [^`]+)`/.exec(docs)?.[1].split(' ') ?? [];
    const client = new Redis(port, '127.0.0.1');
    await client.call('ACL', 'SETUSER', 'counter', 'on', '>open-sesame', ...rules);
    client.disconnect();
    const notes: string[] = [];
    const counters = await countersOf(`${address.replace('//', '//counter@')}/2`, {
      password: 'open-sesame',
      notes,
    });
    expect(await counters.count('a', MINUTE)).toEqual({ requests: 1, allowed: true, endsInMs: 60_000 });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 2 });
    expect(notes).toEqual([]);
  });

  test('it may need a password, which is in no message', async () => {
    const { address } = await startRedis(undefined, 'open-sesame');
    const good: string[] = [];
    const counters = await countersOf(address, { password: 'open-sesame', notes: good });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 1 });
    expect(await counters.count('a', MINUTE)).toMatchObject({ requests: 2 });
    expect(good).toEqual([]);
    const bad: string[] = [];
    const others = await countersOf(address, { password: 'close-sesame', notes: bad });
    expect(await others.count('a', MINUTE)).toMatchObject({ requests: 1 });
    expect(bad.length).toBe(1);
    expect(bad[0]).not.toContain('sesame');
  });
});
