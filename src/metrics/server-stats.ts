// Stats of the whole server, whether it is one process or a primary with workers, which get them from the primary.
import type { EmptySearchCounts } from './empty-searches.ts';
import { History, SAMPLE_INTERVAL_MS, type MetricSample } from './history.ts';
import { metricsText, type MetricValues } from './aggregate-metrics.ts';
import type { ServerStatus } from './server-status.ts';

export interface ServerStats {
  readonly metrics: () => Promise<string>;
  /** The last hour, oldest first. */
  readonly history: () => Promise<readonly MetricSample[]>;
  /** Searches that found nothing, of all processes since the start. */
  readonly emptySearches: () => Promise<EmptySearchCounts>;
  /** Undefined while the stock is loading. */
  readonly status: () => Promise<ServerStatus | undefined>;
}

export interface StatsCollector extends ServerStats {
  readonly stop: () => void;
}

export interface StatsSources extends Pick<ServerStats, 'status' | 'emptySearches'> {
  readonly read: () => Promise<MetricValues>;
}

export function startStatsCollector({ read, status, emptySearches }: StatsSources): StatsCollector {
  const history = new History();
  const sample = async (): Promise<void> => {
    try {
      history.add(await read(), Date.now());
    } catch {
      // The next sample covers this one's time too.
    }
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_INTERVAL_MS);
  timer.unref();
  return {
    metrics: async () => metricsText(await read()),
    history: async () => history.samples,
    status,
    emptySearches,
    stop: () => clearInterval(timer),
  };
}
