// `forecourt feed inspect` and `feed explain`: how Forecourt reads a feed (its format, columns, first listings and rejections),
// and one record of it.
import type { Config } from '../config/config.ts';
import { inspectFeed, type FeedInspection, type InspectedColumn } from '../ingest/suggest/inspect-feed.ts';
import { parseOptionsOf, type ParseFlags } from './parse-options.ts';
import { feedFile, readLine, resultLines } from './import-command.ts';
import { tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { withProgress } from './progress.ts';
import { formatCount, pluralize } from '../format.ts';
import { existsSync } from 'node:fs';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { readFeedStates } from '../ingest/status/feed-state.ts';
import { explainRecord, type ExplainedColumn, type Explanation } from '../ingest/suggest/explain-record.ts';
import { VALUE_ISSUES } from '../ingest/values/record-result.ts';
import { fetchedPath } from '../store/paths.ts';
import { Problem } from '../problem.ts';
import { quoted, truncate } from '../quoted-text.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const MAX_VALUE_LENGTH = 90;

export interface InspectFlags extends ParseFlags {
  /** The mapping file to write; true for one with the feed's name. */
  readonly suggest?: string | boolean;
  readonly overwrite?: boolean;
}

export async function feedInspectCommand(
  file: string,
  config: Config,
  flags: InspectFlags,
  output: Output,
): Promise<void> {
  const { inspection, problem } = await inspectWithProgress(file, config, flags);
  for (const line of config.json ? [JSON.stringify(inspection)] : inspectionLines(inspection))
    output.line(line);
  if (problem !== undefined) throw problem;
}

export async function inspectWithProgress(
  file: string,
  config: Config,
  { suggest, ...flags }: InspectFlags,
): ReturnType<typeof inspectFeed> {
  const feed = feedFile(file);
  const settings = parseOptionsOf(flags);
  return withProgress('Reading', (update) =>
    inspectFeed(feed, {
      ...settings,
      format: config.format,
      suggest: suggest !== undefined && suggest !== false,
      onProgress: ({ name, bytesRead, bytesTotal, records }) =>
        update(bytesRead, bytesTotal, `${pluralize(records, 'record')}, ${name}`),
    }),
  );
}

/** Lines with the detected format, the columns, the first listings, and the report. */
export function inspectionLines(inspection: FeedInspection): string[] {
  const { file, encoding, format, delimiter, layout, fault, columns, listings, listed, read } = inspection;
  if (format === null) return [];
  const detected = [
    ...(layout === null ? [] : [`layout ${layout}`]),
    `format ${format}`,
    ...(encoding === null ? [] : [`encoding ${encoding}`]),
    ...(delimiter === null ? [] : [`delimiter ${DELIMITER_NAMES[delimiter] ?? delimiter}`]),
  ];
  const lines = [`${file}: ${detected.join(', ')}`];
  if (columns.length > 0) lines.push('', ...columnLines(inspection));
  listings.forEach((listing, n) => lines.push('', `Listing ${n + 1}`, ...listingLines(listing)));
  if (read > 0) {
    const outcome =
      fault === null ? `An import would list ${formatCount(listed)}.` : 'An import would fail, as below.';
    lines.push('', `${readLine(inspection)}. ${outcome}`, ...resultLines(inspection));
  }
  return lines;
}

function columnLines({ columns, overriddenColumns = [] }: FeedInspection): string[] {
  const rows = columns.map((column) => {
    const overridden = overriddenColumns
      .filter(({ name }) => name === column.name)
      .map(({ by, count }) => ` (${formatCount(count)} overridden by ${by})`);
    const { name, records, samples } = column;
    return [name, fieldText(column) + overridden.join(''), formatCount(records), samples.join(' · ')];
  });
  return tableLines(
    [
      { title: 'COLUMN', align: 'left', maxWidth: 40 },
      { title: 'FIELD', align: 'left', maxWidth: 50 },
      { title: 'RECORDS', align: 'right', maxWidth: 12 },
      { title: 'VALUES', align: 'left', maxWidth: 70 },
    ],
    rows,
  );
}

function fieldText({ field, unwanted, suggestion }: InspectedColumn): string {
  if (field !== null) return field;
  if (unwanted) return 'not wanted';
  return suggestion === undefined ? 'ignored' : `ignored (${suggestion}?)`;
}

function listingLines(listing: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(listing).map(([name, value]) => {
    const text = typeof value === 'string' ? value.replaceAll('\n', ' / ') : JSON.stringify(value);
    return `  ${name}: ${truncate(text, MAX_VALUE_LENGTH)}`;
  });
}

// `forecourt feed explain`: how the last fetched file of a configured feed is read, as a whole or for one record.

/** Throws a Problem `invalid_configuration` if the feed was never fetched or has no such record, or the Problem of the import. */
export async function feedExplainCommand(
  { name, settings }: FeedConfig,
  wanted: string | undefined,
  config: Config,
  flags: ParseFlags,
  output: Output,
): Promise<void> {
  const path = fetchedPath(config.data, name);
  const warning = await lastRunWarning(name, config.data);
  if (warning !== undefined) output.warn(warning);
  if (!existsSync(path))
    throw new Problem(
      'invalid_configuration',
      `The feed ${name} has not been fetched. Run forecourt feed run ${name} first.`,
    );
  const merged = { ...settings, ...parseOptionsOf(flags) };
  const print = (json: object, lines: () => readonly string[]): void => {
    for (const line of config.json ? [JSON.stringify(json)] : lines()) output.line(line);
  };
  if (wanted === undefined) {
    const { inspection, problem } = await inspectFeed({ name, source: path }, merged);
    print(inspection, () => inspectionLines(inspection));
    if (problem !== undefined) throw problem;
    return;
  }
  const explanation = await explainRecord(path, wanted, merged, Date.now());
  if (explanation === undefined)
    throw new Problem(
      'invalid_configuration',
      `The last fetched file of ${name} has no record with ${quoted(wanted)}.`,
    );
  print(explanation, () => explanationLines(name, explanation));
}

/** A warning that the last run failed or was blocked, and whether the file is older; undefined otherwise. */
async function lastRunWarning(feed: string, folder: string): Promise<string | undefined> {
  const states = existsSync(folder) ? await readFeedStates(folder) : undefined;
  const { outcome, startedAt, reason = '', failedIn } = states?.get(feed)?.lastRun ?? {};
  if (outcome !== 'failed' && outcome !== 'blocked') return undefined;
  const where = failedIn === 'fetching' ? ' while fetching: a file below is of an earlier run' : '';
  return `The last run of ${feed}, at ${startedAt}, ${outcome === 'failed' ? 'failed' : 'was blocked'}${where}. ${reason}`;
}

function explanationLines(feed: string, explanation: Explanation): string[] {
  const { line, outcome, reason, fields, unused, valueIssues } = explanation;
  const rows = fields.flatMap(({ field, value, from }) => {
    const [first, ...others] = from.length > 0 ? from : [SETTINGS];
    const cells = (column: ExplainedColumn): string[] => [column.name, column.value, column.use];
    return [
      [field, sampleText(value), ...cells(first)],
      ...others.map((column) => ['', '', ...cells(column)]),
    ];
  });
  return [
    `${feed}, line ${line}: ${outcome}${reason === undefined ? '' : `, ${reason}`}.`,
    '',
    ...tableLines(
      [
        { title: 'FIELD', align: 'left', maxWidth: 18 },
        { title: 'VALUE', align: 'left', maxWidth: 40 },
        { title: 'COLUMN', align: 'left', maxWidth: 40 },
        { title: 'SAYS', align: 'left', maxWidth: 40 },
        { title: 'FEEDS', align: 'left', maxWidth: 60 },
      ],
      rows,
    ),
    ...(unused.length === 0 ? [] : ['', 'Without effect on the listing:']),
    ...unused.map(({ name, value, use }) => `  ${name} ${value} (${use})`),
    ...valueIssues.map(
      ({ field, reason: why, value }) => `Value issue, ${field} ${VALUE_ISSUES[why]}: ${value}`,
    ),
  ];
}

const SETTINGS: ExplainedColumn = { name: '(several columns, or the settings)', value: '', use: '' };

function sampleText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', ' / ') : JSON.stringify(value);
}
