// The operator's dashboard: state, freshness, load and feeds. The server renders all of it; its script only reloads it. The
// figures at its top are grouped by the period that they cover.
import type { EmptySearchCounts } from '../../metrics/empty-searches.ts';
import type { MetricSample } from '../../metrics/history.ts';
import type { PublicStatus } from '../../stock-status.ts';
import { sitePage } from '../site-frame.ts';
import { h, section, type Child, type ElementNode } from '../element.ts';
import { HOUR_MS } from '../../durations.ts';
import {
  pluralize,
  formatDuration,
  formatSeconds,
  formatCount,
  formatBytes,
  formatCompact,
} from '../../format.ts';
import { emptySearches, feedTable, importTable, note, relativeTime } from './tables.ts';
import { bucketPercentile, lineChart, loadCharts, sumDurations, totalOf } from './load-charts.ts';

export interface DashboardModel {
  readonly now: number;
  /** Samples of the last hour, oldest first. */
  readonly samples: readonly MetricSample[];
  /** Undefined until the stock has been read. */
  readonly status: PublicStatus | undefined;
  /** Counts of all processes since their start. */
  readonly emptySearches: EmptySearchCounts;
  /** Whether the reader may see what visitors searched for. */
  readonly areTermsShown: boolean;
  readonly basePath: string;
  /** URL of the search page, with a final slash. */
  readonly siteUrl: string;
}

export function dashboardPage(model: DashboardModel): string {
  const { basePath, siteUrl, status, now } = model;
  return sitePage({
    title: 'Forecourt: dashboard',
    siteUrl,
    name: NAME,
    links: [[NAME, basePath]],
    head: [
      h('meta', { name: 'robots', content: 'noindex' }),
      h('link', { rel: 'icon', href: `${basePath}../favicon.ico` }),
      h('link', { rel: 'stylesheet', href: `${basePath}page.css` }),
      h('script', { type: 'module', src: `${basePath}page.js` }),
      h('noscript', {}, h('meta', { 'http-equiv': 'refresh', content: '30' })),
    ],
    content: h('main', { id: 'content' }, [
      h('h1', {}, NAME),
      h('div', { id: 'live' }, [
        stateLines(model),
        figureGroups(model),
        section('load', 'The last hour, step by step', load(model)),
        section(
          'empty',
          'Searches that found nothing',
          emptySearches(model.emptySearches, model.areTermsShown),
        ),
        status === undefined ? null : section('feeds', 'Feeds', feedTable(status, now)),
        status === undefined ? null : section('imports', 'Recent imports', importTable(status, now)),
      ]),
    ]),
  });
}

const NAME = 'Dashboard';

const MAX_P99_SECONDS = 1;

/** What is wrong, the gravest first, with links to more of it. */
function stateLines({ now, status, samples }: DashboardModel): ElementNode {
  const serverErrors = totalOf(samples, (sample) => sample.serverErrors);
  const feeds = status?.feeds ?? [];
  const failingFeeds = feeds.filter(({ lastRun }) => ['failed', 'blocked'].includes(lastRun.outcome)).length;
  const degradedFeeds = feeds.filter(({ degraded }) => degraded.length > 0).length;
  const lagSeconds = samples.at(-1)?.lagSeconds ?? 0;
  const recent = recentSamples(samples, now);
  const slowest = bucketPercentile(sumDurations(recent), 0.99) ?? 0;
  const rejected = totalOf(recent, ({ shed }) => shed);
  const failedFeedsWords = `${pluralize(failingFeeds, 'feed')} failed or ${failingFeeds === 1 ? 'was' : 'were'} blocked.`;
  const serverErrorWords = `${pluralize(serverErrors, 'server error')} in the last hour. The log has the details.`;
  const lagWords = `Searches lag behind the stock by ${formatDuration(lagSeconds * 1000)}.`;
  const slowWords = `Searches are slow: p99 ${formatSeconds(slowest)} in the last 5 minutes.`;
  const degradedWords = `${pluralize(degradedFeeds, 'feed')} degraded: listings lack fields that they had.`;
  const rejectedWords = `${pluralize(rejected, 'request')} rejected in the last 5 minutes.`;
  const faults: readonly (readonly [isSo: boolean, state: string, section: string, words: string])[] = [
    [serverErrors > 0, 'bad', 'hour', serverErrorWords],
    [lagSeconds > 10, 'bad', 'stock', lagWords],
    [failingFeeds > 0, 'warn', 'feeds', failedFeedsWords],
    [degradedFeeds > 0, 'warn', 'feeds', degradedWords],
    [rejected > 0, 'warn', 'recent', rejectedWords],
    [slowest > MAX_P99_SECONDS, 'warn', 'recent', slowWords],
  ];
  const found = faults.flatMap(([isSo, state, section, words]) =>
    isSo ? [stateItem(state, h('a', { href: `#${section}` }, words))] : [],
  );
  if (found.length === 0) found.push(stateItem('good', 'All is well.'));
  const waiting = stateItem('waiting', 'The stock is being read. Searches work once that is done.');
  return h('div', { class: 'overall' }, [
    h('ul', {}, status === undefined ? waiting : found),
    h('p', { class: 'as-of' }, ['As of ', h('time', { datetime: iso(now) }, iso(now).slice(11, 19)), ' UTC']),
  ]);
}

function stateItem(state: string, words: Child): ElementNode {
  return h('li', { class: `state ${state}` }, words);
}

function load({ now, samples }: DashboardModel): Child {
  if (samples.length === 0) return note('No measurements yet. The first come within seconds.');
  return h('div', { class: 'charts' }, loadCharts(samples, now).map(lineChart));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

type Figure = readonly [name: string, value: Child];

const FIVE_MINUTES_MS = 300_000;
/** Tolerance for the intervals of samples, which are not exact. */
const TOLERANCE_MS = 10_000;

/** The samples of the last five minutes. */
function recentSamples(samples: readonly MetricSample[], now: number): readonly MetricSample[] {
  return samples.filter(({ at }) => at > now - FIVE_MINUTES_MS);
}

function figureGroups(model: DashboardModel): ElementNode {
  const { now, samples } = model;
  const recent = recentSamples(samples, now);
  return h('div', { class: 'groups' }, [
    group('now', 'Now', currentFigures(samples.at(-1))),
    group('recent', periodOf(recent, now, FIVE_MINUTES_MS, 'The last 5 minutes'), recentFigures(recent)),
    group('hour', periodOf(samples, now, HOUR_MS, 'The last hour'), hourFigures(samples)),
    group('stock', 'The stock', stockFigures(model)),
  ]);
}

function group(id: string, title: string, figures: readonly Figure[]): ElementNode {
  const items = figures.map(([name, value]) => h('div', {}, [h('dt', {}, name), h('dd', {}, value)]));
  return section(id, title, h('dl', {}, items));
}

/** The name of a period, with its real length if the samples are younger. */
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
      'Queued, of at most',
      known(({ queued, queueLimit }) => `${formatCount(queued)} / ${formatCount(queueLimit)}`),
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

function stockFigures({ now, samples, status }: DashboardModel): Figure[] {
  const last = samples.at(-1);
  const [lastImport] = status?.imports ?? [];
  return [
    ['Listings', status === undefined ? '–' : formatCount(status.listings)],
    ['Dealers', status === undefined ? '–' : formatCount(status.dealers)],
    ['Shown since', last === undefined || last.changedAt === 0 ? '–' : relativeTime(last.changedAt, now)],
    [
      'Last import',
      lastImport === undefined ? 'none yet' : relativeTime(Date.parse(lastImport.startedAt), now),
    ],
  ];
}
