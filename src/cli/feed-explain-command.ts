// `forecourt feed explain`: how the last fetched file of a configured feed is read, as a whole or for one record.
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { readFeedStates } from '../ingest/status/feed-state.ts';
import { explainRecord, type ExplainedColumn, type Explanation } from '../ingest/suggest/explain-record.ts';
import { inspectFeed } from '../ingest/suggest/inspect-feed.ts';
import { VALUE_ISSUES } from '../ingest/values/record-result.ts';
import type { Output } from '../log/log.ts';
import { invalidConfiguration } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import { fetchedPath } from '../store/paths.ts';
import { inspectionLines } from './feed-inspect-command.ts';
import { parseOptionsOf, type ParseFlags } from './parse-options.ts';
import { printResult } from './command-context.ts';
import { left, tableLines } from './table-lines.ts';

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
    throw invalidConfiguration(
      `The feed ${name} has not been fetched. Run forecourt feed run ${name} first.`,
    );
  const merged = { ...settings, ...parseOptionsOf(flags) };
  if (wanted === undefined) {
    const { inspection, problem } = await inspectFeed({ name, source: path }, merged);
    printResult(inspection, () => inspectionLines(inspection), config, output);
    if (problem !== undefined) throw problem;
    return;
  }
  const explanation = await explainRecord(path, wanted, merged, Date.now());
  if (explanation === undefined)
    throw invalidConfiguration(`The last fetched file of ${name} has no record with ${quoted(wanted)}.`);
  printResult(explanation, () => explanationLines(name, explanation), config, output);
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
      [left('FIELD', 18), left('VALUE', 40), left('COLUMN', 40), left('SAYS', 40), left('FEEDS', 60)],
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
