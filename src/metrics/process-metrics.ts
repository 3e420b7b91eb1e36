// The metrics of one process that serves requests: its own counters, and gauges that are read from their sources whenever the
// metrics are read. Nothing is measured in between, except the event loop lag.
import { readdirSync, readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import type { StockStats } from '../index/stock-stats.ts';
import type { PublicFeed } from '../stock-status.ts';
import { metricValuesOf, type MetricValues } from './aggregate-metrics.ts';
import { EmptySearches } from './empty-searches.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { BUILD } from '../package-files.ts';
import { addCounter, addGauge, addValues } from './metric-definitions.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addFeedGauges } from './feed-metrics.ts';

export interface MetricSources {
  stock(): StockStats;
  /** Undefined while the stock is loading. */
  feeds(): readonly PublicFeed[] | undefined;
  droppedLines?(): number;
}

/** Requests of the routes that have an admission queue. */
interface QueueLength {
  readonly inFlight: number;
  readonly queued: number;
  readonly limit: number;
}

export interface ConnectionStats {
  /** Bytes of responses that clients have not read yet. */
  readonly unreadBytes: number;
  /** Connections that were closed to enforce a limit, by the name of the limit. */
  readonly closedByLimit: Readonly<Record<string, number>>;
}

interface WaitingCounts {
  readonly connections: number;
  readonly searches: number;
  /** Of the last change of the stock, from when searches showed it until all were answered. */
  readonly answerMs: number;
}

/** What an HTTP server counts itself, each read whenever the metrics are read. */
export interface HttpStats {
  queue(): QueueLength;
  waiting(): WaitingCounts;
  connections(): ConnectionStats;
}

export class ProcessMetrics {
  readonly requests: RequestMetrics;
  readonly emptySearches = new EmptySearches();
  readonly #registry = new Registry();
  readonly #loop = new EventLoopDelay();
  readonly #http: HttpStats = {
    queue: () => ({ inFlight: 0, queued: 0, limit: 0 }),
    waiting: () => ({ connections: 0, searches: 0, answerMs: 0 }),
    connections: () => ({ unreadBytes: 0, closedByLimit: {} }),
  };

  constructor(sources: MetricSources) {
    const registry = this.#registry;
    const http = this.#http;
    addGauge(registry, 'forecourt_build_info').set({ version: BUILD, node: process.versions.node }, 1);
    this.requests = new RequestMetrics(registry);
    addValues(registry, {
      forecourt_requests_in_flight: () => http.queue().inFlight,
      forecourt_requests_queued: () => http.queue().queued,
      forecourt_requests_queue_limit: () => http.queue().limit,
      forecourt_waiting_connections: () => http.waiting().connections,
      forecourt_waiting_searches: () => http.waiting().searches,
      forecourt_waiting_answer_seconds: () => http.waiting().answerMs / 1000,
      forecourt_searches_without_match_total: () => this.emptySearches.read().searches,
      forecourt_unread_bytes: () => http.connections().unreadBytes,
      forecourt_log_lines_dropped_total: () => sources.droppedLines?.() ?? 0,
    });
    addCounter(registry, 'forecourt_connections_cut_total', (counter) => {
      for (const [limit, count] of Object.entries(http.connections().closedByLimit))
        counter.inc({ limit }, count);
    });
    addStockGauges(registry, () => sources.stock());
    addFeedGauges(registry, () => sources.feeds());
    addProcessGauges(registry, this.#loop);
  }

  observe(stats: Partial<HttpStats>): void {
    Object.assign(this.#http, stats);
  }

  read(): Promise<MetricValues> {
    return metricValuesOf(this.#registry);
  }

  stop(): void {
    this.#loop.stop();
  }
}

function addStockGauges(registry: Registry, stats: () => StockStats): void {
  addValues(registry, {
    forecourt_ready: () => (stats().isReady && stats().damageFound === 0 ? 1 : 0),
    forecourt_damage_found_total: () => stats().damageFound,
    forecourt_listings: () => stats().listings,
    forecourt_index_segments: () => stats().segments,
    forecourt_index_builds_total: () => stats().builds,
    forecourt_index_bytes: () => stats().bytes,
    forecourt_stock_sequence: () => stats().sequence,
    forecourt_stock_changed_timestamp_seconds: () => stats().changedAt / 1000,
    forecourt_change_log_characters: () => stats().past?.characters ?? 0,
    forecourt_change_log_floor_timestamp_seconds: () => (stats().past?.knownSince ?? 0) / 1000,
    forecourt_index_lag_seconds: () => stats().lagMs / 1000,
    forecourt_index_update_seconds: () => stats().updateMs / 1000,
  });
}

/** CPU, memory and open files, by the names of Prometheus' client libraries. */
function addProcessGauges(registry: Registry, loop: EventLoopDelay): void {
  addGauge(registry, 'forecourt_event_loop_delay_seconds', (gauge) => {
    const { median, p99, max } = loop.read();
    gauge.set({ quantile: '0.5' }, median);
    gauge.set({ quantile: '0.99' }, p99);
    gauge.set({ quantile: '1' }, max);
  });
  const startedAt = Date.now() / 1000 - process.uptime();
  addValues(registry, {
    forecourt_processes: () => 1,
    process_cpu_seconds_total: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    process_resident_memory_bytes: () => process.memoryUsage.rss(),
    nodejs_heap_size_used_bytes: () => process.memoryUsage().heapUsed,
    process_start_time_seconds: () => startedAt,
  });
  // Without /proc these metrics do not exist.
  const limit = maxOpenFiles();
  if (limit === undefined) return;
  addValues(registry, { process_open_fds: countOpenFiles, process_max_fds: () => limit });
}

function countOpenFiles(): number {
  try {
    // One of them is the directory that is being read.
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    // The limit is reached.
    return maxOpenFiles() ?? 0;
  }
}

/** Undefined without /proc. */
export function maxOpenFiles(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return limit === null ? undefined : Number(limit[1]);
  } catch {
    return undefined;
  }
}
