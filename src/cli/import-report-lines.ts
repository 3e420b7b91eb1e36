// What one import did, in lines for a terminal.
import { formatPosition, type ImportRun } from '../ingest/import.ts';
import { grouped } from './progress.ts';
import { sharedWords } from './status-command.ts';

/** Counts first, then each reason with its samples. */
export function importReportLines(report: ImportRun): string[] {
  const { read, rejected, added, changed, unchanged, withdrawn, replaced, shared } = report;
  const lines = [
    `${grouped(read)} ${read === 1 ? 'record' : 'records'} read, ${grouped(rejected)} rejected.`,
    `${grouped(added)} added, ${grouped(changed)} changed, ${grouped(unchanged)} unchanged, ` +
      `${grouped(withdrawn)} withdrawn${replaced === 0 ? '' : `, ${grouped(replaced)} of them for another id`}.`,
  ];
  const sharing = shared === undefined ? '' : sharedWords(shared);
  if (sharing !== '') lines.push(`In the stock, also at other dealers: ${sharing}.`);
  for (const { reason, count, samples } of report.rejections) {
    lines.push(`Rejected, ${reason}: ${grouped(count)}`);
    for (const sample of samples) lines.push(`  ${formatPosition(sample)}: ${sample.sentence}`);
    if (count > samples.length) lines.push(`  and ${grouped(count - samples.length)} more`);
  }
  for (const { field, meaning, count, samples } of report.unknowns) {
    const shown = samples.map((sample) => `${formatPosition(sample)}: ${sample.value}`);
    if (count > samples.length) shown.push('…');
    lines.push(`Not taken, ${field} ${meaning}: ${grouped(count)} (${shown.join(', ')})`);
  }
  for (const { name, count, suggestion } of report.ignored) {
    const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
    lines.push(
      `No such field, ignored: ${name} in ${grouped(count)} ${count === 1 ? 'record' : 'records'}${hint}`,
    );
  }
  if (report.ignoredBeyond !== undefined)
    lines.push(`Unknown fields beyond these, ignored: ${grouped(report.ignoredBeyond)} values`);
  return [...lines, `Took ${(report.tookMs / 1000).toFixed(1)} s.`];
}
