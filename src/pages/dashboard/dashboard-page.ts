// The operator's page: is it well, how fresh is the stock, what became of the feeds, how much load is there? Made whole by
// the server, of what it is given; its script only fetches it again.
import type { MetricSample } from '../../metrics/history.ts';
import type { PublicStatus } from '../../ingest/public-status.ts';
import { renderHtml } from '../render-html.ts';
import { h, type Child, type ElementNode } from '../element.ts';
import { feedTable } from './feed-rows.ts';
import { formatCount, relativeTime, formatDuration } from '../format.ts';
import { lineChart } from './line-chart.ts';
import { loadCharts, countShed } from './load-charts.ts';

export interface DashboardModel {
  readonly now: number;
  /** The last hour, oldest first. */
  readonly samples: readonly MetricSample[];
  /** Undefined: the stock is still being read. */
  readonly status: PublicStatus | undefined;
  /** Where its own files are, with a slash at the end. */
  readonly basePath: string;
}

export function dashboardPage(model: DashboardModel): string {
  const { basePath } = model;
  const document = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', {}, 'Forecourt: operations'),
      h('link', { rel: 'stylesheet', href: `${basePath}page.css` }),
      h('script', { type: 'module', src: `${basePath}page.js` }),
      h('noscript', {}, h('meta', { 'http-equiv': 'refresh', content: '30' })),
    ),
    h(
      'body',
      {},
      h(
        'main',
        { id: 'live' },
        header(model),
        summarySection(model),
        loadSection(model),
        feedsSection(model),
      ),
    ),
  );
  return `<!doctype html>${renderHtml(document)}`;
}

function header({ now, status, samples }: DashboardModel): ElementNode {
  const { serverErrors } = countShed(samples);
  const failingFeeds =
    status?.feeds.filter(({ lastRun }) => lastRun.outcome === 'failed' || lastRun.outcome === 'blocked')
      .length ?? 0;
  const lagSeconds = samples.at(-1)?.lagSeconds ?? 0;
  const [state, words] =
    status === undefined
      ? ['waiting', 'The stock is being read. Searches are answered as soon as that is done.']
      : serverErrors > 0
        ? [
            'bad',
            `${pluralize(serverErrors, 'request')} of the last hour ended in a fault of the service. The log has the details.`,
          ]
        : lagSeconds > 10
          ? [
              'bad',
              `A change of the stock has been waiting to be shown for ${formatDuration(lagSeconds * 1000)}.`,
            ]
          : failingFeeds > 0
            ? [
                'warn',
                `${pluralize(failingFeeds, 'feed')} failed or ${failingFeeds === 1 ? 'was' : 'were'} blocked.`,
              ]
            : ['good', 'All is well.'];
  return h(
    'header',
    {},
    h('h1', {}, 'Forecourt'),
    h('p', { class: `state ${state}` }, words),
    h('p', { class: 'as-of' }, 'As of ', h('time', { datetime: iso(now) }, iso(now).slice(11, 19)), ' UTC'),
  );
}

function summarySection({ now, status, samples }: DashboardModel): ElementNode {
  const last = samples.at(-1);
  const { shed, serverErrors } = countShed(samples);
  const lastImport = status?.imports[0];
  const tiles: [string, Child][] = [
    ['Listings', status === undefined ? '–' : formatCount(status.listings)],
    ['Dealers', status === undefined ? '–' : formatCount(status.dealers)],
    [
      'Last change shown',
      last === undefined || last.changedAt === 0 ? '–' : relativeTime(last.changedAt, now),
    ],
    [
      'Last import',
      lastImport === undefined ? 'none yet' : relativeTime(Date.parse(lastImport.startedAt), now),
    ],
    ['Turned away in an hour', formatCount(shed)],
    ['Faults in an hour', formatCount(serverErrors)],
    ['Queued', formatCount(last?.queued ?? 0)],
    ['Processes', formatCount(last?.processes ?? 1)],
  ];
  return h(
    'section',
    { 'aria-label': 'At a glance' },
    h(
      'dl',
      {},
      tiles.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
  );
}

function loadSection({ now, samples }: DashboardModel): ElementNode {
  return h(
    'section',
    { 'aria-labelledby': 'load' },
    h('h2', { id: 'load' }, 'The last hour'),
    samples.length === 0
      ? h('p', { class: 'kind' }, 'Nothing has been measured yet. The first numbers come within seconds.')
      : h('div', { class: 'charts' }, loadCharts(samples, now).map(lineChart)),
  );
}

function feedsSection({ now, status }: DashboardModel): ElementNode {
  return h(
    'section',
    { 'aria-labelledby': 'feeds' },
    h('h2', { id: 'feeds' }, 'Feeds'),
    status === undefined
      ? h('p', { class: 'kind' }, 'They are shown once the stock has been read.')
      : feedTable(status, now),
  );
}

function pluralize(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
