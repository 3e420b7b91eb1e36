// The table of recent imports, by feeds and by hand, the newest first.
import type { PublicReport, PublicStatus } from '../../ingest/status/public-status.ts';
import { formatCount } from '../../api/format.ts';
import { h, type Child, type ElementNode, table } from '../element.ts';
import { formatSeconds, relativeTime } from '../format.ts';
import { cell } from './feed-rows.ts';

const MAX_ROWS = 10;

const EMPTY = 'Nothing has been imported yet.';
/** Only the demo stock comes without an import. */
const DEMO = 'These listings are the demo stock: nothing has been imported yet.';

const COLUMNS = ['Started', 'Feed', 'Outcome', 'Read', 'Added', 'Changed', 'Withdrawn', 'Rejected', 'Took'];

export function importTable({ imports, listings }: PublicStatus, now: number): ElementNode {
  if (imports.length === 0) return h('p', { class: 'kind' }, listings === 0 ? EMPTY : DEMO);
  return table(
    COLUMNS,
    imports.slice(0, MAX_ROWS).map((run) => importRow(run, now)),
  );
}

function importRow(run: PublicReport, now: number): ElementNode {
  const { outcome, feed, startedAt, tookMs, read, added, changed, withdrawn, rejected } = run;
  const counts: readonly (readonly [string, Child])[] = [
    ['Read', formatCount(read)],
    ['Added', formatCount(added)],
    ['Changed', formatCount(changed)],
    ['Withdrawn', formatCount(withdrawn)],
    ['Rejected', rejected === 0 ? '0' : h('strong', {}, formatCount(rejected))],
    ['Took', formatSeconds(tookMs / 1000)],
  ];
  return h('tr', {}, [
    h('th', { scope: 'row' }, relativeTime(Date.parse(startedAt), now)),
    cell('Feed', feed ?? 'by hand'),
    cell('Outcome', h('span', { class: `outcome ${outcome}` }, outcome)),
    counts.map(([label, value]) => cell(label, value)),
  ]);
}
