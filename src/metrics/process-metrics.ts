// The metrics of one process that answers: what it counts itself, and what it asks of others when the metrics are read.
import { Registry } from 'prom-client';
import type { PublicFeed } from '../ingest/public-status.ts';
import type { StockStats } from '../index/stock-stats.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { addFeedGauges } from './feed-gauges.ts';
import { addCounter, addGauge } from './metric-definitions.ts';
import { addProcessGauges } from './process-gauges.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addStockGauges } from './stock-gauges.ts';
import { valuesOf, type MetricValues } from './aggregate-metrics.ts';

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
  readonly inFlight: number;
  readonly queued: number;
}

/** Connections that were closed to keep to a limit, by the limit, and bytes of answers that wait for readers. */
export interface ConnectionStats {
  readonly unreadBytes: number;
  /** Keys are a closed list. */
  readonly closedByLimit: Readonly<Record<string, number>>;
}

export class ProcessMetrics {
  readonly requests: RequestMetrics;
  readonly #registry = new Registry();
  readonly #loop = new EventLoopDelay();
  #queue = (): QueueLength => ({ inFlight: 0, queued: 0 });
  #connections = (): ConnectionStats => ({ unreadBytes: 0, closedByLimit: {} });

  constructor(sources: MetricSources) {
    const registry = this.#registry;
    this.requests = new RequestMetrics(registry);
    addGauge(registry, 'forecourt_requests_in_flight', (gauge) => gauge.set(this.#queue().inFlight));
    addGauge(registry, 'forecourt_requests_queued', (gauge) => gauge.set(this.#queue().queued));
    addGauge(registry, 'forecourt_unread_bytes', (gauge) => gauge.set(this.#connections().unreadBytes));
    addCounter(registry, 'forecourt_connections_cut_total', (counter) => {
      counter.reset();
      for (const [limit, count] of Object.entries(this.#connections().closedByLimit))
        counter.inc({ limit }, count);
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
  observeQueue(queue: () => QueueLength): void {
    this.#queue = queue;
  }

  /** The same of connections. */
  observeConnections(stats: () => ConnectionStats): void {
    this.#connections = stats;
  }

  read(): Promise<MetricValues> {
    return valuesOf(this.#registry);
  }

  /** Measures nothing any more. */
  stop(): void {
    this.#loop.stop();
  }
}
