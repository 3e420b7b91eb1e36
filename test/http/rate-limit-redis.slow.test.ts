// Two servers that share a Redis have one limit, over HTTP.
import { afterEach, describe, expect, test } from 'vitest';
import { type RateLimiter, openRateLimiter } from '../../src/auth/rate-limiter.ts';
import { endRedis, skippedWithoutRedis, startRedis } from '../auth/redis-server.ts';
import { serve, type Running } from './fixture.ts';

const SEARCH = '/api/v1/vehicles/';

const open: RateLimiter[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((rateLimiter) => rateLimiter.close()));
});

async function limitedServer(redis: string, requests: number, notes: string[]): Promise<Running> {
  const settings = {
    rateLimit: { requests, seconds: 60 },
    tokenRateLimit: undefined,
    redis,
    redisPassword: undefined,
  };
  const rateLimiter = await openRateLimiter(settings, (text) => void notes.push(text));
  open.push(rateLimiter);
  // All of them are to reach their answer, however slow the machine is.
  return serve({ rateLimiter });
}

describe.skipIf(skippedWithoutRedis())('two servers with one Redis', () => {
  test('answer together exactly as many requests as the rate says', async () => {
    const { address } = await startRedis();
    const notes: string[] = [];
    const servers = [await limitedServer(address, 40, notes), await limitedServer(address, 40, notes)];
    const responses = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => fetch(`${servers[i % 2].url}${SEARCH}?page=${i + 1}`)),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBe(40);
    expect(responses.filter(({ status }) => status === 429).length).toBe(60);
    const left = responses.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(left.filter((number) => number > 0).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 39 }, (_, i) => i + 1),
    );
    expect(notes).toEqual([]);
  });

  test('go on answering when it is lost, each with the limit for itself', async () => {
    const { address, child } = await startRedis();
    const notes: string[] = [];
    const servers = [await limitedServer(address, 2, notes), await limitedServer(address, 2, notes)];
    const statusOf = async ({ url }: Running): Promise<number> => (await fetch(url + SEARCH)).status;
    expect([await statusOf(servers[0]), await statusOf(servers[1])]).toEqual([200, 200]);
    await endRedis(child);
    for (const server of servers)
      expect([await statusOf(server), await statusOf(server), await statusOf(server)]).toEqual([
        200, 200, 429,
      ]);
    expect(notes.length).toBe(2);
  });
});
