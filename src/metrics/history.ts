// The last hour as samples: the increase of counters since the previous sample, and gauges. They are taken from aggregated
// metrics, so they cover all processes, and their number is bounded.
import { DURATION_BUCKETS, type MetricName } from './metric-definitions.ts';
import type { RouteName } from './request-metrics.ts';
import type { MetricValues } from './aggregate-metrics.ts';

export interface MetricSample {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  /** Seconds since the previous sample. */
  readonly seconds: number;
  readonly requests: number;
  /** Responses with a problem that the client caused. */
  readonly clientErrors: number;
  /** Responses to rate-limited and shed requests, and to requests before the server was ready. */
  readonly shed: number;
  readonly serverErrors: number;
  /** Queries by duration: one count per bucket of DURATION_BUCKETS, and one for longer durations. */
  readonly durations: readonly number[];
  /** The longest event loop lag, in seconds. */
  readonly loopDelay: number;
  readonly memoryBytes: number;
  readonly processes: number;
  readonly queued: number;
  /** Searches that may be queued, in all processes. */
  readonly queueLimit: number;
  /** Requests for searches, summaries and maps that a response cache could have answered. */
  readonly cacheable: number;
  /** Those of them that it did answer. */
  readonly cached: number;
  readonly emptySearches: number;
  /** Start of the oldest process, in milliseconds since 1970. */
  readonly startedAt: number;
  /** When searches last began to show a change, in milliseconds since 1970; 0: not since the start. */
  readonly changedAt: number;
  /** How long searches have lagged behind the stock. */
  readonly lagSeconds: number;
}

export const SAMPLE_INTERVAL_MS = 5000;
const MAX_SAMPLES = 720;

const SHED_CODES: ReadonlySet<unknown> = new Set(['too_many_requests', 'overloaded', 'not_ready']);
/** Routes that query the stock. The others serve files and health checks. */
const QUERY_ROUTES: ReadonlySet<unknown> = new Set<RouteName>([
  'search',
  'summary',
  'map',
  'lookup',
  'interpret',
  'mcp',
  'page',
  'page_state',
]);

const CACHED_ROUTES: ReadonlySet<unknown> = new Set<RouteName>(['search', 'summary', 'map']);

type CounterName =
  'requests' | 'clientErrors' | 'shed' | 'serverErrors' | 'cacheable' | 'cached' | 'emptySearches';

interface Totals {
  readonly at: number;
  readonly counts: Readonly<Record<CounterName, number>>;
  readonly durations: readonly number[];
}

export class History {
  /** Oldest first. */
  #samples: MetricSample[] = [];
  #before: Totals | undefined;

  get samples(): readonly MetricSample[] {
    return this.#samples;
  }

  /** Adds the sample for metrics read at the time `at`. The first call adds none: it has no previous counters. */
  add(values: MetricValues, at: number): void {
    const now = { at, counts: countsOf(values), durations: durationsOf(values) };
    const before = this.#before;
    this.#before = now;
    if (before === undefined || at <= before.at) return;
    const names = Object.keys(now.counts) as CounterName[];
    const increases = names.map((name) => [name, increase(before.counts[name], now.counts[name])] as const);
    this.#samples.push({
      at,
      seconds: (at - before.at) / 1000,
      // Safe: an entry for each name.
      ...(Object.fromEntries(increases) as Record<CounterName, number>),
      durations: now.durations.map((count, i) => increase(before.durations[i], count)),
      loopDelay: sum(values, 'forecourt_event_loop_delay_seconds', ({ quantile }) => quantile === '1'),
      memoryBytes: sum(values, 'process_resident_memory_bytes'),
      processes: sum(values, 'forecourt_processes'),
      queued: sum(values, 'forecourt_requests_queued'),
      queueLimit: sum(values, 'forecourt_requests_queue_limit'),
      startedAt: sum(values, 'process_start_time_seconds') * 1000,
      changedAt: sum(values, 'forecourt_stock_changed_timestamp_seconds') * 1000,
      lagSeconds: sum(values, 'forecourt_index_lag_seconds'),
    });
    if (this.#samples.length > MAX_SAMPLES) this.#samples = this.#samples.slice(-MAX_SAMPLES);
  }
}

type Labels = Readonly<Record<string, string | number>>;

function countsOf(values: MetricValues): Totals['counts'] {
  const problems = sum(values, 'forecourt_problems_total');
  const shed = sum(values, 'forecourt_problems_total', ({ code }) => SHED_CODES.has(code));
  const serverErrors = sum(values, 'forecourt_problems_total', ({ code }) => code === 'internal_error');
  return {
    requests: sum(values, 'forecourt_requests_total'),
    clientErrors: problems - shed - serverErrors,
    shed,
    serverErrors,
    cacheable: countDurations(values, ({ query_class: queryClass }) => queryClass !== 'other'),
    cached: countDurations(values, ({ query_class: queryClass }) => queryClass === 'cached'),
    emptySearches: sum(values, 'forecourt_searches_without_match_total'),
  };
}

function countDurations(values: MetricValues, isCounted: (labels: Labels) => boolean): number {
  let total = 0;
  for (const { value, labels, metricName } of valuesOfMetric(values, 'forecourt_request_duration_seconds'))
    if (metricName?.endsWith('_count') === true && CACHED_ROUTES.has(labels.route) && isCounted(labels))
      total += value;
  return total;
}

function durationsOf(values: MetricValues): number[] {
  const cumulative = new Array<number>(DURATION_BUCKETS.length + 1).fill(0);
  for (const { value, labels, metricName } of valuesOfMetric(values, 'forecourt_request_duration_seconds')) {
    if (metricName?.endsWith('_bucket') !== true || !QUERY_ROUTES.has(labels.route)) continue;
    cumulative[
      labels.le === '+Inf' ? DURATION_BUCKETS.length : DURATION_BUCKETS.indexOf(Number(labels.le))
    ] += value;
  }
  // Prometheus' buckets are cumulative.
  return cumulative.map((count, i) => count - (i === 0 ? 0 : cumulative[i - 1]));
}

function sum(
  values: MetricValues,
  name: MetricName,
  isCounted: (labels: Labels) => boolean = () => true,
): number {
  let total = 0;
  for (const { value, labels } of valuesOfMetric(values, name)) if (isCounted(labels)) total += value;
  return total;
}

function valuesOfMetric(values: MetricValues, name: MetricName): MetricValues[number]['values'] {
  return values.find((metric) => metric.name === name)?.values ?? [];
}

/** Never negative. A counter decreases if a process exits before its last values were read. */
function increase(before: number, now: number): number {
  return Math.max(0, now - before);
}
