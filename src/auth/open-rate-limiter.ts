// Where requests are counted: in Redis if one was named, else by the process that started this one as a worker, else here.
import cluster from 'node:cluster';
import type { RateLimit } from './rate-limit.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { RateLimiter } from './rate-limiter.ts';
import { MemoryStore } from './memory-store.ts';
import { openRedisCounter } from './redis-counter.ts';
import { BatchingStore } from './batching-store.ts';
import { ipcCounter } from './ipc-counter.ts';

/** The settings of the same names. */
export interface RateLimitSettings {
  readonly rateLimit: RateLimit | undefined;
  readonly tokenRateLimit: RateLimit | undefined;
  readonly redis: string | undefined;
  readonly redisPassword: string | undefined;
}

/**
 * Waits for Redis two seconds at most; where it cannot be reached, the limits hold for this process until it can. `warn` is
 * told in a sentence when counting together fails, and when it works again.
 */
export async function openRateLimiter(
  settings: RateLimitSettings,
  warn: (text: string) => void,
): Promise<RateLimiter> {
  const rates = { address: settings.rateLimit, token: settings.tokenRateLimit };
  return new RateLimiter(rates, await openStore(settings, warn));
}

async function openStore(
  { redis, redisPassword }: RateLimitSettings,
  warn: (text: string) => void,
): Promise<RateLimitStore> {
  if (redis !== undefined) {
    const counter = await openRedisCounter({ url: redis, password: redisPassword });
    return new BatchingStore(counter, warn);
  }
  return cluster.isWorker ? new BatchingStore(ipcCounter(), warn) : new MemoryStore();
}
