// Counting in Redis, for several servers that share their limits. A window is a key that Redis itself forgets at its end;
// counting and its beginning are one script, so that no two servers ever count the same request number.
import { unescape } from 'node:querystring';
import { Redis, type RedisOptions } from 'ioredis';
import type { WindowIncrement, WindowCount } from './rate-limit-store.ts';
import type { RemoteCounter } from './batching-store.ts';

export interface RedisTarget {
  /** Such as `redis://user@redis.example:6379/0`, or `rediss://…` over TLS. */
  readonly url: string;
  readonly password: string | undefined;
}

/** What other programs that use the same Redis see of us. */
const PREFIX = 'forecourt:requests:';

// For each key: the window's length, the rate and the cost. An increment of 0 begins a window that has counted nothing.
const SCRIPT = `
local counts = {}
for i, key in ipairs(KEYS) do
  local window, rate, cost = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local requests = tonumber(redis.call('GET', key) or '0')
  local allowed = requests + cost <= rate
  requests = redis.call('INCRBY', key, allowed and cost or 0)
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = window
    redis.call('PEXPIRE', key, left)
  end
  counts[3 * i - 2] = requests
  counts[3 * i - 1] = allowed and 1 or 0
  counts[3 * i] = left
end
return counts
`;

interface Scripted {
  countScript(keys: number, ...keysAndArguments: (string | number)[]): Promise<number[]>;
}

/** Ready to count, or trying to be: where Redis cannot be reached the counter rejects, and goes on trying. */
export async function openRedisCounter({ url, password }: RedisTarget): Promise<RemoteCounter> {
  const client = new Redis({
    ...optionsOf(new URL(url)),
    ...(password !== undefined && { password }),
    lazyConnect: true,
    connectTimeout: 2000,
    // A connection that is up and gives no answer is as good as none.
    socketTimeout: 1000,
    // What cannot be sent now is counted elsewhere: later it would count a request that nobody waits for, or count one twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, 1000),
  });
  let lastError: Error | undefined;
  client.on('error', (error: Error) => (lastError = error));
  client.on('ready', () => (lastError = undefined));
  client.defineCommand('countScript', { lua: SCRIPT });
  // Its own retries go on.
  await client.connect().catch(() => {});
  return new RedisCounter(client, () => lastError);
}

/** Taken apart here: of an address with a user the library would take an empty password, and not the one it is given. */
function optionsOf({ protocol, hostname, port, username, pathname }: URL): RedisOptions {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || '6379'),
    ...(username !== '' && { username: unescape(username) }),
    db: Number(pathname.slice(1) || '0'),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

class RedisCounter implements RemoteCounter {
  readonly #client: Redis;
  readonly #errorOf: () => Error | undefined;

  constructor(client: Redis, errorOf: () => Error | undefined) {
    this.#client = client;
    this.#errorOf = errorOf;
  }

  async countRequests(increments: readonly WindowIncrement[]): Promise<readonly WindowCount[]> {
    // What is wrong with the connection says more than that there is none.
    if (this.#client.status !== 'ready') throw this.#errorOf() ?? new Error('not connected to Redis');
    const keys = increments.map(({ key }) => PREFIX + key);
    const args = increments.flatMap(({ rate, cost }) => [rate.seconds * 1000, rate.requests, cost]);
    const client = this.#client as unknown as Scripted;
    const counts = await client.countScript(keys.length, ...keys, ...args);
    return increments.map((_, i) => ({
      requests: counts[3 * i],
      allowed: counts[3 * i + 1] === 1,
      // A window that ends in this very millisecond has 0 left.
      endsInMs: Math.max(1, counts[3 * i + 2]),
    }));
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }
}
