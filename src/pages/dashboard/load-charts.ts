// Load at a glance, out of the samples of the last hour: the numbers of the last minute, and lines in even steps.
import type { MetricSample } from '../../metrics/history.ts';
import { bucketPercentile } from './percentile.ts';
import { formatSeconds, formatBytes, formatCompact } from '../format.ts';
import type { LineChart, Line } from './line-chart.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Each is as wide as some samples, so that there is one in every step. */
const STEPS = 120;

/** The charts, of samples with the oldest first. */
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
    total(part, of) / total(part, ({ seconds }) => seconds);
  const maxLoopDelay = (part: readonly MetricSample[]): number =>
    Math.max(...part.map(({ loopDelay }) => loopDelay));
  return [
    {
      title: 'Requests a second',
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
      title: 'Time to answer a search',
      lines: [
        line('half within', (part) => bucketPercentile(durations(part), 0.5), formatSeconds),
        line('99 of 100 within', (part) => bucketPercentile(durations(part), 0.99), formatSeconds),
      ],
      format: formatSeconds,
      minTop: 0.001,
    },
    {
      title: 'Refused a second',
      lines: [
        line(
          'turned away',
          rate(({ shed }) => shed),
          formatCompact,
        ),
        line(
          'mistakes of clients',
          rate(({ clientErrors }) => clientErrors),
          formatCompact,
        ),
        line(
          'faults',
          rate(({ serverErrors }) => serverErrors),
          formatCompact,
        ),
      ],
      format: formatCompact,
      minTop: 1,
    },
    {
      title: 'Delay of the event loop',
      lines: [line('longest', maxLoopDelay, formatSeconds)],
      format: formatSeconds,
      minTop: 0.01,
    },
    {
      title: 'Queued requests',
      lines: [line('most at once', (part) => Math.max(...part.map(({ queued }) => queued)), formatCompact)],
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

/** Refused over the last hour. */
export function countShed(samples: readonly MetricSample[]): {
  readonly shed: number;
  readonly serverErrors: number;
} {
  return {
    shed: total(samples, ({ shed }) => shed),
    serverErrors: total(samples, ({ serverErrors }) => serverErrors),
  };
}

function inSteps(samples: readonly MetricSample[], now: number): MetricSample[][] {
  const steps = Array.from({ length: STEPS }, (): MetricSample[] => []);
  for (const sample of samples) {
    const step = STEPS - 1 - Math.floor(((now - sample.at) / HOUR_MS) * STEPS);
    if (step >= 0 && step < STEPS) steps[step].push(sample);
  }
  return steps;
}

function durations(part: readonly MetricSample[]): number[] {
  const sum: number[] = [];
  for (const { durations } of part) durations.forEach((count, i) => (sum[i] = (sum[i] ?? 0) + count));
  return sum;
}

function total(part: readonly MetricSample[], of: (sample: MetricSample) => number): number {
  return part.reduce((sum, sample) => sum + of(sample), 0);
}
