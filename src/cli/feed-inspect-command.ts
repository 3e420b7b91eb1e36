// `forecourt feed inspect`: how Forecourt reads a feed, its format, columns, first listings and rejections.
import type { Config } from '../config/config.ts';
import { inspectFeed, type FeedInspection, type InspectedColumn } from '../ingest/suggest/inspect-feed.ts';
import { parseOptionsOf, type ParseFlags } from './parse-options.ts';
import { feedFile } from './import-command.ts';
import { printResult } from './command-context.ts';
import { readLine, resultLines } from './report-lines.ts';
import { left, right, tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { withProgress } from './progress.ts';
import { formatCount, pluralize } from '../format.ts';
import { truncate } from '../quoted-text.ts';

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
  printResult(inspection, () => inspectionLines(inspection), config, output);
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
  return tableLines([left('COLUMN', 40), left('FIELD', 50), right('RECORDS', 12), left('VALUES', 70)], rows);
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
