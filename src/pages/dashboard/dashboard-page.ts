// The operator's dashboard: state, freshness, load and feeds. The server renders all of it; its script only reloads it.
import type { EmptySearchCounts } from '../../metrics/empty-searches.ts';
import type { MetricSample } from '../../metrics/history.ts';
import type { PublicStatus } from '../../ingest/status/stock-status.ts';
import { sitePage } from '../site-frame.ts';
import { h, section, type Child, type ElementNode } from '../element.ts';
import { pluralize } from '../../api/format.ts';
import { figureGroups, recentSamples } from './figures.ts';
import { emptySearches, feedTable, importTable, note } from './tables.ts';
import { formatDuration, formatSeconds } from '../format.ts';
import { bucketPercentile, lineChart, loadCharts, sumDurations, totalOf } from './load-charts.ts';

export interface DashboardModel {
  readonly now: number;
  /** The last hour, oldest first. */
  readonly samples: readonly MetricSample[];
  /** Undefined until the stock has been read. */
  readonly status: PublicStatus | undefined;
  /** Of all processes, since the start. */
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
        stateLine(model),
        figureGroups(model),
        section('load', 'The last hour, step by step', load(model)),
        section(
          'empty',
          'Searches that found nothing',
          emptySearches(model.emptySearches, model.areTermsShown),
        ),
        section('feeds', 'Feeds', status === undefined ? unread('Feeds') : feedTable(status, now)),
        section(
          'imports',
          'Recent imports',
          status === undefined ? unread('Imports') : importTable(status, now),
        ),
      ]),
    ]),
  });
}

const NAME = 'Dashboard';

const MAX_P99_SECONDS = 1;

function stateLine({ now, status, samples }: DashboardModel): ElementNode {
  const serverErrors = totalOf(samples, (sample) => sample.serverErrors);
  const failingFeeds =
    status?.feeds.filter(({ lastRun }) => lastRun.outcome === 'failed' || lastRun.outcome === 'blocked')
      .length ?? 0;
  const degradedFeeds = status?.feeds.filter(({ degraded }) => degraded.length > 0).length ?? 0;
  const lagSeconds = samples.at(-1)?.lagSeconds ?? 0;
  const recent = recentSamples(samples, now);
  const slowest = bucketPercentile(sumDurations(recent), 0.99) ?? 0;
  const rejected = totalOf(recent, ({ shed }) => shed);
  const failing = `${pluralize(failingFeeds, 'feed')} failed or ${failingFeeds === 1 ? 'was' : 'were'} blocked.`;
  // The gravest first.
  const faults: readonly (readonly [isSo: boolean, state: string, words: string])[] =
    status === undefined
      ? [[true, 'waiting', 'The stock is being read. Searches work once that is done.']]
      : [
          [
            serverErrors > 0,
            'bad',
            `${pluralize(serverErrors, 'server error')} in the last hour. The log has the details.`,
          ],
          [lagSeconds > 10, 'bad', `Searches lag behind the stock by ${formatDuration(lagSeconds * 1000)}.`],
          [failingFeeds > 0, 'warn', failing],
          [
            degradedFeeds > 0,
            'warn',
            `${pluralize(degradedFeeds, 'feed')} degraded: listings lack fields that they had.`,
          ],
          [rejected > 0, 'warn', `${pluralize(rejected, 'request')} rejected in the last 5 minutes.`],
          [
            slowest > MAX_P99_SECONDS,
            'warn',
            `Searches are slow: p99 ${formatSeconds(slowest)} in the last 5 minutes.`,
          ],
        ];
  const found = faults.filter(([isSo]) => isSo);
  const [, state, all] = found[0] ?? [true, 'good', 'All is well.'];
  const words = [all, ...found.slice(1).map(([, , more]) => more)].join(' ');
  return h('div', { class: 'overall' }, [
    h('p', { class: `state ${state}` }, words),
    h('p', { class: 'as-of' }, ['As of ', h('time', { datetime: iso(now) }, iso(now).slice(11, 19)), ' UTC']),
  ]);
}

function load({ now, samples }: DashboardModel): Child {
  if (samples.length === 0) return note('No measurements yet. The first come within seconds.');
  return h('div', { class: 'charts' }, loadCharts(samples, now).map(lineChart));
}

function unread(what: string): ElementNode {
  return note(`${what} are listed once the stock has been read.`);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
