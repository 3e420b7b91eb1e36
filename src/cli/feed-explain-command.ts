// `forecourt feed explain`: how the last fetched file of a configured feed is read, as a whole or for one record.
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { parseOptionsOf, type ParseFlags } from '../ingest/run/parse-options.ts';
import type { FeedConfig } from '../ingest/schedule/feeds-file.ts';
import { explainRecord, type ExplainedColumn, type Explanation } from '../ingest/suggest/explain-record.ts';
import { VALUE_ISSUES } from '../ingest/run/record-result.ts';
import { inspectFeed } from '../ingest/suggest/inspect-feed.ts';
import { fetchedPath } from '../store/paths.ts';
import { Problem, quoted } from '../problem.ts';
import { inspectionLines } from './feed-inspect-command.ts';
import { tableLines, type Output } from './output.ts';

/** Problem `invalid_configuration` if the feed was never fetched or has no such record; the Problem of the import. */
export async function feedExplainCommand(
  { name, settings }: FeedConfig,
  wanted: string | undefined,
  config: Config,
  flags: ParseFlags,
  output: Output,
): Promise<void> {
  const path = fetchedPath(config.data, name);
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

function explanationLines(feed: string, explanation: Explanation): string[] {
  const { line, outcome, reason, fields, unused, valueIssues } = explanation;
  const rows = fields.flatMap(({ field, value, from }) => {
    const [first, ...others] = from.length > 0 ? from : [SETTINGS];
    const cells = (column: ExplainedColumn): string[] => [column.name, column.value, column.use];
    return [[field, textOf(value), ...cells(first)], ...others.map((column) => ['', '', ...cells(column)])];
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\n', ' / ') : JSON.stringify(value);
}
