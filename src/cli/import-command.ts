// `forecourt import`: imports feeds into a data folder, and prints the report. The lines of a report, with the coverage of its
// fields, are here for other commands too.
import { statSync } from 'node:fs';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { Problem } from '../problem.ts';
import { quotedPath } from '../quoted-text.ts';
import { importFeeds, BlockedImport } from '../ingest/run/import.ts';
import type { FeedFile } from '../ingest/run/feed-importer.ts';
import { STANDARD_INPUT } from '../ingest/settings/next-step.ts';
import type { Config } from '../config/config.ts';
import { RejectsFile } from '../ingest/schedule/rejects-file.ts';
import { clusterOptions } from '../cluster/cluster-settings.ts';
import { parseOptionsOf, type ParseFlags } from './parse-options.ts';
import { tableLines } from './table-lines.ts';
import { checkOutputFile } from './path-problems.ts';
import type { Output } from '../log/log.ts';
import { pluralize, formatCount } from '../format.ts';
import { withProgress } from './progress.ts';
import { formatPosition, type ImportRun, type ResultCounts } from '../ingest/status/import-report.ts';
import { duplicatesText } from './status-command.ts';
import { fallenFields, type FieldCoverage } from '../ingest/status/coverage.ts';

export interface ImportFlags extends ParseFlags {
  readonly force?: boolean;
  readonly overrideFeeds?: boolean;
  readonly rejects?: string;
}

export async function importCommand(
  files: readonly string[],
  config: Config,
  flags: ImportFlags,
  output: Output,
): Promise<void> {
  // Reports invalid settings before the import, not after it.
  if (config.index === 'opensearch') clusterOptions(config);
  if (flags.rejects !== undefined) checkOutputFile(flags.rejects);
  const feeds = files.map(feedFile);
  const settings = parseOptionsOf(flags);
  const rejects = flags.rejects === undefined ? undefined : new RejectsFile(flags.rejects);
  try {
    const run = await withProgress('Importing', (update) =>
      importFeeds(config.data, feeds, {
        ...settings,
        merge: config.merge,
        format: config.format,
        force: flags.force ?? false,
        overrideFeeds: flags.overrideFeeds ?? false,
        ...(rejects !== undefined && { onRejection: (rejection) => rejects.add(rejection) }),
        onProgress: ({ name, bytesRead, bytesTotal, records }) =>
          update(bytesRead, bytesTotal, `${pluralize(records, 'record')}, ${name}`),
      }),
    );
    for (const line of config.json ? [JSON.stringify(run)] : importReportLines(run)) output.line(line);
  } catch (error) {
    // A blocked import has a report too.
    if (error instanceof BlockedImport)
      for (const line of config.json ? [JSON.stringify(error.run)] : importReportLines(error.run))
        output.line(line);
    throw error;
  } finally {
    rejects?.finish();
  }
  if (config.index !== 'opensearch') return;
  const { publishWithProgress } = await import('./publish-command.ts');
  await publishWithProgress(config);
}

/** The feed at a path, or standard input for `-`. Throws a Problem `feed_unreadable`. */
export function feedFile(path: string): FeedFile {
  if (path === '-') return { name: STANDARD_INPUT, source: process.stdin };
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    const fault = pathFault(error);
    if (fault === undefined) throw error;
    const message =
      pathErrorCode(error) === 'ENOENT'
        ? `There is no file ${quotedPath(path)}.`
        : `The feed ${quotedPath(path)} cannot be read: ${fault}.`;
    throw new Problem('feed_unreadable', message, [], { cause: error });
  }
  if (isFolder)
    throw new Problem('feed_unreadable', `${quotedPath(path)} is a folder. Name the files in it.`);
  return { name: path, source: path };
}

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

// The coverage of a run as lines for a terminal: first the fields that fell, then a table of all fields.

function degradedLines(report: ResultCounts): string[] {
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
