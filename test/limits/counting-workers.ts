// A process and its workers that count together, for workers.test.ts: `counting-workers.ts WORKERS REQUESTS`. Each worker
// sends that many requests of one key at once; the primary prints all the counts as JSON when every worker has ended.
import cluster from 'node:cluster';
import { openLimits } from '../../src/limits/open-limits.ts';
import { countForWorkers } from '../../src/limits/worker-counter.ts';

const [workers, requests] = process.argv.slice(2).map(Number);

if (cluster.isPrimary) {
  countForWorkers();
  const standings: unknown[] = [];
  let ended = 0;
  cluster.on('message', (_worker, message: unknown) => {
    if (Array.isArray(message)) standings.push(...(message as unknown[]));
  });
  cluster.on('exit', () => {
    ended += 1;
    if (ended === workers) process.stdout.write(JSON.stringify(standings));
  });
  for (let i = 0; i < workers; i += 1) cluster.fork();
} else {
  const rateLimit = { requests: 100, seconds: 3600 };
  const settings = { rateLimit, tokenRateLimit: undefined, redis: undefined, redisPassword: undefined };
  const limits = await openLimits(settings, (text) => process.stderr.write(`${text}\n`));
  const standings = await Promise.all(
    Array.from({ length: requests }, async () => limits.countAddress('198.51.100.7')),
  );
  process.send?.(standings, undefined, undefined, () => process.disconnect());
  await limits.close();
}
