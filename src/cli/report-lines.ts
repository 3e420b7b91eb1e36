// The report of an import or of a feed's run as lines for a terminal.
import { formatCount, pluralize } from '../format.ts';
import { fallenFields, type FieldCoverage } from '../ingest/status/coverage.ts';
import { formatPosition, type ImportRun, type ResultCounts } from '../ingest/status/import-report.ts';
import type { StockStatus } from '../stock-status.ts';
import { left, right, tableLines } from './table-lines.ts';

export function importReportLines(report: ImportRun): string[] {
  const { added, changed, unchanged, withdrawn, replaced, shared, tookMs } = report;
  const duplicates = shared === undefined ? '' : duplicatesText(shared);
  return [
    ...degradedLines(report),
    `${readLine(report)}.`,
    `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged, ` +
      `${formatCount(withdrawn)} withdrawn${replaced === 0 ? '' : `, ${formatCount(replaced)} of them for another id`}.`,
    ...(duplicates === '' ? [] : [`Stock shared with other dealers: ${duplicates}.`]),
    ...resultLines(report),
    ...coverageLines(report),
    `Took ${(tookMs / 1000).toFixed(1)} s.`,
  ];
}

/** A line such as `12 records read, 3 rejected, 2 not listed`; the last part only if there are any. */
export function readLine({ read, rejected, omitted }: ResultCounts): string {
  const notListed = omitted === 0 ? '' : `, ${formatCount(omitted)} not listed`;
  return `${pluralize(read, 'record')} read, ${formatCount(rejected)} rejected${notListed}`;
}

export function resultLines(report: ResultCounts & Pick<ImportRun, 'nextStep'>): string[] {
  const lines: string[] = [];
  for (const { reason, count, samples } of report.rejections) {
    lines.push(`Rejected, ${reason}: ${formatCount(count)}`);
    for (const sample of samples) lines.push(`  ${formatPosition(sample)}: ${sample.sentence}`);
    if (count > samples.length) lines.push(`  and ${formatCount(count - samples.length)} more`);
  }
  for (const omission of report.omissions)
    lines.push(sampledLine(`Not listed, ${omission.meaning}`, omission, ({ sentence }) => sentence));
  for (const issue of report.valueIssues)
    lines.push(sampledLine(`Value issue, ${issue.field} ${issue.meaning}`, issue, ({ value }) => value));
  const [likely, others] = [true, false].map((isLikely) =>
    report.ignoredColumns.filter(({ looksLike }) => (looksLike !== undefined) === isLikely),
  );
  for (const { name, count, looksLike } of likely)
    lines.push(
      `Column ignored although its values look like ${looksLike?.field}: ${name} in ${pluralize(count, 'record')} (${looksLike?.samples.join(' · ')})`,
    );
  for (const { name, count, suggestion } of others) {
    const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
    lines.push(`Unknown field ignored: ${name} in ${pluralize(count, 'record')}${hint}`);
  }
  for (const { name, by, count } of report.overriddenColumns ?? [])
    lines.push(`Overridden: ${name} by ${by} in ${pluralize(count, 'record')}`);
  for (const notice of report.notices ?? [])
    lines.push(sampledLine(notice.meaning, notice, ({ text }) => text));
  if (report.ignoredBeyond !== undefined)
    lines.push(`Other unknown fields ignored: ${formatCount(report.ignoredBeyond)} values`);
  if (report.nextStep !== undefined) lines.push(`Most records were rejected. ${report.nextStep}`);
  return lines;
}

/** A count with a few samples: `Not listed, sold: 2 (line 3: …, line 9: …)`. */
function sampledLine<Sample extends Parameters<typeof formatPosition>[0]>(
  what: string,
  { count, samples }: { readonly count: number; readonly samples: readonly Sample[] },
  textOf: (sample: Sample) => string,
): string {
  const examples = samples.map((sample) => `${formatPosition(sample)}: ${textOf(sample)}`);
  if (count > samples.length) examples.push('…');
  return `${what}: ${formatCount(count)} (${examples.join(', ')})`;
}

/** Duplicate vehicles in words, such as `2 listings by VIN`; empty if no vehicle is listed twice. */
export function duplicatesText({ adverts, registrations, vins }: StockStatus['duplicates']): string {
  const counts = [
    [adverts, 'advert address'],
    [registrations, 'registration'],
    [vins, 'VIN'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, identifier]) => `${pluralize(count, 'listing')} by ${identifier}`)
    .join(', ');
}

/** The fields that fell. */
function degradedLines(report: ResultCounts): string[] {
  const all = report.coverage?.listings ?? 0;
  return fallenFields(report).map(
    ({ field, listings, before }) =>
      `Degraded: ${field} in ${formatCount(listings)} of ${pluralize(all, 'listing')} (${percent(listings, all)})` +
      (before === undefined ? '' : `, before in ${percent(before.listings, before.of)}`),
  );
}

/** The coverage of a run: a table of all fields. */
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
      left('FIELD', 20),
      right('LISTINGS', 12),
      right('SHARE', 6),
      ...(hasBefore ? [right('BEFORE', 6)] : []),
      right('UNUSABLE', 12),
      left('FROM', 70),
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
