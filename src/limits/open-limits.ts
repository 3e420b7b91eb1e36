// Where requests are counted: in Redis if one was named, else by the process that started this one as a worker, else here.
import cluster from 'node:cluster';
import type { Rate } from '../access/rate.ts';
import type { Counters } from './counters.ts';
import { Limits } from './limits.ts';
import { MemoryCounters } from './memory-counters.ts';
import { openRedisCounter } from './redis-counter.ts';
import { SharedCounters } from './shared-counters.ts';
import { askPrimary } from './worker-counter.ts';

/** The settings of the same names. */
export interface LimitSettings {
  readonly rateLimit: Rate | undefined;
  readonly tokenRateLimit: Rate | undefined;
  readonly redis: string | undefined;
  readonly redisPassword: string | undefined;
}

/**
 * Waits for Redis two seconds at most; where it cannot be reached, the limits hold for this process until it can. `note` is
 * told in a sentence when counting together fails, and when it works again.
 */
export async function openLimits(settings: LimitSettings, note: (text: string) => void): Promise<Limits> {
  const rates = { address: settings.rateLimit, token: settings.tokenRateLimit };
  return new Limits(rates, await openCounters(settings, note));
}

async function openCounters(
  { redis, redisPassword }: LimitSettings,
  note: (text: string) => void,
): Promise<Counters> {
  if (redis !== undefined) {
    const counter = await openRedisCounter({ address: redis, password: redisPassword });
    return new SharedCounters(counter, note);
  }
  return cluster.isWorker ? new SharedCounters(askPrimary(), note) : new MemoryCounters();
}
