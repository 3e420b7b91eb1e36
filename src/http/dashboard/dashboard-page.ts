// The operator's page: is it well, how fresh is the stock, what became of the feeds, how much load is there? Made whole by
// the server, of what it is given; its script only fetches it again.
import type { MetricSample } from '../../metrics/history.ts';
import type { PublicStatus } from '../../ingest/public-status.ts';
import { markup } from '../../web/markup.ts';
import { h, type Child, type ElementNode } from '../../web/view/element.ts';
import { feedTable } from './feed-table.ts';
import { grouped, moment, spanOf } from './in-words.ts';
import { lineChart } from './line-chart.ts';
import { chartsOf, refusedIn } from './load.ts';

export interface DashboardModel {
  readonly now: number;
  /** The last hour, oldest first. */
  readonly samples: readonly MetricSample[];
  /** Undefined: the stock is still being read. */
  readonly status: PublicStatus | undefined;
  /** Where its own files are, with a slash at the end. */
  readonly folder: string;
}

export function dashboardPage(model: DashboardModel): string {
  const { folder } = model;
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
      h('link', { rel: 'stylesheet', href: `${folder}page.css` }),
      h('script', { type: 'module', src: `${folder}page.js` }),
      h('noscript', {}, h('meta', { 'http-equiv': 'refresh', content: '30' })),
    ),
    h('body', {}, h('main', { id: 'live' }, header(model), glance(model), load(model), feeds(model))),
  );
  return `<!doctype html>${markup(document)}`;
}

function header({ now, status, samples }: DashboardModel): ElementNode {
  const { serverErrors } = refusedIn(samples);
  const inTrouble =
    status?.feeds.filter(({ lastRun }) => lastRun.outcome === 'failed' || lastRun.outcome === 'held')
      .length ?? 0;
  const behind = samples.at(-1)?.lagSeconds ?? 0;
  const [state, words] =
    status === undefined
      ? ['waiting', 'The stock is being read. Searches are answered as soon as that is done.']
      : serverErrors > 0
        ? [
            'bad',
            `${plural(serverErrors, 'request')} of the last hour ended in a fault of the service. The log has the details.`,
          ]
        : behind > 10
          ? ['bad', `A change of the stock has been waiting to be shown for ${spanOf(behind * 1000)}.`]
          : inTrouble > 0
            ? [
                'warn',
                `${plural(inTrouble, 'feed')} failed or ${inTrouble === 1 ? 'was' : 'were'} held back.`,
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

function glance({ now, status, samples }: DashboardModel): ElementNode {
  const last = samples.at(-1);
  const { shed, serverErrors } = refusedIn(samples);
  const lastImport = status?.imports[0];
  const tiles: [string, Child][] = [
    ['Listings', status === undefined ? '–' : grouped(status.listings)],
    ['Dealers', status === undefined ? '–' : grouped(status.dealers)],
    ['Last change shown', last === undefined || last.changedAt === 0 ? '–' : moment(last.changedAt, now)],
    ['Last import', lastImport === undefined ? 'none yet' : moment(Date.parse(lastImport.startedAt), now)],
    ['Turned away in an hour', grouped(shed)],
    ['Faults in an hour', grouped(serverErrors)],
    ['Queued', grouped(last?.queued ?? 0)],
    ['Processes', grouped(last?.processes ?? 1)],
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

function load({ now, samples }: DashboardModel): ElementNode {
  return h(
    'section',
    { 'aria-labelledby': 'load' },
    h('h2', { id: 'load' }, 'The last hour'),
    samples.length === 0
      ? h('p', { class: 'kind' }, 'Nothing has been measured yet. The first numbers come within seconds.')
      : h('div', { class: 'charts' }, chartsOf(samples, now).map(lineChart)),
  );
}

function feeds({ now, status }: DashboardModel): ElementNode {
  return h(
    'section',
    { 'aria-labelledby': 'feeds' },
    h('h2', { id: 'feeds' }, 'Feeds'),
    status === undefined
      ? h('p', { class: 'kind' }, 'They are shown once the stock has been read.')
      : feedTable(status, now),
  );
}

function plural(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
