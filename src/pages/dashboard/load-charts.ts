// Charts of the last hour's samples: the values of the last minute, and lines in equal steps, with a scale from zero to a round
// number. Labels are outside the SVG, so they keep their size at any width.
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { formatBytes, formatCompact, formatSeconds, roundUpScale } from '../../format.ts';
import { DURATION_BUCKETS } from '../../metrics/metric-definitions.ts';
import type { MetricSample } from '../../metrics/history.ts';
import { h, type ElementNode } from '../element.ts';

/** Number of steps. Each is as long as several samples, so none is empty. */
const STEPS = 120;

/** The value of a line for a part of the samples; undefined if it has none. */
type ValueOf = (part: readonly MetricSample[]) => number | undefined;

/** `samples` must be in order of time, oldest first. */
export function loadCharts(samples: readonly MetricSample[], now: number): LineChart[] {
  const steps = inSteps(samples, now);
  const lastMinute = samples.filter(({ at }) => at > now - MINUTE_MS);
  const chart = (
    title: string,
    format: LineChart['format'],
    minTop: number,
    lines: Readonly<Record<string, ValueOf>>,
  ): LineChart => ({
    title,
    lines: Object.entries(lines).map(([name, valueOf]) => {
      const value = lastMinute.length === 0 ? undefined : valueOf(lastMinute);
      return {
        name,
        latest: value === undefined ? '–' : format(value),
        values: steps.map((part) => (part.length === 0 ? null : (valueOf(part) ?? null))),
      };
    }),
    format,
    minTop,
  });
  return [
    chart('Requests per second', formatCompact, 1, { answered: rate(({ requests }) => requests) }),
    chart('Search latency', formatSeconds, 0.001, {
      p50: (part) => bucketPercentile(sumDurations(part), 0.5),
      p99: (part) => bucketPercentile(sumDurations(part), 0.99),
    }),
    chart('Errors per second', formatCompact, 1, {
      rejected: rate(({ shed }) => shed),
      client: rate(({ clientErrors }) => clientErrors),
      server: rate(({ serverErrors }) => serverErrors),
    }),
    chart('Event loop lag', formatSeconds, 0.01, { maximum: maximum(({ loopDelay }) => loopDelay) }),
    chart('Queued requests', formatCompact, 10, { maximum: maximum(({ queued }) => queued) }),
    chart('Memory', formatBytes, 1e8, { 'in use': (part) => part.at(-1)?.memoryBytes }),
  ];
}

function rate(of: (sample: MetricSample) => number): ValueOf {
  return (part) => totalOf(part, of) / totalOf(part, ({ seconds }) => seconds);
}

function maximum(of: (sample: MetricSample) => number): ValueOf {
  return (part) => Math.max(...part.map(of));
}

function inSteps(samples: readonly MetricSample[], now: number): MetricSample[][] {
  const steps = Array.from({ length: STEPS }, (): MetricSample[] => []);
  for (const sample of samples) {
    const step = STEPS - 1 - Math.floor(((now - sample.at) / HOUR_MS) * STEPS);
    if (step >= 0 && step < STEPS) steps[step].push(sample);
  }
  return steps;
}

/** The counts of all samples by bucket, added up. */
export function sumDurations(part: readonly MetricSample[]): number[] {
  const sum: number[] = [];
  for (const { durations } of part) durations.forEach((count, i) => (sum[i] = (sum[i] ?? 0) + count));
  return sum;
}

export function totalOf(part: readonly MetricSample[], of: (sample: MetricSample) => number): number {
  return part.reduce((sum, sample) => sum + of(sample), 0);
}

/**
 * The duration in seconds below which a share `quantile` of all durations is (0.99 for p99), interpolated within its bucket;
 * undefined without durations. `counts` is parallel to DURATION_BUCKETS, followed by the count beyond the last bound, for which
 * the result is that bound.
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

const WIDTH = 600;
const HEIGHT = 120;

export interface Line {
  readonly name: string;
  /** The formatted value of the last minute. */
  readonly latest: string;
  /** One value per step of the chart; null if it was not measured. */
  readonly values: readonly (number | null)[];
}

export interface LineChart {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** Minimum upper end of the scale. */
  readonly minTop: number;
}

export function lineChart({ title, lines, format, minTop }: LineChart): ElementNode {
  const scaleTop = roundUpScale(
    Math.max(minTop, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );
  const values = lines.map(({ name, latest }) => `${name} ${latest}`).join(', ');
  return h('figure', {}, [
    h('figcaption', {}, [
      h('h3', {}, title),
      h('ul', {}, [
        lines.map(({ name, latest }, i) =>
          h('li', { class: `line-${i + 1}` }, [h('span', {}, name), ' ', h('strong', {}, latest)]),
        ),
      ]),
    ]),
    h('div', { class: 'plot' }, [
      h('span', { class: 'top' }, format(scaleTop)),
      h(
        'svg',
        {
          role: 'img',
          'aria-label': `${title} over the last hour, up to ${format(scaleTop)}. Now: ${values}.`,
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: 'none',
        },
        [
          [0, 0.5, 1].map((part) => h('path', { class: 'grid', d: `M0 ${HEIGHT * part}H${WIDTH}` })),
          // The first line is the most important. It is drawn last, on top of the others.
          lines
            .map(({ values }, i) => h('path', { class: `line-${i + 1}`, d: pathOf(values, scaleTop) }))
            .reverse(),
        ],
      ),
      h('span', { class: 'from' }, 'an hour ago'),
      h('span', { class: 'to' }, 'now'),
    ]),
  ]);
}

/** The path from value to value, with gaps for null. A single value becomes a dot. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const parts: string[] = [];
  let isDrawing = false;
  values.forEach((value, i) => {
    if (value !== null) {
      const x = ((i + 0.5) / values.length) * WIDTH;
      const y = HEIGHT - (Math.min(value, top) / top) * HEIGHT;
      parts.push(`${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isDrawing ? '' : 'h0'}`);
    }
    isDrawing = value !== null;
  });
  return parts.join('');
}
