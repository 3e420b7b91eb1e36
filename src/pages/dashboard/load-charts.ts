// Charts of the last hour's samples: the values of the last minute, and lines of even steps.
import { DURATION_BUCKETS } from '../../metrics/metric-definitions.ts';
import type { MetricSample } from '../../metrics/history.ts';
import { formatSeconds, formatBytes, formatCompact } from '../format.ts';
import type { LineChart, Line } from './line-chart.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Each step is as long as several samples, so that none is empty. */
const STEPS = 120;

/** `samples` are in order of time, the oldest first. */
export function loadCharts(samples: readonly MetricSample[], now: number): LineChart[] {
  const steps = inSteps(samples, now);
  const lastMinute = samples.filter(({ at }) => at > now - MINUTE_MS);
  const line = (
    name: string,
    valueOf: (part: readonly MetricSample[]) => number | undefined,
    format: (value: number) => string,
  ): Line => {
    const value = lastMinute.length === 0 ? undefined : valueOf(lastMinute);
    return {
      name,
      latest: value === undefined ? '–' : format(value),
      values: steps.map((part) => (part.length === 0 ? null : (valueOf(part) ?? null))),
    };
  };
  const rate = (of: (sample: MetricSample) => number) => (part: readonly MetricSample[]) =>
    totalOf(part, of) / totalOf(part, ({ seconds }) => seconds);
  const maxLoopDelay = (part: readonly MetricSample[]): number =>
    Math.max(...part.map(({ loopDelay }) => loopDelay));
  return [
    {
      title: 'Requests per second',
      lines: [
        line(
          'answered',
          rate(({ requests }) => requests),
          formatCompact,
        ),
      ],
      format: formatCompact,
      minTop: 1,
    },
    {
      title: 'Search latency',
      lines: [
        line('p50', (part) => bucketPercentile(sumDurations(part), 0.5), formatSeconds),
        line('p99', (part) => bucketPercentile(sumDurations(part), 0.99), formatSeconds),
      ],
      format: formatSeconds,
      minTop: 0.001,
    },
    {
      title: 'Errors per second',
      lines: [
        line(
          'rejected',
          rate(({ shed }) => shed),
          formatCompact,
        ),
        line(
          'client errors',
          rate(({ clientErrors }) => clientErrors),
          formatCompact,
        ),
        line(
          'server errors',
          rate(({ serverErrors }) => serverErrors),
          formatCompact,
        ),
      ],
      format: formatCompact,
      minTop: 1,
    },
    {
      title: 'Event loop lag',
      lines: [line('maximum', maxLoopDelay, formatSeconds)],
      format: formatSeconds,
      minTop: 0.01,
    },
    {
      title: 'Queued requests',
      lines: [line('maximum', (part) => Math.max(...part.map(({ queued }) => queued)), formatCompact)],
      format: formatCompact,
      minTop: 10,
    },
    {
      title: 'Memory',
      lines: [line('in use', (part) => part.at(-1)?.memoryBytes, formatBytes)],
      format: formatBytes,
      minTop: 1e8,
    },
  ];
}

function inSteps(samples: readonly MetricSample[], now: number): MetricSample[][] {
  const steps = Array.from({ length: STEPS }, (): MetricSample[] => []);
  for (const sample of samples) {
    const step = STEPS - 1 - Math.floor(((now - sample.at) / HOUR_MS) * STEPS);
    if (step >= 0 && step < STEPS) steps[step].push(sample);
  }
  return steps;
}

/** The counts of all samples, by bucket. */
export function sumDurations(part: readonly MetricSample[]): number[] {
  const sum: number[] = [];
  for (const { durations } of part) durations.forEach((count, i) => (sum[i] = (sum[i] ?? 0) + count));
  return sum;
}

export function totalOf(part: readonly MetricSample[], of: (sample: MetricSample) => number): number {
  return part.reduce((sum, sample) => sum + of(sample), 0);
}

/**
 * Seconds below which `quantile` of the durations are (0.99: p99), interpolated within their bucket; undefined if there are
 * none. `counts` is parallel to DURATION_BUCKETS, with one more for durations beyond the last bound, which is their result.
 */
export function bucketPercentile(counts: readonly number[], quantile: number): number | undefined {
  const rank = counts.reduce((sum, count) => sum + count, 0) * quantile;
  if (rank === 0) return undefined;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = i === 0 ? 0 : DURATION_BUCKETS[i - 1];
      const to = DURATION_BUCKETS[i] ?? from;
      return from + ((rank - below) / count) * (to - from);
    }
    below += count;
  }
  return DURATION_BUCKETS.at(-1);
}
