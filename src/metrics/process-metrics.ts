// The metrics of one process that answers: what it counts itself, and what it asks of others when the metrics are read.
import { Registry } from 'prom-client';
import type { PublicFeed } from '../service/public-status.ts';
import type { StockFigures } from '../service/stock-figures.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { addFeedGauges } from './feed-gauges.ts';
import { addCounter, addGauge } from './metric-table.ts';
import { addProcessGauges } from './process-gauges.ts';
import { RequestCounts } from './request-counts.ts';
import { addStockGauges } from './stock-gauges.ts';
import { valuesOf, type MetricValues } from './sum-metrics.ts';

/** Where numbers come from that this room does not count. Each is asked whenever the metrics are read. */
export interface MetricSources {
  stock(): StockFigures;
  /** Undefined while they cannot be read. */
  feeds(): readonly PublicFeed[] | undefined;
  /** Lines of the log that were lost. */
  droppedLines?(): number;
}

/** How many requests there are that have not been answered. */
export interface QueueLength {
  /** They are worked on. */
  readonly running: number;
  /** They wait for their turn. */
  readonly waiting: number;
}

export class ProcessMetrics {
  readonly requests: RequestCounts;
  readonly #registry = new Registry();
  readonly #loop = new EventLoopDelay();
  #queue = (): QueueLength => ({ running: 0, waiting: 0 });

  constructor(sources: MetricSources) {
    const registry = this.#registry;
    this.requests = new RequestCounts(registry);
    addGauge(registry, 'forecourt_requests_running', (gauge) => gauge.set(this.#queue().running));
    addGauge(registry, 'forecourt_requests_waiting', (gauge) => gauge.set(this.#queue().waiting));
    addCounter(registry, 'forecourt_log_lines_dropped_total', (counter) => {
      counter.reset();
      counter.inc(sources.droppedLines?.() ?? 0);
    });
    addStockGauges(registry, () => sources.stock());
    addFeedGauges(registry, () => sources.feeds());
    addProcessGauges(registry, this.#loop);
  }

  /** From now on the queue is asked whenever the metrics are read. */
  watchQueue(queue: () => QueueLength): void {
    this.#queue = queue;
  }

  read(): Promise<MetricValues> {
    return valuesOf(this.#registry);
  }

  /** Measures nothing any more. */
  stop(): void {
    this.#loop.stop();
  }
}
