// What the primary knows of how its workers are going: it asks each whenever it is asked itself, and keeps what those have
// counted that are gone.
import { startStatsCollector, type StatsCollector } from '../metrics/server-stats.ts';
import { WorkerMetrics } from '../metrics/aggregate-metrics.ts';
import type { Member } from './member.ts';

export interface SightOfWorkers {
  readonly watch: StatsCollector;
  /** The worker is gone. */
  forget(member: Member): void;
}

/** `members` gives those that answer. */
export function watchWorkers(members: () => readonly Member[]): SightOfWorkers {
  const heard = new WorkerMetrics();
  const ask = async ({ id, calls }: Member): Promise<void> => {
    try {
      heard.set(id, await calls.metrics());
    } catch {
      // What was last heard of it stands until it answers again, or is gone.
    }
  };
  const watch = startStatsCollector({
    read: async () => {
      await Promise.all(members().map(ask));
      return heard.aggregate();
    },
    // All know the same.
    status: async () => members()[0]?.calls.status(),
  });
  return { watch, forget: ({ id }) => heard.forget(id) };
}
