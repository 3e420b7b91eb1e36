// How it went over the last hour: one sample every few seconds, each of what came between it and the one before. It is
// made of metrics that are read anyway, of however many processes, and takes up a bounded amount of memory.
import { DURATION_BUCKETS, type MetricName } from './metric-table.ts';
import type { RouteName } from './request-counts.ts';
import type { MetricValues } from './sum-metrics.ts';

export interface Sample {
  /** When it was taken, in milliseconds since 1970. */
  readonly at: number;
  /** What it covers. */
  readonly seconds: number;
  readonly requests: number;
  /** Answers that were a problem of the client's making. */
  readonly mistakes: number;
  /** Those that were turned away, so that others are answered. */
  readonly turnedAway: number;
  /** Those that were a fault of ours. */
  readonly faults: number;
  /** Questions to the stock by how long they took: parallel to DURATION_BUCKETS, and one more. */
  readonly durations: readonly number[];
  /** Seconds, as in EventLoopDelay. */
  readonly loopDelay: number;
  readonly memoryBytes: number;
  readonly processes: number;
  readonly queued: number;
  /** When searches last began to show a change, in milliseconds since 1970; 0: not since the start. */
  readonly changedAt: number;
  /** For how long there has been a change that searches do not show yet. */
  readonly behindSeconds: number;
}

/** Between two samples. */
export const SAMPLE_MS = 5000;
const SAMPLES_IN_AN_HOUR = 720;

const TURNED_AWAY: ReadonlySet<unknown> = new Set(['too_many_requests', 'overloaded', 'not_ready']);
const FAULTS: ReadonlySet<unknown> = new Set(['internal_error']);
/** What is asked of the stock. All else is files and checks. */
const QUESTIONS: ReadonlySet<unknown> = new Set<RouteName>(['search', 'summary', 'interpret', 'mcp', 'page']);

/** What has been counted since the start. */
interface Totals {
  readonly at: number;
  readonly requests: number;
  readonly mistakes: number;
  readonly turnedAway: number;
  readonly faults: number;
  readonly durations: readonly number[];
}

export class History {
  /** The oldest first. */
  #samples: Sample[] = [];
  #before: Totals | undefined;

  get samples(): readonly Sample[] {
    return this.#samples;
  }

  /** Takes a sample of metrics that were read at that time. The first call only begins. */
  add(values: MetricValues, at: number): void {
    const now = totalsOf(values, at);
    const before = this.#before;
    this.#before = now;
    if (before === undefined || at <= before.at) return;
    this.#samples.push({
      at,
      seconds: (at - before.at) / 1000,
      requests: since(before.requests, now.requests),
      mistakes: since(before.mistakes, now.mistakes),
      turnedAway: since(before.turnedAway, now.turnedAway),
      faults: since(before.faults, now.faults),
      durations: now.durations.map((count, i) => since(before.durations[i], count)),
      loopDelay: sum(values, 'forecourt_event_loop_delay_seconds', ({ quantile }) => quantile === '1'),
      memoryBytes: sum(values, 'process_resident_memory_bytes'),
      processes: sum(values, 'forecourt_processes'),
      queued: sum(values, 'forecourt_requests_queued'),
      changedAt: sum(values, 'forecourt_stock_changed_timestamp_seconds') * 1000,
      behindSeconds: sum(values, 'forecourt_stock_behind_seconds'),
    });
    if (this.#samples.length > SAMPLES_IN_AN_HOUR) this.#samples = this.#samples.slice(-SAMPLES_IN_AN_HOUR);
  }
}

type Labels = Readonly<Record<string, string | number>>;

function totalsOf(values: MetricValues, at: number): Totals {
  const problems = sum(values, 'forecourt_problems_total');
  const turnedAway = sum(values, 'forecourt_problems_total', ({ code }) => TURNED_AWAY.has(code));
  const faults = sum(values, 'forecourt_problems_total', ({ code }) => FAULTS.has(code));
  return {
    at,
    requests: sum(values, 'forecourt_requests_total'),
    mistakes: problems - turnedAway - faults,
    turnedAway,
    faults,
    durations: durationsOf(values),
  };
}

function durationsOf(values: MetricValues): number[] {
  const upTo = new Array<number>(DURATION_BUCKETS.length + 1).fill(0);
  for (const { value, labels, metricName } of readingsOf(values, 'forecourt_request_duration_seconds')) {
    if (metricName?.endsWith('_bucket') !== true || !QUESTIONS.has(labels.route)) continue;
    upTo[labels.le === '+Inf' ? DURATION_BUCKETS.length : DURATION_BUCKETS.indexOf(Number(labels.le))] +=
      value;
  }
  // A bucket of Prometheus holds all shorter ones too.
  return upTo.map((count, i) => count - (i === 0 ? 0 : upTo[i - 1]));
}

function sum(
  values: MetricValues,
  name: MetricName,
  counts: (labels: Labels) => boolean = () => true,
): number {
  let total = 0;
  for (const { value, labels } of readingsOf(values, name)) if (counts(labels)) total += value;
  return total;
}

function readingsOf(values: MetricValues, name: MetricName): MetricValues[number]['values'] {
  return values.find((metric) => metric.name === name)?.values ?? [];
}

/** Less than before: a process is gone that was not heard to the end. */
function since(before: number, now: number): number {
  return Math.max(0, now - before);
}
