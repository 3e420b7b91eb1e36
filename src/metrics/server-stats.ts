// How the whole service is going, whoever is asked: one process about itself, the first of several about all, or one of
// these that asks the first.
import type { PublicStatus } from '../ingest/public-status.ts';
import { History, SAMPLE_INTERVAL_MS, type MetricSample } from './history.ts';
import { metricsText, type MetricValues } from './aggregate-metrics.ts';

export interface ServerStats {
  /** The metrics of all processes together, in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** The last hour, oldest first. */
  readonly history: () => Promise<readonly MetricSample[]>;
  /** Undefined: the stock is still being read. */
  readonly status: () => Promise<PublicStatus | undefined>;
}

export interface StatsCollector extends ServerStats {
  /** Takes no samples any more. */
  readonly stop: () => void;
}

export interface StatsSources extends Pick<ServerStats, 'status'> {
  /** The metrics of all processes together, as they are now. */
  readonly read: () => Promise<MetricValues>;
}

/** Sight of what `parts` give, with a history that begins now. */
export function startStatsCollector({ read, status }: StatsSources): StatsCollector {
  const history = new History();
  const sample = async (): Promise<void> => {
    try {
      history.add(await read(), Date.now());
    } catch {
      // Whoever could not be asked is asked again at the next sample.
    }
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_INTERVAL_MS);
  timer.unref();
  return {
    metrics: async () => metricsText(await read()),
    history: async () => history.samples,
    status,
    stop: () => clearInterval(timer),
  };
}
