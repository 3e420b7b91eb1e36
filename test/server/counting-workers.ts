// A primary and workers that share one counter, for counting-workers.slow.test.ts: `counting-workers.ts WORKERS REQUESTS`. Each worker
// counts that many requests of one key at once. When all have exited, the primary prints all statuses as JSON.
import cluster from 'node:cluster';
import type { RemoteCounter } from '../../src/auth/rate-limit-store.ts';
import { MemoryStore } from '../../src/auth/memory-store.ts';
import { openRateLimiter } from '../../src/auth/rate-limiter.ts';
import { openIpcChannel } from '../../src/server/ipc.ts';

type Counter = Pick<RemoteCounter, 'countRequests'>;

const [workers, requests] = process.argv.slice(2).map(Number);

if (cluster.isPrimary) {
  const store = new MemoryStore();
  const statuses: unknown[] = [];
  let exited = 0;
  cluster.on('message', (_worker, message: unknown) => {
    if (Array.isArray(message)) statuses.push(...(message as unknown[]));
  });
  cluster.on('exit', () => {
    exited += 1;
    if (exited === workers) process.stdout.write(JSON.stringify(statuses));
  });
  for (let i = 0; i < workers; i += 1) {
    openIpcChannel<object, Counter>(cluster.fork(), [], {
      countRequests: async (increments) =>
        increments.map(({ key, rate, cost }) => store.count(key, rate, cost)),
    });
  }
} else if (cluster.worker !== undefined) {
  const counter = openIpcChannel<Counter, object>(cluster.worker, ['countRequests'], {});
  const rateLimit = { requests: 100, seconds: 3600 };
  const settings = { rateLimit, tokenRateLimit: undefined, redis: undefined, redisPassword: undefined };
  const warn = (text: string): void => void process.stderr.write(`${text}\n`);
  const rateLimiter = await openRateLimiter(settings, warn, counter);
  const statuses = await Promise.all(
    Array.from({ length: requests }, async () => rateLimiter.countAddress('198.51.100.7')),
  );
  process.send?.(statuses, undefined, undefined, () => process.disconnect());
  await rateLimiter.close();
}
