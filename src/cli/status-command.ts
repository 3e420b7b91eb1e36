// `forecourt status`: what a data folder holds, and what the last runs of feeds and imports did.
import { stockStatus, type FeedStatus, type StockStatus } from '../ingest/stock-status.ts';
import type { Config } from '../config/config.ts';
import type { Output } from './output.ts';
import { noStockLine } from './no-stock.ts';
import { counted, grouped } from './progress.ts';
import { tableLines, type Column } from './table.ts';

const DEALER_COLUMNS: readonly Column[] = [
  { title: 'LISTINGS', align: 'right', widest: 12 },
  { title: 'DEALER', align: 'left', widest: 80 },
  { title: 'FEED', align: 'left', widest: 32 },
];

const IMPORT_COLUMNS: readonly Column[] = [
  { title: 'IMPORTED AT', align: 'left', widest: 24 },
  ...['READ', 'ADDED', 'CHANGED', 'UNCHANGED', 'WITHDRAWN', 'REJECTED'].map((title): Column => ({
    title,
    align: 'right',
    widest: 12,
  })),
  { title: 'FILES', align: 'left', widest: 60 },
];

const FEED_COLUMNS: readonly Column[] = [
  { title: 'FEED', align: 'left', widest: 32 },
  { title: 'LAST RUN', align: 'left', widest: 24 },
  { title: 'OUTCOME', align: 'left', widest: 12 },
  { title: 'LAST SUCCESS', align: 'left', widest: 24 },
  { title: 'NEXT RUN', align: 'left', widest: 24 },
  { title: 'FAILURES', align: 'right', widest: 8 },
  { title: 'WHY', align: 'left', widest: 160 },
];

export async function statusCommand(config: Config, output: Output): Promise<void> {
  const status = await stockStatus(config.data);
  if (config.json) return output.line(JSON.stringify(status));
  const { listings, dealers, imports } = status;
  if (status.sequence === 0 && status.feeds.length === 0) return output.line(noStockLine(config.data));
  output.line(`${counted(listings, 'listing')} of ${counted(dealers.length, 'dealer')} in ${config.data}.`);
  const sharing = sharedWords(status.shared);
  if (sharing !== '') output.line(`Also at other dealers: ${sharing}.`);
  if (dealers.length > 0) {
    const rows = dealers.map((row) => [grouped(row.listings), row.dealer, row.feed ?? '-']);
    for (const line of ['', ...tableLines(DEALER_COLUMNS, rows)]) output.line(line);
  }
  if (status.feeds.length > 0) {
    const rows = status.feeds.map(feedRow);
    for (const line of ['', ...tableLines(FEED_COLUMNS, rows)]) output.line(line);
  }
  if (imports.length === 0) return;
  const rows = imports.map((run) => [
    run.startedAt,
    ...[run.read, run.added, run.changed, run.unchanged, run.withdrawn, run.rejected].map(grouped),
    `${run.feed ?? run.files.join(', ')}${run.outcome === 'held' ? ' (held back)' : ''}`,
  ]);
  for (const line of ['', ...tableLines(IMPORT_COLUMNS, rows)]) output.line(line);
}

/** Blank where nothing is shared. */
export function sharedWords({ adverts, registrations, vins }: StockStatus['shared']): string {
  const counts = [
    [adverts, 'advert address'],
    [registrations, 'registration'],
    [vins, 'VIN'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, mark]) => `${counted(count, 'listing')} by ${mark}`)
    .join(', ');
}

function feedRow({ feed, lastRun, lastSuccessAt, nextRunAt, failures }: FeedStatus): string[] {
  return [
    feed,
    lastRun.startedAt,
    lastRun.outcome,
    lastSuccessAt ?? 'never',
    nextRunAt ?? 'by hand',
    grouped(failures),
    lastRun.why ?? '',
  ];
}
