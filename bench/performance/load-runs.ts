// Runs of load on one server, with the CPU time that it took, and the medians over several of them.
import type { LoadStats } from '../harness/load-generator.ts';
import { median, sum } from '../harness/statistics.ts';
import { cpuMs } from '../harness/usage.ts';

export interface LoadRun extends LoadStats {
  /** CPU time of the server's processes for each request; undefined: unknown on this system. */
  readonly cpuUs: number | undefined;
}

/** `pids` are the server's processes. */
export async function withCpu(send: () => Promise<LoadStats>, ...pids: number[]): Promise<LoadRun> {
  const cpuOfAll = () => sum(pids.map((pid) => cpuMs(pid) ?? NaN));
  const before = cpuOfAll();
  const stats = await send();
  const us = ((cpuOfAll() - before) * 1000) / stats.requests;
  return { ...stats, cpuUs: Number.isNaN(us) ? undefined : us };
}

export const rateOf = ({ requests, seconds }: LoadRun): number => requests / seconds;

export function runStats(runs: readonly LoadRun[]) {
  const cpuTimes = runs.flatMap(({ cpuUs }) => cpuUs ?? []);
  return {
    requestsPerSecond: median(runs.map(rateOf)),
    p50Ms: median(runs.map(({ latencies }) => latencies.percentile(0.5))),
    p99Ms: median(runs.map(({ latencies }) => latencies.percentile(0.99))),
    cpuUs: cpuTimes.length === 0 ? undefined : median(cpuTimes),
    /** Of a body, as it was sent. */
    bodyBytes: median(runs.map(({ meanBytes }) => meanBytes)),
  };
}
