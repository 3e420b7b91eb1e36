// What the primary knows of how its workers are going: it asks each whenever it is asked itself, and keeps what those have
// counted that are gone.
import { startStatsCollector, type StatsCollector } from '../metrics/server-stats.ts';
import { WorkerMetrics } from '../metrics/aggregate-metrics.ts';
import type { WorkerHandle } from './worker-handle.ts';

export interface WorkerStats {
  readonly collector: StatsCollector;
  /** The worker is gone. */
  forget(worker: WorkerHandle): void;
}

/** `workers` gives those that answer. */
export function collectWorkerStats(workers: () => readonly WorkerHandle[]): WorkerStats {
  const metrics = new WorkerMetrics();
  const collect = async ({ id, methods }: WorkerHandle): Promise<void> => {
    try {
      metrics.set(id, await methods.metrics());
    } catch {
      // What was last heard of it stands until it answers again, or is gone.
    }
  };
  const collector = startStatsCollector({
    read: async () => {
      await Promise.all(workers().map(collect));
      return metrics.aggregate();
    },
    // All know the same.
    status: async () => workers()[0]?.methods.status(),
  });
  return { collector, forget: ({ id }) => metrics.forget(id) };
}
