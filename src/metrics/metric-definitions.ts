// Every metric, one row each: what is counted, by which labels, and how the numbers of several processes become one.
// Registries and the table of docs/operations.md are made from these rows. Labels have few values, known beforehand, or
// names that the operator has chosen: nothing that a client sends becomes one.
import { Counter, Gauge, type Registry } from 'prom-client';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** `max` and `min` are of numbers that every process sees alike, or of which the worst is wanted. */
  readonly aggregator: 'sum' | 'max' | 'min';
}

export const METRICS = {
  forecourt_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'Requests that were answered, by route and class of status',
    aggregator: 'sum',
  },
  forecourt_request_duration_seconds: {
    type: 'histogram',
    labels: ['route', 'query_class'],
    help: 'Time from the head of a request to its answer, by route and by what was asked for',
    aggregator: 'sum',
  },
  forecourt_problems_total: {
    type: 'counter',
    labels: ['code'],
    help: 'Answers that were a problem, by its code',
    aggregator: 'sum',
  },
  forecourt_requests_in_flight: {
    type: 'gauge',
    labels: [],
    help: 'Requests that are being answered: searches, pages and redirects',
    aggregator: 'sum',
  },
  forecourt_requests_queued: {
    type: 'gauge',
    labels: [],
    help: 'Requests in the admission queues of searches, pages and redirects',
    aggregator: 'sum',
  },
  forecourt_unread_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Bytes of answers in memory that clients have not read yet',
    aggregator: 'sum',
  },
  forecourt_connections_cut_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Connections that were closed because of a limit, by the limit',
    aggregator: 'sum',
  },
  forecourt_log_lines_dropped_total: {
    type: 'counter',
    labels: [],
    help: 'Lines of the log that were lost because nobody took them in time',
    aggregator: 'sum',
  },
  forecourt_ready: {
    type: 'gauge',
    labels: [],
    help: '1 when searches are answered, 0 while the stock is first being read and after damage was found in it',
    aggregator: 'min',
  },
  forecourt_damage_found_total: {
    type: 'counter',
    labels: [],
    help: 'Reads of the data folder that found it damaged',
    aggregator: 'sum',
  },
  forecourt_listings: {
    type: 'gauge',
    labels: [],
    help: 'Listings that can be searched',
    aggregator: 'min',
  },
  forecourt_index_segments: { type: 'gauge', labels: [], help: 'Segments of the index', aggregator: 'max' },
  forecourt_index_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory that the columns of the index take up',
    aggregator: 'sum',
  },
  forecourt_stock_sequence: {
    type: 'gauge',
    labels: [],
    help: 'Number of the last change of the stock that searches show',
    aggregator: 'min',
  },
  forecourt_stock_changed_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When searches last began to show a change',
    aggregator: 'min',
  },
  forecourt_index_lag_seconds: {
    type: 'gauge',
    labels: [],
    help: 'For how long there has been a change that searches do not show yet; 0 when there is none',
    aggregator: 'max',
  },
  forecourt_index_update_seconds: {
    type: 'gauge',
    labels: [],
    help: 'How long the last change took from being seen in the stock to being shown',
    aggregator: 'max',
  },
  forecourt_feed_runs_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Runs of feeds that ended while this server ran, by outcome',
    aggregator: 'max',
  },
  forecourt_feed_last_run_timestamp_seconds: {
    type: 'gauge',
    labels: ['feed'],
    help: 'When the last run of a feed began',
    aggregator: 'max',
  },
  forecourt_feed_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: ['feed'],
    help: 'When the last run began that was imported or found nothing new; 0 if there was none',
    aggregator: 'max',
  },
  forecourt_feed_failures: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Failures of a feed in a row, up to its last run',
    aggregator: 'max',
  },
  forecourt_feed_blocked: {
    type: 'gauge',
    labels: ['feed'],
    help: '1 when the last run of a feed was held back',
    aggregator: 'max',
  },
  forecourt_feed_rejected_records: {
    type: 'gauge',
    labels: ['feed'],
    help: 'Records that were rejected in the last run that was read whole',
    aggregator: 'max',
  },
  forecourt_event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['quantile'],
    help: 'How late timers ran, in the worst five seconds of the last minute; the quantile 1 is the longest',
    aggregator: 'max',
  },
  forecourt_processes: { type: 'gauge', labels: [], help: 'Processes that answer', aggregator: 'sum' },
  process_cpu_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'Processor time that was used',
    aggregator: 'sum',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory in use; what several processes share is counted for each',
    aggregator: 'sum',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory in use by objects of JavaScript',
    aggregator: 'sum',
  },
  process_open_fds: { type: 'gauge', labels: [], help: 'Open files and connections', aggregator: 'sum' },
  process_max_fds: {
    type: 'gauge',
    labels: [],
    help: 'Files and connections that one process may have open',
    aggregator: 'min',
  },
  process_start_time_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the oldest process began',
    aggregator: 'min',
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

/** The names of one type of metric. */
type NamesOfType<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Seconds. A search takes from a tenth of a millisecond to some milliseconds; the rest is for bad days. */
export const DURATION_BUCKETS: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The metric of that name, new in `registry`. */
export function addCounter(
  registry: Registry,
  name: NamesOfType<'counter'>,
  collect?: Collect<Counter>,
): Counter {
  return new Counter({ ...optionsOf(registry, name), ...(collect && { collect: bindThis(collect) }) });
}

/** The same. */
export function addGauge(registry: Registry, name: NamesOfType<'gauge'>, collect?: Collect<Gauge>): Gauge {
  return new Gauge({ ...optionsOf(registry, name), ...(collect && { collect: bindThis(collect) }) });
}

/** Sets the metric's values, each time that they are read. */
export type Collect<Metric> = (metric: Metric) => void;

function bindThis<Metric>(collect: Collect<Metric>): (this: Metric) => void {
  return function () {
    collect(this);
  };
}

function optionsOf(registry: Registry, name: MetricName) {
  const { labels, help, aggregator }: MetricDefinition = METRICS[name];
  return { name, help, labelNames: [...labels], aggregator: aggregator, registers: [registry] };
}
