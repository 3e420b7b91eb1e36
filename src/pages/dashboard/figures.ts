// The figures at the top of the dashboard, in groups by the time that they cover.
import type { PublicStatus } from '../../ingest/status/stock-status.ts';
import type { MetricSample } from '../../metrics/history.ts';
import { formatCount } from '../../api/format.ts';
import { h, section, type Child, type ElementNode } from '../element.ts';
import { formatBytes, formatCompact, formatDuration, formatSeconds, relativeTime } from '../format.ts';
import { bucketPercentile, sumDurations, totalOf } from './load-charts.ts';

interface FigureSources {
  readonly now: number;
  /** The last hour, oldest first. */
  readonly samples: readonly MetricSample[];
  /** Undefined until the stock has been read. */
  readonly status: PublicStatus | undefined;
}

type Figure = readonly [name: string, value: Child, note?: string | undefined];

const FIVE_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
/** Samples are taken at intervals that are not exact. */
const TOLERANCE_MS = 10_000;

/** Those of the last five minutes. */
export function recentSamples(samples: readonly MetricSample[], now: number): readonly MetricSample[] {
  return samples.filter(({ at }) => at > now - FIVE_MINUTES_MS);
}

export function figureGroups(sources: FigureSources): ElementNode {
  const { now, samples } = sources;
  const recent = recentSamples(samples, now);
  return h('div', { class: 'groups' }, [
    group('now', 'Now', currentFigures(samples.at(-1))),
    group('recent', periodOf(recent, now, FIVE_MINUTES_MS, 'The last 5 minutes'), recentFigures(recent)),
    group('hour', periodOf(samples, now, HOUR_MS, 'The last hour'), hourFigures(samples)),
    group('stock', 'The stock', stockFigures(sources)),
  ]);
}

function group(id: string, title: string, figures: readonly Figure[]): ElementNode {
  const items = figures.map(([name, value, remark]) =>
    h('div', {}, [
      h('dt', {}, name),
      h('dd', {}, [value, remark === undefined ? null : h('small', {}, remark)]),
    ]),
  );
  return section(id, title, h('dl', {}, items));
}

/** `name`, with how long it really is if the samples do not go so far back. */
function periodOf(samples: readonly MetricSample[], now: number, ms: number, name: string): string {
  const [oldest] = samples;
  if (oldest === undefined) return name;
  const covered = now - (oldest.at - oldest.seconds * 1000);
  return covered >= ms - TOLERANCE_MS ? name : `${name} (${formatDuration(covered)} so far)`;
}

function currentFigures(last: MetricSample | undefined): Figure[] {
  const known = (format: (sample: MetricSample) => string): string =>
    last === undefined ? '–' : format(last);
  return [
    [
      'Queued requests',
      known(({ queued }) => formatCount(queued)),
      last === undefined ? undefined : `limit ${formatCount(last.queueLimit)}`,
    ],
    ['Memory', known(({ memoryBytes }) => formatBytes(memoryBytes))],
    ['Processes', known(({ processes }) => formatCount(processes))],
    ['Running for', known(({ at, startedAt }) => formatDuration(at - startedAt))],
  ];
}

function recentFigures(samples: readonly MetricSample[]): Figure[] {
  const seconds = totalOf(samples, (sample) => sample.seconds);
  const durations = sumDurations(samples);
  const latency = (quantile: number): string => {
    const value = bucketPercentile(durations, quantile);
    return value === undefined ? '–' : formatSeconds(value);
  };
  const cacheable = totalOf(samples, (sample) => sample.cacheable);
  const cached = totalOf(samples, (sample) => sample.cached);
  return [
    [
      'Requests per second',
      seconds === 0 ? '–' : formatCompact(totalOf(samples, ({ requests }) => requests) / seconds),
    ],
    ['Searches, p50', latency(0.5)],
    ['Searches, p99', latency(0.99)],
    ['From the cache', cacheable === 0 ? '–' : `${Math.floor((100 * cached) / cacheable)} %`],
  ];
}

function hourFigures(samples: readonly MetricSample[]): Figure[] {
  const count = (of: (sample: MetricSample) => number): string =>
    samples.length === 0 ? '–' : formatCount(totalOf(samples, of));
  return [
    ['Requests', count(({ requests }) => requests)],
    ['Rejected', count(({ shed }) => shed)],
    ['Server errors', count(({ serverErrors }) => serverErrors)],
    ['Searches that found nothing', count(({ emptySearches }) => emptySearches)],
  ];
}

function stockFigures({ now, samples, status }: FigureSources): Figure[] {
  const last = samples.at(-1);
  const [lastImport] = status?.imports ?? [];
  return [
    ['Listings', status === undefined ? '–' : formatCount(status.listings)],
    ['Dealers', status === undefined ? '–' : formatCount(status.dealers)],
    ['Version in searches', last === undefined ? '–' : formatCount(last.sequence)],
    ['Shown since', last === undefined || last.changedAt === 0 ? '–' : relativeTime(last.changedAt, now)],
    ['Index in memory', last === undefined || last.indexBytes === 0 ? '–' : formatBytes(last.indexBytes)],
    [
      'Last import',
      lastImport === undefined ? 'none yet' : relativeTime(Date.parse(lastImport.startedAt), now),
    ],
  ];
}
