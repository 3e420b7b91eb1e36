// How the whole service is going, whoever is asked: one process about itself, the first of several about all, or one of
// these that asks the first.
import type { PublicStatus } from '../ingest/public-status.ts';
import { History, SAMPLE_MS, type Sample } from './history.ts';
import { metricsText, type MetricValues } from './sum-metrics.ts';

export interface Sight {
  /** The metrics of all processes together, in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** The last hour, oldest first. */
  readonly history: () => Promise<readonly Sample[]>;
  /** Undefined: the stock is still being read. */
  readonly status: () => Promise<PublicStatus | undefined>;
}

export interface Watch extends Sight {
  /** Takes no samples any more. */
  readonly stop: () => void;
}

export interface WatchParts extends Pick<Sight, 'status'> {
  /** The metrics of all processes together, as they are now. */
  readonly read: () => Promise<MetricValues>;
}

/** Sight of what `parts` give, with a history that begins now. */
export function startWatch({ read, status }: WatchParts): Watch {
  const history = new History();
  const sample = async (): Promise<void> => {
    try {
      history.add(await read(), Date.now());
    } catch {
      // Whoever could not be asked is asked again at the next sample.
    }
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  timer.unref();
  return {
    metrics: async () => metricsText(await read()),
    history: async () => history.samples,
    status,
    stop: () => clearInterval(timer),
  };
}
