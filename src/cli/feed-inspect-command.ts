// `forecourt feed inspect`: how Forecourt reads a feed: its format, columns, first listings and rejections.
import type { Config } from '../config/config.ts';
import { inspectFeed, type FeedInspection, type InspectedColumn } from '../ingest/suggest/inspect-feed.ts';
import { parseOptionsOf, type ParseFlags } from '../ingest/run/parse-options.ts';
import { feedFile } from './import-command.ts';
import { readLine, resultLines } from './import-report-lines.ts';
import { type Output, tableLines } from './output.ts';
import { startProgress } from './progress.ts';
import { formatCount, pluralize } from '../api/format.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
/** Characters of a value in a listing. */
const MAX_VALUE_LENGTH = 90;

export interface InspectFlags extends ParseFlags {
  /** Write a mapping: to the file, or to one with the feed's name. */
  readonly suggest?: string | boolean;
  readonly overwrite?: boolean;
}

/** Prints what an import of the feed would do. Throws the Problem that the import would. */
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
  const progress = startProgress('Reading');
  return inspectFeed(feed, {
    ...settings,
    format: config.format,
    suggest: suggest !== undefined && suggest !== false,
    onProgress: ({ name, bytesRead, bytesTotal, records }) =>
      progress.update(bytesRead, bytesTotal, `${pluralize(records, 'record')}, ${name}`),
  }).finally(() => progress.stop());
}

/** What was detected, the columns, the first listings, then the report. */
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
    const characters = Array.from(text);
    const truncated =
      characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…` : text;
    return `  ${name}: ${truncated}`;
  });
}
