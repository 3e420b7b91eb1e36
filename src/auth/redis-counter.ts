// Counting in Redis, for servers that share rate limits. A window is a key that Redis expires at its end. A script counts and
// sets the expiry in one step, so concurrent servers never read the same count.
import { unescape } from 'node:querystring';
import { Redis, type RedisOptions } from 'ioredis';
import type { RemoteCounter, WindowCount, WindowIncrement } from './rate-limit-store.ts';

export interface RedisTarget {
  /** Such as `redis://user@redis.example:6379/0`, or `rediss://…` over TLS. */
  readonly url: string;
  readonly password: string | undefined;
}

/** Namespace of the keys, because other programs may use the same Redis. */
const PREFIX = 'forecourt:requests:';

// Arguments per key: the window's length in ms, the limit and the cost. INCRBY 0 starts a window that has counted nothing.
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

/** Waits up to two seconds for the connection. While Redis is unreachable, the counter rejects and keeps reconnecting. */
export async function openRedisCounter({ url, password }: RedisTarget): Promise<RemoteCounter> {
  const client = new Redis({
    ...optionsOf(new URL(url)),
    ...(password !== undefined && { password }),
    lazyConnect: true,
    connectTimeout: 2000,
    // A connection without responses counts as lost.
    socketTimeout: 1000,
    // A request that cannot be sent now is counted locally. If it were sent later, it would be counted twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, 1000),
  });
  let lastError: Error | undefined;
  client.on('error', (error: Error) => (lastError = error));
  client.on('ready', () => (lastError = undefined));
  client.defineCommand('countScript', { lua: SCRIPT });
  // The client retries by itself.
  await client.connect().catch(() => {});
  return new RedisCounter(client, () => lastError);
}

/** Parsed here, because for a URL with a user name the library would use an empty password instead of `password`. */
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
    // The connection's error is more specific.
    if (this.#client.status !== 'ready') throw this.#errorOf() ?? new Error('not connected to Redis');
    const keys = increments.map(({ key }) => PREFIX + key);
    const args = increments.flatMap(({ rate, cost }) => [rate.seconds * 1000, rate.requests, cost]);
    const client = this.#client as unknown as Scripted;
    const counts = await client.countScript(keys.length, ...keys, ...args);
    return increments.map((_, i) => ({
      requests: counts[3 * i],
      allowed: counts[3 * i + 1] === 1,
      // Redis returns 0 for a window that ends within this millisecond.
      endsInMs: Math.max(1, counts[3 * i + 2]),
    }));
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }
}
