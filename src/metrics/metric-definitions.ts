// The metrics, one row each: type, labels, help and how several processes are aggregated. Registries and the table in
// docs/operations.md are made from these rows. Values of labels come from closed lists or from the operator, never from clients.
import { Counter, Gauge, type Registry } from 'prom-client';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** `max` and `min` are for values that all processes share, and for those whose worst value matters. */
  readonly aggregator: 'sum' | 'max' | 'min';
}

/** Makes rows of a type. */
function rowsOf<const Type extends MetricDefinition['type']>(type: Type) {
  return (
    help: string,
    aggregator: MetricDefinition['aggregator'] = 'sum',
    labels: readonly string[] = [],
  ) => ({ type, help, aggregator, labels });
}

const counter = rowsOf('counter');
const gauge = rowsOf('gauge');
const histogram = rowsOf('histogram');

export const METRICS = {
  forecourt_build_info: gauge(
    'Always 1: the version of the running program, with its commit if that is known, and of Node',
    'max',
    ['version', 'node'],
  ),
  forecourt_requests_total: counter('Requests with a response, by route and class of status', 'sum', [
    'route',
    'status',
  ]),
  forecourt_request_duration_seconds: histogram(
    'Time from the head of a request to the response, by route and query class',
    'sum',
    ['route', 'query_class'],
  ),
  forecourt_problems_total: counter('Responses with a problem, by its code', 'sum', ['code']),
  forecourt_searches_without_match_total: counter('Searches that found nothing, without those of crawlers'),
  forecourt_requests_in_flight: gauge('In-flight requests, without health checks'),
  forecourt_requests_queued: gauge('Queued requests, without health checks'),
  forecourt_requests_queue_limit: gauge(
    'Limit of queued searches; beyond it, the client with the most is rejected',
  ),
  forecourt_waiting_connections: gauge(
    'Connections that wait for changes of a search, event streams included',
  ),
  forecourt_waiting_searches: gauge('Distinct searches that connections wait for'),
  forecourt_waiting_answer_seconds: gauge(
    'Of the last change of the stock, time from when searches showed it until all that waited for it were answered',
    'max',
  ),
  forecourt_unread_bytes: gauge('Bytes of responses in memory that clients have not read yet'),
  forecourt_connections_cut_total: counter('Connections closed to enforce a limit, by the limit', 'sum', [
    'limit',
  ]),
  forecourt_log_lines_dropped_total: counter('Log lines dropped because the reader was too slow'),
  forecourt_ready: gauge(
    '1 if searches work, 0 while the stock is loading and after damage was found in it',
    'min',
  ),
  forecourt_damage_found_total: counter('Reads of the data folder that found it damaged'),
  forecourt_listings: gauge('Listings that can be searched', 'min'),
  forecourt_index_segments: gauge('Segments of the index', 'max'),
  forecourt_index_builds_total: counter(
    'Builds of the whole index; a start that reads the index file does none',
  ),
  forecourt_index_bytes: gauge('Memory of the columns of the index'),
  forecourt_stock_sequence: gauge('Number of the last change of the stock that searches show', 'min'),
  forecourt_stock_changed_timestamp_seconds: gauge('When searches last began to show a change', 'min'),
  forecourt_change_log_characters: gauge('Characters of earlier listings in the log of changes', 'max'),
  forecourt_change_log_floor_timestamp_seconds: gauge(
    'From when on changes are known; a consumer that was away for longer has to export again',
    'max',
  ),
  forecourt_index_lag_seconds: gauge(
    'How long searches have lagged behind the stock; 0 when they show its last change',
    'max',
  ),
  forecourt_index_update_seconds: gauge(
    'Time from seeing the last change of the stock to showing it in searches',
    'max',
  ),
  forecourt_feed_runs_total: counter('Feed runs that ended while this server ran, by outcome', 'max', [
    'outcome',
  ]),
  forecourt_feed_last_run_timestamp_seconds: gauge('Start of the last run of a feed', 'max', ['feed']),
  forecourt_feed_last_success_timestamp_seconds: gauge(
    'Start of the last successful run of a feed, imported or not modified; 0 if there was none',
    'max',
    ['feed'],
  ),
  forecourt_feed_failures: gauge('Consecutive failures of a feed, up to its last run', 'max', ['feed']),
  forecourt_feed_blocked: gauge(
    '1 if the last run of a feed was blocked by the shrink guard, else 0',
    'max',
    ['feed'],
  ),
  forecourt_feed_rejected_records: gauge('Rejected records in the last complete run of a feed', 'max', [
    'feed',
  ]),
  forecourt_feed_field_coverage: gauge(
    'Share of the listings of the last complete run of a feed that have a field, from 0 to 1',
    'max',
    ['feed', 'field'],
  ),
  forecourt_feed_degraded: gauge(
    'Number of fields that fewer listings of a feed have than before, by more than a tenth of them',
    'max',
    ['feed'],
  ),
  forecourt_event_loop_delay_seconds: gauge(
    'Event loop lag in the worst five seconds of the last minute; quantile 1 is the maximum',
    'max',
    ['quantile'],
  ),
  forecourt_processes: gauge('Processes that serve requests'),
  process_cpu_seconds_total: counter('CPU time'),
  process_resident_memory_bytes: gauge('Resident memory; shared memory counts for each process'),
  nodejs_heap_size_used_bytes: gauge('Memory of JavaScript objects'),
  process_open_fds: gauge('Open files and connections'),
  process_max_fds: gauge('Limit of open files and connections per process', 'min'),
  process_start_time_seconds: gauge('Start of the oldest process', 'min'),
} satisfies Readonly<Record<string, MetricDefinition>>;

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
  const { labels, help, aggregator } = METRICS[name];
  return { name, help, labelNames: [...labels], aggregator, registers: [registry] };
}
