// `forecourt status`: listings per dealer, recent imports and the state of each feed.
import { stockStatus, type FeedStatus, type StockStatus, illFeeds } from '../stock-status.ts';
import { Problem } from '../problem.ts';
import type { Config } from '../config/config.ts';
import { checkNamedFolder, noStockLine } from './path-problems.ts';
import { printResult } from './command-context.ts';
import { duplicatesText } from './report-lines.ts';
import { left, right, tableLines, type TableColumn } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, pluralize } from '../format.ts';

const DEALER_COLUMNS = [right('LISTINGS', 12), left('DEALER', 80), left('FEED', 32)];

const IMPORT_COLUMNS = [
  left('IMPORTED AT', 24),
  ...['READ', 'ADDED', 'CHANGED', 'UNCHANGED', 'WITHDRAWN', 'REJECTED'].map((title) => right(title, 12)),
  left('FILES', 60),
];

const FEED_COLUMNS = [
  left('FEED', 32),
  left('LAST RUN', 24),
  left('OUTCOME', 12),
  left('LAST SUCCESS', 24),
  left('NEXT RUN', 24),
  right('FAILURES', 8),
  left('REASON', 160),
];

export async function statusCommand(config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const status = await stockStatus(config.data);
  printResult(status, () => statusLines(status, config.data), config, output);
}

function statusLines(
  { listings, dealers, feeds, imports, ...status }: StockStatus,
  folder: string,
): string[] {
  if (status.sequence === 0 && feeds.length === 0) return [noStockLine(folder)];
  const duplicates = duplicatesText(status.duplicates);
  const table = (columns: readonly TableColumn[], rows: readonly string[][]): string[] =>
    rows.length === 0 ? [] : ['', ...tableLines(columns, rows)];
  return [
    `${pluralize(listings, 'listing')} of ${pluralize(dealers.length, 'dealer')} in ${folder}.`,
    ...(status.writtenBy === null ? [] : [`Written last by Forecourt ${status.writtenBy}.`]),
    ...(duplicates === '' ? [] : [`Also at other dealers: ${duplicates}.`]),
    ...table(
      DEALER_COLUMNS,
      dealers.map((row) => [formatCount(row.listings), row.dealer, row.feed ?? '-']),
    ),
    ...table(FEED_COLUMNS, feeds.map(feedRow)),
    ...table(IMPORT_COLUMNS, imports.map(importRow)),
  ];
}

function importRow(run: StockStatus['imports'][number]): string[] {
  return [
    run.startedAt,
    ...[run.read, run.added, run.changed, run.unchanged, run.withdrawn, run.rejected].map(formatCount),
    `${run.feed ?? run.files.join(', ')}${run.outcome === 'blocked' ? ' (blocked)' : ''}`,
  ];
}

const ILL_COLUMNS = [left('FEED', 32), left('STATE', 10), left('LAST SUCCESS', 24), left('REASON', 240)];

/** Prints the feeds that need attention. Throws a Problem `feeds_ill` if there are any. */
export async function illCommand(config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const { feeds } = await stockStatus(config.data);
  const ill = illFeeds(feeds, Date.now());
  const rows = ill.map(({ feed, state, reason, lastSuccessAt }) => {
    return [feed, state, lastSuccessAt ?? 'never', reason];
  });
  const none = [`No ill feed among ${formatCount(feeds.length)}.`];
  const lines = (): string[] => (ill.length === 0 ? none : tableLines(ILL_COLUMNS, rows));
  printResult({ feeds: feeds.length, ill }, lines, config, output);
  if (ill.length > 0)
    throw new Problem(
      'feeds_ill',
      `${formatCount(ill.length)} of ${pluralize(feeds.length, 'feed')} ${ill.length === 1 ? 'needs' : 'need'} attention.`,
    );
}

function feedRow({ feed, lastRun, lastSuccessAt, nextRunAt, failures }: FeedStatus): string[] {
  return [
    feed,
    lastRun.startedAt,
    lastRun.outcome,
    lastSuccessAt ?? 'never',
    nextRunAt ?? 'by hand',
    formatCount(failures),
    lastRun.reason ?? '',
  ];
}
