// How a fresh server settles: its first response of each class of queries, and the CPU time of its first responses and of
// later ones. The files are in the page cache, as after any restart of the program; a machine that has just booted is
// slower. Several starts, each with queries of its own, and their medians count.
import type { StockSample } from '../corpus/stock-source.ts';
import { distinctTargets, drawQueries, searchTarget } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator } from '../harness/load-generator.ts';
import type { Server } from '../harness/server.ts';
import { median } from '../harness/statistics.ts';
import { withCpu } from './load-runs.ts';

const OPTIONS = {
  starts: 3,
  connections: 4,
  /** Responses since the start up to which CPU time is measured together; the last ones count as settled. */
  windows: [250, 500, 1000, 4000, 6000],
};

/** The time limit of a window. */
const MAX_SECONDS = 600;

export type ColdStartStats = Awaited<ReturnType<typeof measureColdStarts>>;

export async function measureColdStarts(
  startServer: () => Promise<Server>,
  stock: StockSample,
  seed: number,
) {
  const starts: Awaited<ReturnType<typeof measureStart>>[] = [];
  for (let start = 1; start <= OPTIONS.starts; start++) {
    logProgress(`cold start ${start} of ${OPTIONS.starts}`);
    starts.push(await measureStart(startServer, stock, seed + start));
  }
  return {
    options: OPTIONS,
    readyMs: median(starts.map(({ readyMs }) => readyMs)),
    first: starts[0].first.map(({ name, description }, index) => {
      const times = starts.map(({ first }) => first[index].ms);
      return { name, description, medianMs: median(times), maxMs: Math.max(...times) };
    }),
    windows: starts[0].windows.map(({ from, to }, index) => {
      const times = starts.flatMap(({ windows }) => windows[index].cpuUs ?? []);
      return { from, to, cpuUs: times.length === 0 ? undefined : median(times) };
    }),
  };
}

async function measureStart(startServer: () => Promise<Server>, stock: StockSample, seed: number) {
  const last = OPTIONS.windows[OPTIONS.windows.length - 1];
  const classes = drawQueries(stock, 1, seed);
  const firstTargets = classes.map(({ queries: [query] }) => searchTarget(query));
  const isFirst = new Set(firstTargets);
  const targets = distinctTargets(stock, seed, last).filter((target) => !isFirst.has(target));
  const server = await startServer();
  const load = new LoadGenerator();
  const send = (some: readonly string[], connections: number) =>
    load.run({ port: server.port, targets: some, connections, seconds: MAX_SECONDS, strict: true });
  try {
    const first = [];
    let cpuMs: number | undefined = 0;
    for (const [index, { name, description }] of classes.entries()) {
      const run = await withCpu(() => send([firstTargets[index]], 1), server.pid);
      cpuMs = run.cpuUs === undefined ? undefined : (cpuMs ?? 0) + run.cpuUs / 1000;
      first.push({ name, description, ms: run.latencies.percentile(1) });
    }
    const windows = [];
    let from = 0;
    let sent = 0;
    for (const to of OPTIONS.windows) {
      // The first window has begun with the first responses of each class.
      const [before, beforeMs] = from === 0 ? [classes.length, cpuMs] : [0, 0];
      const some = targets.slice(sent, (sent += to - from - before));
      const run = await withCpu(() => send(some, OPTIONS.connections), server.pid);
      const ms =
        run.cpuUs === undefined || beforeMs === undefined
          ? undefined
          : (run.cpuUs * run.requests) / 1000 + beforeMs;
      windows.push({ from, to, cpuUs: ms && (ms * 1000) / (run.requests + before) });
      from = to;
    }
    return { readyMs: server.readyMs, first, windows };
  } finally {
    await load.close();
    await server.stop();
  }
}
