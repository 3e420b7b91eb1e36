// `forecourt status`: listings per dealer, recent imports and the state of each feed.
import { stockStatus, type FeedStatus, type StockStatus, illFeeds } from '../stock-status.ts';
import { Problem } from '../problem.ts';
import type { Config } from '../config/config.ts';
import { checkNamedFolder, noStockLine } from './path-problems.ts';
import { tableLines, type TableColumn } from './table-lines.ts';
import type { Output } from '../log/log.ts';
import { formatCount, pluralize } from '../format.ts';

const DEALER_COLUMNS: readonly TableColumn[] = [
  { title: 'LISTINGS', align: 'right', maxWidth: 12 },
  { title: 'DEALER', align: 'left', maxWidth: 80 },
  { title: 'FEED', align: 'left', maxWidth: 32 },
];

const IMPORT_COLUMNS: readonly TableColumn[] = [
  { title: 'IMPORTED AT', align: 'left', maxWidth: 24 },
  ...['READ', 'ADDED', 'CHANGED', 'UNCHANGED', 'WITHDRAWN', 'REJECTED'].map((title): TableColumn => ({
    title,
    align: 'right',
    maxWidth: 12,
  })),
  { title: 'FILES', align: 'left', maxWidth: 60 },
];

const FEED_COLUMNS: readonly TableColumn[] = [
  { title: 'FEED', align: 'left', maxWidth: 32 },
  { title: 'LAST RUN', align: 'left', maxWidth: 24 },
  { title: 'OUTCOME', align: 'left', maxWidth: 12 },
  { title: 'LAST SUCCESS', align: 'left', maxWidth: 24 },
  { title: 'NEXT RUN', align: 'left', maxWidth: 24 },
  { title: 'FAILURES', align: 'right', maxWidth: 8 },
  { title: 'REASON', align: 'left', maxWidth: 160 },
];

export async function statusCommand(config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const status = await stockStatus(config.data);
  if (config.json) return output.line(JSON.stringify(status));
  const { listings, dealers, imports } = status;
  if (status.sequence === 0 && status.feeds.length === 0) return output.line(noStockLine(config.data));
  output.line(
    `${pluralize(listings, 'listing')} of ${pluralize(dealers.length, 'dealer')} in ${config.data}.`,
  );
  if (status.writtenBy !== null) output.line(`Written last by Forecourt ${status.writtenBy}.`);
  const duplicates = duplicatesText(status.duplicates);
  if (duplicates !== '') output.line(`Also at other dealers: ${duplicates}.`);
  if (dealers.length > 0) {
    const rows = dealers.map((row) => [formatCount(row.listings), row.dealer, row.feed ?? '-']);
    for (const line of ['', ...tableLines(DEALER_COLUMNS, rows)]) output.line(line);
  }
  if (status.feeds.length > 0) {
    const rows = status.feeds.map(feedRow);
    for (const line of ['', ...tableLines(FEED_COLUMNS, rows)]) output.line(line);
  }
  if (imports.length === 0) return;
  const rows = imports.map((run) => [
    run.startedAt,
    ...[run.read, run.added, run.changed, run.unchanged, run.withdrawn, run.rejected].map(formatCount),
    `${run.feed ?? run.files.join(', ')}${run.outcome === 'blocked' ? ' (blocked)' : ''}`,
  ]);
  for (const line of ['', ...tableLines(IMPORT_COLUMNS, rows)]) output.line(line);
}

const ILL_COLUMNS: readonly TableColumn[] = [
  { title: 'FEED', align: 'left', maxWidth: 32 },
  { title: 'STATE', align: 'left', maxWidth: 10 },
  { title: 'LAST SUCCESS', align: 'left', maxWidth: 24 },
  { title: 'REASON', align: 'left', maxWidth: 240 },
];

/** Prints the feeds that need attention. Throws a Problem `feeds_ill` if there are any. */
export async function illCommand(config: Config, output: Output): Promise<void> {
  checkNamedFolder(config.data);
  const { feeds } = await stockStatus(config.data);
  const ill = illFeeds(feeds, Date.now());
  if (config.json) output.line(JSON.stringify({ feeds: feeds.length, ill }));
  else if (ill.length === 0) output.line(`No ill feed among ${formatCount(feeds.length)}.`);
  else
    for (const line of tableLines(
      ILL_COLUMNS,
      ill.map(({ feed, state, reason, lastSuccessAt }) => [feed, state, lastSuccessAt ?? 'never', reason]),
    ))
      output.line(line);
  if (ill.length > 0)
    throw new Problem(
      'feeds_ill',
      `${formatCount(ill.length)} of ${pluralize(feeds.length, 'feed')} ${ill.length === 1 ? 'needs' : 'need'} attention.`,
    );
}

/** Duplicate vehicles in words, such as `2 listings by VIN`; empty if no vehicle is listed twice. */
export function duplicatesText({ adverts, registrations, vins }: StockStatus['duplicates']): string {
  const counts = [
    [adverts, 'advert address'],
    [registrations, 'registration'],
    [vins, 'VIN'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, identifier]) => `${pluralize(count, 'listing')} by ${identifier}`)
    .join(', ');
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
