// `forecourt feed inspect`: how Forecourt reads a feed: its format, columns, first listings and rejections.
import type { Config } from '../config/config.ts';
import { inspectFeed, type FeedInspection } from '../ingest/inspect-feed.ts';
import { formatPosition } from '../ingest/import-report.ts';
import { parseOptionsOf, type ParseFlags } from '../ingest/parse-options.ts';
import { feedFile } from './import-command.ts';
import type { Output } from './output.ts';
import { formatCount, pluralize } from '../api/format.ts';
import { tableLines } from './table.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
/** Characters of a value in a listing. */
const MAX_VALUE_LENGTH = 90;

export async function feedInspectCommand(
  file: string,
  config: Config,
  flags: ParseFlags,
  output: Output,
): Promise<void> {
  const inspection = await inspectFeed(feedFile(file), { ...parseOptionsOf(flags), format: config.format });
  if (config.json) return output.line(JSON.stringify(inspection));
  for (const line of inspectionLines(inspection)) output.line(line);
}

/** The detected format, the columns, the first listings, the rejections. */
function inspectionLines(inspection: FeedInspection): string[] {
  const { file, encoding, format, delimiter, layout, fault, columns, listings, read, more, rejected } =
    inspection;
  const detected = [
    `layout ${layout ?? 'unknown'}`,
    `format ${format ?? 'unknown'}`,
    `encoding ${encoding ?? 'unknown'}`,
    ...(delimiter === null ? [] : [`delimiter ${DELIMITER_NAMES[delimiter] ?? delimiter}`]),
  ];
  const lines = [`${file}: ${detected.join(', ')}`];
  if (fault !== null) lines.push(`An import stops here: ${fault}`);
  lines.push('', ...columnLines(columns));
  listings.forEach((listing, n) => lines.push('', `Listing ${n + 1}`, ...listingLines(listing)));
  lines.push(
    '',
    `${pluralize(read, 'record')} read${more ? ', and there are more' : ''}, ${formatCount(rejected)} rejected.`,
  );
  for (const { reason, count, samples } of inspection.rejections) {
    lines.push(`Rejected, ${reason}: ${formatCount(count)}`);
    for (const sample of samples) lines.push(`  ${formatPosition(sample)}: ${sample.sentence}`);
  }
  for (const { field, meaning, count, samples } of inspection.valueIssues) {
    const examples = samples.map((sample) => `${formatPosition(sample)}: ${sample.value}`);
    lines.push(`Value issue, ${field} ${meaning}: ${formatCount(count)} (${examples.join(', ')})`);
  }
  return lines;
}

function columnLines(columns: FeedInspection['columns']): string[] {
  const rows = columns.map(({ name, field, unwanted, records, sample, suggestion }) => [
    name,
    field ?? (unwanted ? 'not wanted' : suggestion === undefined ? 'unknown' : `unknown: ${suggestion}?`),
    formatCount(records),
    sample ?? '',
  ]);
  return tableLines(
    [
      { title: 'COLUMN', align: 'left', maxWidth: 40 },
      { title: 'FIELD', align: 'left', maxWidth: 30 },
      { title: 'RECORDS', align: 'right', maxWidth: 12 },
      { title: 'FIRST VALUE', align: 'left', maxWidth: 50 },
    ],
    rows,
  );
}

function listingLines(listing: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(listing).map(([name, value]) => {
    const text = typeof value === 'string' ? value.replaceAll('\n', ' / ') : JSON.stringify(value);
    const characters = Array.from(text);
    const truncated =
      characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…` : text;
    return `  ${name}: ${truncated}`;
  });
}
