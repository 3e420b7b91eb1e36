// The metrics of one process that answers: what it counts itself, and what it asks of others when the metrics are read.
import { Registry } from 'prom-client';
import type { PublicFeed } from '../ingest/public-status.ts';
import type { StockStats } from '../index/stock-stats.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { addFeedGauges } from './feed-gauges.ts';
import { addCounter, addGauge } from './metric-table.ts';
import { addProcessGauges } from './process-gauges.ts';
import { RequestCounts } from './request-counts.ts';
import { addStockGauges } from './stock-gauges.ts';
import { valuesOf, type MetricValues } from './sum-metrics.ts';

/** Where numbers come from that this room does not count. Each is asked whenever the metrics are read. */
export interface MetricSources {
  stock(): StockStats;
  /** Undefined while they cannot be read. */
  feeds(): readonly PublicFeed[] | undefined;
  /** Lines of the log that were lost. */
  droppedLines?(): number;
}

/** Requests that have not been answered, of the routes that have a queue. */
export interface QueueLength {
  readonly running: number;
  readonly queued: number;
}

/** Connections that were closed to keep to a limit, by the limit, and bytes of answers that wait for readers. */
export interface ConnectionFigures {
  readonly unreadBytes: number;
  /** Keys are a closed list. */
  readonly cut: Readonly<Record<string, number>>;
}

export class ProcessMetrics {
  readonly requests: RequestCounts;
  readonly #registry = new Registry();
  readonly #loop = new EventLoopDelay();
  #queue = (): QueueLength => ({ running: 0, queued: 0 });
  #connections = (): ConnectionFigures => ({ unreadBytes: 0, cut: {} });

  constructor(sources: MetricSources) {
    const registry = this.#registry;
    this.requests = new RequestCounts(registry);
    addGauge(registry, 'forecourt_requests_running', (gauge) => gauge.set(this.#queue().running));
    addGauge(registry, 'forecourt_requests_queued', (gauge) => gauge.set(this.#queue().queued));
    addGauge(registry, 'forecourt_unread_bytes', (gauge) => gauge.set(this.#connections().unreadBytes));
    addCounter(registry, 'forecourt_connections_cut_total', (counter) => {
      counter.reset();
      for (const [limit, count] of Object.entries(this.#connections().cut)) counter.inc({ limit }, count);
    });
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

  /** The same of connections. */
  watchConnections(figures: () => ConnectionFigures): void {
    this.#connections = figures;
  }

  read(): Promise<MetricValues> {
    return valuesOf(this.#registry);
  }

  /** Measures nothing any more. */
  stop(): void {
    this.#loop.stop();
  }
}
