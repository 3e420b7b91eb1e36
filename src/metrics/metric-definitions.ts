// The metrics, one row each: type, labels, help and how several processes are aggregated. Registries and the table in
// docs/operations.md are made from these rows. Values of labels come from closed lists or from the operator, never from clients.
import { Counter, Gauge, type Registry } from 'prom-client';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels?: readonly string[];
  readonly help: string;
  /** For values that all processes share, and for those whose worst value matters; undefined: they are added. */
  readonly aggregator?: 'sum' | 'max' | 'min';
}

export const METRICS = {
  forecourt_build_info: {
    type: 'gauge',
    labels: ['version', 'node'],
    help: 'Always 1: the version of the running program, with its commit if that is known, and of Node',
    aggregator: 'max',
  },
  forecourt_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'Requests with a response, by route and class of status',
  },
  forecourt_request_duration_seconds: {
    type: 'histogram',
    labels: ['route', 'query_class'],
    help: 'Time from the head of a request to the response, by route and query class',
  },
  forecourt_problems_total: {
    type: 'counter',
    labels: ['code'],
    help: 'Responses with a problem, by its code',
  },
  forecourt_searches_without_match_total: {
    type: 'counter',
    help: 'Searches that found nothing, without those of crawlers',
  },
  forecourt_requests_in_flight: { type: 'gauge', help: 'In-flight requests, without health checks' },
  forecourt_requests_queued: { type: 'gauge', help: 'Queued requests, without health checks' },
  forecourt_requests_queue_limit: {
    type: 'gauge',
    help: 'Limit of queued searches; beyond it, the client with the most is rejected',
  },
  forecourt_waiting_connections: {
    type: 'gauge',
    help: 'Connections that wait for changes of a search, event streams included',
  },
  forecourt_waiting_searches: { type: 'gauge', help: 'Distinct searches that connections wait for' },
  forecourt_waiting_answer_seconds: {
    type: 'gauge',
    help: 'Of the last change of the stock, time from when searches showed it until all that waited for it were answered',
    aggregator: 'max',
  },
  forecourt_unread_bytes: {
    type: 'gauge',
    help: 'Bytes of responses in memory that clients have not read yet',
  },
  forecourt_connections_cut_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Connections closed to enforce a limit, by the limit',
  },
  forecourt_log_lines_dropped_total: {
    type: 'counter',
    help: 'Log lines dropped because the reader was too slow',
  },
  forecourt_ready: {
    type: 'gauge',
    help: '1 if searches work, 0 while the stock is loading and after damage was found in it',
    aggregator: 'min',
  },
  forecourt_damage_found_total: { type: 'counter', help: 'Reads of the data folder that found it damaged' },
  forecourt_listings: { type: 'gauge', help: 'Listings that can be searched', aggregator: 'min' },
  forecourt_index_segments: { type: 'gauge', help: 'Segments of the index', aggregator: 'max' },
  forecourt_index_builds_total: {
    type: 'counter',
    help: 'Builds of the whole index; a start that reads the index file does none',
  },
  forecourt_index_bytes: { type: 'gauge', help: 'Memory of the columns of the index' },
  forecourt_stock_sequence: {
    type: 'gauge',
    help: 'Number of the last change of the stock that searches show',
    aggregator: 'min',
  },
  forecourt_stock_changed_timestamp_seconds: {
    type: 'gauge',
    help: 'When searches last began to show a change',
    aggregator: 'min',
  },
  forecourt_change_log_characters: {
    type: 'gauge',
    help: 'Characters of earlier listings in the log of changes',
    aggregator: 'max',
  },
  forecourt_change_log_floor_timestamp_seconds: {
    type: 'gauge',
    help: 'From when on changes are known; a consumer that was away for longer has to export again',
    aggregator: 'max',
  },
  forecourt_index_lag_seconds: {
    type: 'gauge',
    help: 'How long searches have lagged behind the stock; 0 when they show its last change',
    aggregator: 'max',
  },
  forecourt_index_update_seconds: {
    type: 'gauge',
    help: 'Time from seeing the last change of the stock to showing it in searches',
    aggregator: 'max',
  },
  forecourt_feed_runs_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Feed runs that ended while this server ran, by outcome',
    aggregator: 'max',
  },
  forecourt_feed_last_run_timestamp_seconds: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Start of the last run of a feed',
    aggregator: 'max',
  },
  forecourt_feed_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Start of the last successful run of a feed, imported or not modified; 0 if there was none',
    aggregator: 'max',
  },
  forecourt_feed_failures: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Consecutive failures of a feed, up to its last run',
    aggregator: 'max',
  },
  forecourt_feed_blocked: {
    type: 'gauge',
    labels: ['feed'],
    help: '1 if the last run of a feed was blocked by the shrink guard, else 0',
    aggregator: 'max',
  },
  forecourt_feed_rejected_records: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Rejected records in the last complete run of a feed',
    aggregator: 'max',
  },
  forecourt_feed_field_coverage: {
    type: 'gauge',
    labels: ['feed', 'field'],
    help: 'Share of the listings of the last complete run of a feed that have a field, from 0 to 1',
    aggregator: 'max',
  },
  forecourt_feed_degraded: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Number of fields that fewer listings of a feed have than before, by more than a tenth of them',
    aggregator: 'max',
  },
  forecourt_event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['quantile'],
    help: 'Event loop lag in the worst five seconds of the last minute; quantile 1 is the maximum',
    aggregator: 'max',
  },
  forecourt_processes: { type: 'gauge', help: 'Processes that serve requests' },
  process_cpu_seconds_total: { type: 'counter', help: 'CPU time' },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory; shared memory counts for each process',
  },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'Memory of JavaScript objects' },
  process_open_fds: { type: 'gauge', help: 'Open files and connections' },
  process_max_fds: {
    type: 'gauge',
    help: 'Limit of open files and connections per process',
    aggregator: 'min',
  },
  process_start_time_seconds: { type: 'gauge', help: 'Start of the oldest process', aggregator: 'min' },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type NamesOfType<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** In seconds. Searches take 0.1 ms to some milliseconds; the larger buckets are for overload. */
