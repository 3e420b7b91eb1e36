// The page's sections on searches, the index and changes.
import {
  formatCount,
  formatFigure,
  formatMs,
  formatRatio,
  formatSeconds,
  markdownTable,
} from '../../harness/format.ts';
import { sum, type Percentiles } from '../../harness/statistics.ts';
import type { ChangeStats } from '../changes.ts';
import type { StockMeasurements } from '../measure-stock.ts';
import { columns, headOf, type Row, type Stocks } from './columns.ts';

export function searchSection(stocks: Stocks, each: number): string {
  const [largest] = stocks.slice(-1);
  const cell = ({ p50, p99 }: Percentiles): string => `${formatFigure(p50)} (${formatFigure(p99)})`;
  const rows = largest.search.classes.map(({ name, description, medianTotal, matchingShare }, index) => [
    `${name}: ${description}`,
    formatCount(medianTotal),
    `${Math.floor(matchingShare * 100)} %`,
    ...stocks.map(({ search }) => cell(search.classes[index].warmMs)),
  ]);
  const all = ['all', '', '', ...stocks.map(({ search }) => cell(search.allMs))];
  const means = ['mean of all', '', '', ...stocks.map(({ search }) => formatFigure(search.allMs.mean))];
  return [
    '## Search',
    '',
    'The engine alone, in a fresh process per stock: matching, the exact total and the keys of a page of 20, on one thread. ' +
      `Each class has ${each} queries with values drawn from the stock. Times in ms: p50, and p99 in brackets, of the second ` +
      `round over all queries of all classes. *Total* is the median number of matching listings among ` +
      `${formatCount(largest.search.listings)}, and *matching* the share of queries that match any.`,
    '',
    '![Median time of each query class against the number of listings](performance.svg)',
    '',
    markdownTable(['times in ms', 'total', 'matching', ...stocks.map(headOf)], [...rows, all, means]),
    '',
  ].join('\n');
}

export function indexSection(stocks: Stocks): string {
  const parts = Object.entries(stocks[0].search.indexBytes).filter(([, bytes]) => bytes > 0);
  const perListing = (bytes: number, { search }: StockMeasurements): string =>
    formatFigure(bytes / search.listings);
  const rows: Row[] = [
    ...parts.map(([part]): Row => [part, (stock) => perListing(stock.search.indexBytes[part] ?? 0, stock)]),
    ['all arrays', (stock) => perListing(sum(Object.values(stock.search.indexBytes)), stock)],
    ['whole index in memory', (stock) => perListing(stock.search.retainedBytes, stock)],
  ];
  return [
    '## Index bytes per listing',
    '',
    'The arrays of the index by part, and the whole index in memory after the queries above, including names and cached ' +
      'bitmaps.',
    '',
    columns(stocks.map(headOf), stocks, rows),
    '',
  ].join('\n');
}

const CHANGES: Row<ChangeStats>[] = [
  ['a small change, from the start of the command until searchable', (c) => formatSeconds(c.searchableMs)],
  ['the same, from the end of the command', (c) => formatSeconds(c.lagMs)],
  ['listings of a large change', (c) => formatCount(c.largeChange)],
  ['new prices, until searchable', (c) => formatSeconds(c.besideChange.searchableMs)],
  ['a new dealer, until searchable', (c) => formatSeconds(c.besideNewDealer.searchableMs)],
  ['p50 of searches in quiet', (c) => formatMs(c.quiet.p50)],
  ['p50 beside new prices', (c) => formatMs(c.besideChange.p50)],
  ['p50 beside a new dealer', (c) => formatMs(c.besideNewDealer.p50)],
  ['p99 of searches in quiet', (c) => formatMs(c.quiet.p99)],
  ['p99 beside new prices', (c) => formatMs(c.besideChange.p99)],
  ['p99 beside a new dealer', (c) => formatMs(c.besideNewDealer.p99)],
  ['p99 beside new prices / in quiet', (c) => formatRatio(c.besideChange.p99 / c.quiet.p99)],
  ['p99 beside a new dealer / in quiet', (c) => formatRatio(c.besideNewDealer.p99 / c.quiet.p99)],
];

export function changesSection(stocks: Stocks): string {
  const measured = stocks.filter(({ changes }) => changes !== undefined);
  const changes = measured.flatMap((stock) => stock.changes ?? []);
  if (changes.length === 0) return '';
  const { smallChange, rounds, perSecond, mergeSeconds } = changes[0].options;
  return [
    '## While the stock changes',
    '',
    `A feed is imported beside a running server. A small change has ${formatCount(smallChange)} new prices (median of ${rounds}), a large ` +
      'one a tenth of the stock: new prices, or a new dealer. The percentiles are those of distinct searches over HTTP, ' +
      `${perSecond} a second at random times, from the start of the import until ${mergeSeconds} s after the server finds it, while it ` +
      "merges segments and writes the index file. Import, server and client share the machine's cores.",
    '',
    columns(measured.map(headOf), changes, CHANGES),
    '',
  ].join('\n');
}
