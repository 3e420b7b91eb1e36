// A server of the fixture that is watched: what it counts, what it logs, and sight of itself as a process of its own has.
import type { HttpOptions } from '../../src/http/http-context.ts';
import type { AccessLogEntry } from '../../src/log/log.ts';
import { ProcessMetrics } from '../../src/metrics/process-metrics.ts';
import { startStatsCollector, type ServerStats } from '../../src/metrics/server-stats.ts';
import { withProgram } from '../../src/metrics/server-status.ts';
import { stats } from '../metrics/stats-fixture.ts';
import { serve, STATUS, type Running } from './fixture.ts';
import { afterTest } from '../support/after-test.ts';

interface RunningWithStats extends Running {
  readonly stats: ServerStats;
  /** What was logged. */
  readonly entries: AccessLogEntry[];
  /** The lines of /metrics that are of a metric, in their order. */
  readonly linesOf: (metric: string) => Promise<string[]>;
}

export async function serveWithStats(options: Partial<HttpOptions> = {}): Promise<RunningWithStats> {
  const metrics = new ProcessMetrics({ stock: () => stats, feeds: () => [] });
  const collector = startStatsCollector({
    read: () => metrics.read(),
    status: async () => withProgram(STATUS),
    emptySearches: async () => metrics.emptySearches.read(),
  });
  afterTest(() => {
    collector.stop();
    metrics.stop();
  });
  const entries: AccessLogEntry[] = [];
  const running = await serve({
    requestMetrics: metrics.requests,
    emptySearches: metrics.emptySearches,
    onStats: (parts) => metrics.observe(parts),
    logAccess: (entry) => entries.push(entry),
    stats: collector,
    ...options,
  });
  return {
    ...running,
    stats: collector,
    entries,
    linesOf: async (metric) => {
      const lines = (await collector.metrics()).split('\n');
      return lines.filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
    },
  };
}
