// The report of an import, as lines for a terminal.
import { formatPosition, type ImportRun, type ResultCounts } from '../ingest/run/import-report.ts';
import { formatCount, pluralize } from '../api/format.ts';
import { coverageLines, degradedLines } from './coverage-lines.ts';
import { duplicatesText } from './status-command.ts';

/** Counts first, then each reason with its samples. */
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

/** `12 records read, 3 rejected, 2 not listed`; the last only if there are any. */
export function readLine({ read, rejected, omitted }: ResultCounts): string {
  const notListed = omitted === 0 ? '' : `, ${formatCount(omitted)} not listed`;
  return `${pluralize(read, 'record')} read, ${formatCount(rejected)} rejected${notListed}`;
}

/** What was rejected, what could not be read and what was ignored. */
export function resultLines(report: ResultCounts & Pick<ImportRun, 'nextStep'>): string[] {
  const lines: string[] = [];
  for (const { reason, count, samples } of report.rejections) {
    lines.push(`Rejected, ${reason}: ${formatCount(count)}`);
    for (const sample of samples) lines.push(`  ${formatPosition(sample)}: ${sample.sentence}`);
    if (count > samples.length) lines.push(`  and ${formatCount(count - samples.length)} more`);
  }
  for (const { meaning, count, samples } of report.omissions) {
    const examples = samples.map((sample) => `${formatPosition(sample)}: ${sample.sentence}`);
    if (count > samples.length) examples.push('…');
    lines.push(`Not listed, ${meaning}: ${formatCount(count)} (${examples.join(', ')})`);
  }
  for (const { field, meaning, count, samples } of report.valueIssues) {
    const examples = samples.map((sample) => `${formatPosition(sample)}: ${sample.value}`);
    if (count > samples.length) examples.push('…');
    lines.push(`Value issue, ${field} ${meaning}: ${formatCount(count)} (${examples.join(', ')})`);
  }
  const [likely, others] = [true, false].map((isLikely) =>
    report.ignoredColumns.filter(({ looksLike }) => (looksLike !== undefined) === isLikely),
  );
  for (const { name, count, looksLike } of likely)
    lines.push(
      `Column ignored although its values look like ${looksLike?.field}: ${name} in ${pluralize(count, 'record')} (${looksLike?.samples.join(' · ')})`,
    );
  for (const { name, count, suggestion } of others) {
    const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
    lines.push(
      `Unknown field ignored: ${name} in ${formatCount(count)} ${count === 1 ? 'record' : 'records'}${hint}`,
    );
  }
  for (const { name, by, count } of report.overriddenColumns ?? [])
    lines.push(`Overridden: ${name} by ${by} in ${pluralize(count, 'record')}`);
  for (const { meaning, count, samples } of report.notices ?? []) {
    const examples = samples.map((sample) => `${formatPosition(sample)}: ${sample.text}`);
    if (count > samples.length) examples.push('…');
    lines.push(`${meaning}: ${formatCount(count)} (${examples.join(', ')})`);
  }
  if (report.ignoredBeyond !== undefined)
    lines.push(`Other unknown fields ignored: ${formatCount(report.ignoredBeyond)} values`);
  if (report.nextStep !== undefined) lines.push(`Most records were rejected. ${report.nextStep}`);
  return lines;
}
