// A process and its workers that count together, for counting-workers.test.ts: `counting-workers.ts WORKERS REQUESTS`. Each worker
// sends that many requests of one key at once; the primary prints all the counts as JSON when every worker has ended.
import cluster from 'node:cluster';
import { openRateLimiter } from '../../src/auth/open-rate-limiter.ts';
import { serveCounter } from '../../src/auth/ipc-counter.ts';

const [workers, requests] = process.argv.slice(2).map(Number);

if (cluster.isPrimary) {
  serveCounter();
  const statuses: unknown[] = [];
  let ended = 0;
  cluster.on('message', (_worker, message: unknown) => {
    if (Array.isArray(message)) statuses.push(...(message as unknown[]));
  });
  cluster.on('exit', () => {
    ended += 1;
    if (ended === workers) process.stdout.write(JSON.stringify(statuses));
  });
  for (let i = 0; i < workers; i += 1) cluster.fork();
} else {
  const rateLimit = { requests: 100, seconds: 3600 };
  const settings = { rateLimit, tokenRateLimit: undefined, redis: undefined, redisPassword: undefined };
  const rateLimiter = await openRateLimiter(settings, (text) => process.stderr.write(`${text}\n`));
  const statuses = await Promise.all(
    Array.from({ length: requests }, async () => rateLimiter.countAddress('198.51.100.7')),
  );
  process.send?.(statuses, undefined, undefined, () => process.disconnect());
  await rateLimiter.close();
}
