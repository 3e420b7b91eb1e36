// The tables of the dashboard: feeds, failed, blocked and degraded ones first; recent imports, by feeds and manual; and the terms
// that searches did not find.
import type { PublicFeed, PublicReport, PublicStatus } from '../../stock-status.ts';
import { formatCount, pluralize, formatSeconds, formatDuration } from '../../format.ts';
import { MIN_SEARCHES, shownTerms, type EmptySearchCounts } from '../../metrics/empty-searches.ts';
import { truncate } from '../../quoted-text.ts';
import { h, row, table, type Child, type ElementNode } from '../element.ts';

const MAX_FEEDS = 300;
const MAX_IMPORTS = 10;
const MAX_REASON_LENGTH = 300;

/** A remark instead of figures, or below them. */
export function note(text: Child): ElementNode {
  return h('p', { class: 'kind' }, text);
}

const NOTHING = '–';

/** On phones, cells are stacked, each with its label, without those that say nothing. */
function cell(label: string, contents: Child, isNothing = contents === NOTHING): ElementNode {
  return h('td', { 'data-label': label, class: isNothing ? 'nothing' : null }, h('div', {}, contents));
}

/** Outcomes, the gravest first. */
const ORDER = ['failed', 'blocked', 'degraded', 'imported', 'not_modified'];

export function feedTable({ feeds }: PublicStatus, now: number): Child {
  if (feeds.length === 0) {
    const command = h('code', {}, 'forecourt serve --feeds feeds.json');
    return note(['No feed has run yet. ', command, ' fetches feeds on schedule.']);
  }
  const rank = (feed: PublicFeed): number => ORDER.indexOf(outcomeOf(feed)) - feed.failures / 1000;
  const sorted = [...feeds].sort((a, b) => rank(a) - rank(b) || (a.feed < b.feed ? -1 : 1));
  const more = sorted.length - MAX_FEEDS;
  const rows = sorted.slice(0, MAX_FEEDS).map((feed) => feedRow(feed, now));
  return h('div', {}, [
    table(['Feed', 'Last run', 'Outcome', 'Changes', 'Rejected', 'Last success', 'Next run'], rows),
    more > 0 ? note(`${formatCount(more)} more feeds are listed at /status.`) : null,
  ]);
}

/** The outcome of the last run; `degraded` if it imported listings that lack fields. */
function outcomeOf({ lastRun: { outcome }, degraded }: PublicFeed): string {
  return degraded.length > 0 && outcome !== 'failed' && outcome !== 'blocked' ? 'degraded' : outcome;
}

function feedRow(status: PublicFeed, now: number): ElementNode {
  const { feed, lastRun, lastReport, degraded, lastSuccessAt, nextRunAt, failures } = status;
  const { outcome, reason, counts } = lastRun;
  const times = failures > 1 ? `, ${formatCount(failures)} times in a row` : '';
  const ago = (instant: string): ElementNode => relativeTime(Date.parse(instant), now);
  const isDue = nextRunAt !== null && Date.parse(nextRunAt) <= now;
  return row(feed, [
    cell('Last run', ago(lastRun.startedAt)),
    cell('Outcome', [
      h('span', { class: `outcome ${outcome}` }, outcome.replace('_', ' ') + times),
      reason === undefined ? null : h('small', {}, truncate(reason, MAX_REASON_LENGTH)),
      degraded.length === 0
        ? null
        : h('small', { class: 'outcome degraded' }, `degraded: fewer listings have ${degraded.join(', ')}`),
    ]),
    cell(
      'Changes',
      counts === undefined
        ? NOTHING
        : `+${formatCount(counts.added)} ~${formatCount(counts.changed)} −${formatCount(counts.withdrawn)}`,
    ),
    rejectedCell(lastReport?.rejected ?? 0),
    cell('Last success', lastSuccessAt === null ? 'never' : ago(lastSuccessAt)),
    cell('Next run', nextRunAt === null ? 'by hand' : isDue ? 'now' : ago(nextRunAt)),
  ]);
}

function rejectedCell(count: number): ElementNode {
  return cell('Rejected', count === 0 ? '0' : h('strong', {}, formatCount(count)), count === 0);
}

export function importTable({ imports, listings }: PublicStatus, now: number): ElementNode {
  if (imports.length === 0) {
    // Only the demo stock comes without an import.
    const subject = listings > 0 ? 'These listings are the demo stock: nothing' : 'Nothing';
    return note(`${subject} has been imported yet.`);
  }
  const head = ['Started', 'Feed', 'Outcome', 'Read', 'Added', 'Changed', 'Withdrawn', 'Rejected', 'Took'];
  return table(
    head,
    imports.slice(0, MAX_IMPORTS).map((run) => importRow(run, now)),
  );
}

function importRow(run: PublicReport, now: number): ElementNode {
  const { outcome, feed, startedAt, tookMs, read, added, changed, withdrawn, rejected } = run;
  return row(relativeTime(Date.parse(startedAt), now), [
    cell('Feed', feed ?? 'by hand'),
    cell('Outcome', h('span', { class: `outcome ${outcome}` }, outcome)),
    cell('Read', formatCount(read)),
    cell('Added', formatCount(added)),
    cell('Changed', formatCount(changed)),
    cell('Withdrawn', formatCount(withdrawn)),
    rejectedCell(rejected),
    cell('Took', formatSeconds(tookMs / 1000)),
  ]);
}

/** `areTermsShown`: whether the reader is an operator. */
export function emptySearches(counts: EmptySearchCounts, areTermsShown: boolean): Child {
  if (counts.searches === 0 && counts.terms.length === 0) return note('None since the start.');
  const option = h('code', {}, '--operator-port');
  return [
    note(
      `${pluralize(counts.searches, 'search', 'searches')} since the start. A term is listed once ` +
        `${MIN_SEARCHES} searches had it; who searched is not recorded.`,
    ),
    areTermsShown
      ? termTable(counts)
      : note([
          'The terms are on the operator port, which ',
          option,
          ' opens: what visitors type may be private.',
        ]),
  ];
}

function termTable(counts: EmptySearchCounts): ElementNode {
  const terms = shownTerms(counts);
  if (terms.length === 0) return note('No term has been searched for that often yet.');
  const rows = terms.map(({ parameter, text, searches }) =>
    row(h('bdi', {}, text), [cell('As', parameter), cell('Searches', formatCount(searches))]),
  );
  return table(['Not found', 'As', 'Searches'], rows, { class: 'terms' });
}

/** `5 min ago` or `in 5 min`, with the exact time as title. */
export function relativeTime(at: number, now: number): ElementNode {
  const iso = new Date(at).toISOString();
  const text = at > now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`;
  return h('time', { datetime: iso, title: iso }, text);
}
