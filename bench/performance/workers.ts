// What workers add: throughput, CPU time of a response and memory of a server with one process, and with several. The load
// generator runs on the same cores, so throughput ends where the machine does, and the CPU time of a response says what
// a machine with more cores could do.
import type { StockSample } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator } from '../harness/load-generator.ts';
import type { Server } from '../harness/server.ts';
import { childrenOf, proportionalMemoryOf } from '../harness/usage.ts';
import { runStats, withCpu, type LoadRun } from './load-runs.ts';

const OPTIONS = {
  workers: [1, 2],
  connections: 16,
  rounds: 3,
  /** Of each run; it ends earlier once all requests were sent. */
  seconds: 4,
  /** Of each run with distinct queries, at most. */
  distinct: 15_000,
  /** Queries that are cached, and requests for them in each run. */
  cached: 200,
  requests: 40_000,
};

export type WorkersStats = Awaited<ReturnType<typeof measureWorkers>>;

/** `startServer` starts one with these options of `forecourt serve`. */
export async function measureWorkers(
  startServer: (args: readonly string[]) => Promise<Server>,
  stock: StockSample,
  seed: number,
) {
  const sizes = [];
  for (const workers of OPTIONS.workers) {
    logProgress(`workers: ${workers}`);
    const server = await startServer(['--workers', String(workers)]);
    try {
      sizes.push({ workers, ...(await measureServer(server, stock, seed)) });
    } finally {
      await server.stop();
    }
  }
  return { options: OPTIONS, sizes };
}

async function measureServer(server: Server, stock: StockSample, seed: number) {
  const { rounds, distinct, cached, requests, connections, seconds } = OPTIONS;
  const pids = [server.pid, ...childrenOf(server.pid)];
  const targets = distinctTargets(stock, seed, distinct * (rounds + 1));
  const cachedTargets = distinctTargets(stock, seed + 1, cached);
  const order = Array.from({ length: requests }, (_, at) => at % cached);
  // A small stock has fewer distinct queries.
  const perRun = Math.floor(targets.length / (rounds + 1));
  const load = new LoadGenerator();
  const sendDistinct = (round: number) => {
    const some = targets.slice(round * perRun, (round + 1) * perRun);
    return load.run({ port: server.port, targets: some, connections, seconds, strict: true });
  };
  const sendCached = () =>
    load.run({ port: server.port, targets: cachedTargets, order, connections, seconds, strict: true });
  try {
    await sendDistinct(0);
    await sendCached();
    const runs = { distinct: [] as LoadRun[], cached: [] as LoadRun[] };
    for (let round = 1; round <= rounds; round++) {
      runs.distinct.push(await withCpu(() => sendDistinct(round), ...pids));
      runs.cached.push(await withCpu(sendCached, ...pids));
    }
    return {
      readyMs: server.readyMs,
      distinct: runStats(runs.distinct),
      cached: runStats(runs.cached),
      /** Of each process after all of it, the primary first. */
      memory: pids.flatMap((pid) => proportionalMemoryOf(pid) ?? []),
    };
  } finally {
    await load.close();
  }
}