export const DURATION_BUCKETS: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** A new counter in `registry`. `collect` adds its values whenever the metrics are read. */
export function addCounter(
  registry: Registry,
  name: NamesOfType<'counter'>,
  collect: (counter: Counter) => void,
): Counter {
  return new Counter({
    ...optionsOf(registry, name),
    collect() {
      this.reset();
      collect(this);
    },
  });
}

/** A new gauge in `registry`. `collect` sets its values whenever the metrics are read. */
export function addGauge(
  registry: Registry,
  name: NamesOfType<'gauge'>,
  collect: (gauge: Gauge) => void = () => {},
): Gauge {
  return new Gauge({
    ...optionsOf(registry, name),
    collect() {
      collect(this);
    },
  });
}

/** Counters and gauges of one value each, which is read whenever the metrics are read. */
export function addValues(
  registry: Registry,
  values: Readonly<Partial<Record<NamesOfType<'counter' | 'gauge'>, () => number>>>,
): void {
  for (const [key, read] of Object.entries(values)) {
    // Safe: the names are those of the type.
    const name = key as NamesOfType<'counter' | 'gauge'>;
    if (isCounter(name)) addCounter(registry, name, (counter) => counter.inc(read()));
    else addGauge(registry, name, (gauge) => gauge.set(read()));
  }
}

function isCounter(name: NamesOfType<'counter' | 'gauge'>): name is NamesOfType<'counter'> {
  return METRICS[name].type === 'counter';
}

function optionsOf(registry: Registry, name: MetricName) {
  const { labels = [], help, aggregator = 'sum' }: MetricDefinition = METRICS[name];
  return { name, help, labelNames: [...labels], aggregator, registers: [registry] };
}
