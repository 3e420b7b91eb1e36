// Runs of load on one server process, with the CPU time that it took, and the medians over several of them.
import type { LoadStats } from '../harness/load-generator.ts';
import { median } from '../harness/statistics.ts';
import { cpuMs } from '../harness/usage.ts';

export interface LoadRun extends LoadStats {
  /** CPU time of the server's process for each request; undefined: unknown on this system. */
  readonly cpuUs: number | undefined;
}

export async function withCpu(pid: number, send: () => Promise<LoadStats>): Promise<LoadRun> {
  const before = cpuMs(pid);
  const stats = await send();
  const after = cpuMs(pid);
  const known = before !== undefined && after !== undefined;
  return { ...stats, cpuUs: known ? ((after - before) * 1000) / stats.requests : undefined };
}

export const rateOf = ({ requests, seconds }: LoadRun): number => requests / seconds;

export function runStats(runs: readonly LoadRun[]) {
  const cpuTimes = runs.flatMap(({ cpuUs }) => cpuUs ?? []);
  return {
    requestsPerSecond: median(runs.map(rateOf)),
    p50Ms: median(runs.map(({ latencies }) => latencies.percentile(0.5))),
    p99Ms: median(runs.map(({ latencies }) => latencies.percentile(0.99))),
    /** CPU time of the server's process for each request. */
    cpuUs: cpuTimes.length === 0 ? undefined : median(cpuTimes),
    /** Of a body, as it was sent. */
    bodyBytes: median(runs.map(({ meanBytes }) => meanBytes)),
  };
}
