// The coverage of a run as lines for a terminal: the fields that fell, and a table of all fields.
import { formatCount, pluralize } from '../format.ts';
import { fallenFields, type FieldCoverage } from '../ingest/status/coverage.ts';
import type { ResultCounts } from '../ingest/status/import-report.ts';
import { tableLines } from './table-lines.ts';

export function degradedLines(report: ResultCounts): string[] {
  const all = report.coverage?.listings ?? 0;
  return fallenFields(report).map(
    ({ field, listings, before }) =>
      `Degraded: ${field} in ${formatCount(listings)} of ${pluralize(all, 'listing')} (${percent(listings, all)})` +
      (before === undefined ? '' : `, before in ${percent(before.listings, before.of)}`),
  );
}

export function coverageLines({ coverage }: Pick<ResultCounts, 'coverage'>): string[] {
  if (coverage === undefined || coverage.fields.length === 0) return [];
  const hasBefore = coverage.fields.some(({ before }) => before !== undefined);
  const rows = coverage.fields.map(({ field, listings, unreadable, from, before }) => [
    field,
    formatCount(listings),
    percent(listings, coverage.listings),
    ...(hasBefore ? [before === undefined ? '' : percent(before.listings, before.of)] : []),
    unreadable === 0 ? '' : formatCount(unreadable),
    columnsText(from),
  ]);
  return tableLines(
    [
      { title: 'FIELD', align: 'left', maxWidth: 20 },
      { title: 'LISTINGS', align: 'right', maxWidth: 12 },
      { title: 'SHARE', align: 'right', maxWidth: 6 },
      ...(hasBefore ? ([{ title: 'BEFORE', align: 'right', maxWidth: 6 }] as const) : []),
      { title: 'UNUSABLE', align: 'right', maxWidth: 12 },
      { title: 'FROM', align: 'left', maxWidth: 70 },
    ],
    rows,
  );
}

function columnsText(from: FieldCoverage['from']): string {
  const [only, ...others] = from;
  if (only === undefined) return '';
  return others.length === 0
    ? only.name
    : from.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ');
}

/** A percentage, in which 100 % means all and 0 % means none. */
function percent(count: number, of: number): string {
  if (count === 0 || count === of) return of === 0 ? '–' : `${(100 * count) / of} %`;
  return `${Math.min(Math.max(Math.round((100 * count) / of), 1), 99)} %`;
}
