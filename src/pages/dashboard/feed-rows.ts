// The table of feeds: last run, outcome and next run; failed, blocked and degraded feeds first.
import type { PublicFeed, PublicStatus } from '../../ingest/status/public-status.ts';
import { h, type Child, type ElementNode, table } from '../element.ts';
import { formatCount } from '../../api/format.ts';
import { relativeTime } from '../format.ts';

const MAX_ROWS = 300;
const MAX_REASON_LENGTH = 300;

const OUTCOMES: Readonly<Record<PublicFeed['lastRun']['outcome'], string>> = {
  failed: 'failed',
  blocked: 'blocked',
  imported: 'imported',
  not_modified: 'not modified',
};
const ORDER = ['failed', 'blocked', 'degraded', 'imported', 'not_modified'];

export function feedTable({ feeds }: PublicStatus, now: number): ElementNode {
  if (feeds.length === 0) {
    return h('p', { class: 'kind' }, [ 'No feed has run yet. ', h('code', {}, 'forecourt serve --feeds feeds.json'), ' fetches feeds on schedule.']); // prettier-ignore
  }
  const rank = (feed: PublicFeed): number => ORDER.indexOf(outcomeOf(feed)) - feed.failures / 1000;
  const sorted = [...feeds].sort((a, b) => rank(a) - rank(b) || (a.feed < b.feed ? -1 : 1));
  const more = sorted.length - MAX_ROWS;
  return h('div', {}, [
    table(
      COLUMNS,
      sorted.slice(0, MAX_ROWS).map((feed) => feedRow(feed, now)),
    ),
    more > 0 ? h('p', { class: 'kind' }, `${formatCount(more)} more feeds are listed at /status.`) : null,
  ]);
}

/** The outcome of the last run, or `degraded` if it brought listings that lack fields. */
function outcomeOf({ lastRun: { outcome }, degraded }: PublicFeed): string {
  return degraded.length > 0 && outcome !== 'failed' && outcome !== 'blocked' ? 'degraded' : outcome;
}

const COLUMNS = ['Feed', 'Last run', 'Outcome', 'Changes', 'Rejected', 'Last success', 'Next run'];

function feedRow(status: PublicFeed, now: number): ElementNode {
  const { feed, lastRun, lastReport, degraded, lastSuccessAt, nextRunAt, failures } = status;
  const { outcome, reason, counts } = lastRun;
  const times = failures > 1 ? `, ${formatCount(failures)} times in a row` : '';
  const rejected = lastReport?.rejected ?? 0;
  return h('tr', {}, [
    h('th', { scope: 'row' }, feed),
    cell('Last run', relativeTime(Date.parse(lastRun.startedAt), now)),
    cell(
      'Outcome',
      h('span', { class: `outcome ${outcome}` }, OUTCOMES[outcome] + times),
      reason === undefined ? null : h('small', {}, truncate(reason)),
      degraded.length === 0
        ? null
        : h('small', { class: 'outcome degraded' }, `degraded: fewer listings have ${degraded.join(', ')}`),
    ),
    cell(
      'Changes',
      counts === undefined
        ? '–'
        : `+${formatCount(counts.added)} ~${formatCount(counts.changed)} −${formatCount(counts.withdrawn)}`,
    ),
    cell('Rejected', rejected === 0 ? '0' : h('strong', {}, formatCount(rejected))),
    cell('Last success', lastSuccessAt === null ? 'never' : relativeTime(Date.parse(lastSuccessAt), now)),
    cell('Next run', nextRunAt === null ? 'by hand' : nextRun(Date.parse(nextRunAt), now)),
  ]);
}

/** On phones, cells are stacked, each with its label. */
export function cell(label: string, ...children: readonly Child[]): ElementNode {
  return h('td', { 'data-label': label }, h('div', {}, children));
}

function nextRun(at: number, now: number): Child {
  return at <= now ? 'now' : relativeTime(at, now);
}

function truncate(text: string): string {
  return text.length <= MAX_REASON_LENGTH ? text : `${text.slice(0, MAX_REASON_LENGTH)}…`;
}
