// The page's sections on searches, import, start and memory, the index, HTTP and changes.
import {
  formatFigure,
  formatMegabytes,
  formatMs,
  formatRatio,
  formatSeconds,
  markdownTable,
  formatCount,
} from '../../harness/format.ts';
import { sum } from '../../harness/statistics.ts';
import type { ChangeStats } from '../changes.ts';
import type { HttpStats, TrafficStats } from '../http.ts';
import type { StockMeasurements } from '../measure-stock.ts';

type Stocks = readonly StockMeasurements[];

const headOf = ({ search }: StockMeasurements): string => `${formatCount(search.listings)} listings`;

/** A table with a column for each stock. */
function columns<Stock>(heads: string[], stocks: readonly Stock[], rows: readonly Row<Stock>[]): string {
  const cells = rows.map(([what, figure]) => [what, ...stocks.map(figure)]);
  return markdownTable(['', ...heads], cells);
}

type Row<Stock = StockMeasurements> = [what: string, figure: (stock: Stock) => string];

export function searchSection(stocks: Stocks, each: number): string {
  return [
    '## Search',
    '',
    'The engine alone, in a fresh process per stock: matching, the exact total and the keys of a page of 20, on one thread. ' +
      `Each class has ${each} queries with values drawn from the stock. *First* is the first query of a class in the fresh ` +
      'process. The percentiles are those of the second round over all queries of all classes. *Total* is the median number ' +
      'of matching listings, and *matching* the share of queries that match any.',
    '',
    '![Median time of each query class against the number of listings](performance.svg)',
    '',
    ...stocks.map((stock) => `${searchTable(stock)}\n`),
  ].join('\n');
}

function searchTable(stock: StockMeasurements): string {
  const { classes, allMs } = stock.search;
  const percentiles = ['p50', 'p95', 'p99', 'mean'] as const;
  const rows = classes.map(({ name, description, medianTotal, matchingShare, coldMs, warmMs }) => [
    `${name}: ${description}`,
    formatCount(medianTotal),
    `${Math.floor(matchingShare * 100)} %`,
    formatFigure(coldMs),
    ...percentiles.map((percentile) => formatFigure(warmMs[percentile])),
  ]);
  const all = ['all', '', '', '', ...percentiles.map((percentile) => formatFigure(allMs[percentile]))];
  return markdownTable(
    [`${headOf(stock)}, times in ms`, 'total', 'matching', 'first', ...percentiles],
    [...rows, all],
  );
}

const IMPORT: Row[] = [
  ['feed (NDJSON)', ({ imported }) => formatMegabytes(imported.feedBytes)],
  ['import until on disk', ({ imported }) => formatSeconds(imported.importMs)],
  ['import until searchable in a running server', ({ imported }) => formatSeconds(imported.searchableMs)],
  [
    'listings per second until searchable',
    ({ imported }) => formatCount((imported.listings / imported.searchableMs) * 1000),
  ],
  ['first start until ready', ({ firstStart }) => formatSeconds(firstStart.readyMs)],
  ['peak memory during it', ({ firstStart }) => formatMegabytes(firstStart.memory?.peak)],
  ['next start until ready', ({ start }) => formatSeconds(start.readyMs)],
  ['peak memory during it', ({ start }) => formatMegabytes(start.memory?.peak)],
  ['memory when ready, without page cache', ({ start }) => formatMegabytes(start.memory?.own)],
  ['page cache', ({ start }) => formatMegabytes(start.memory?.file)],
  ['data folder on disk', ({ diskBytes }) => formatMegabytes(diskBytes)],
];

export function importSection(stocks: Stocks): string {
  return [
    '## Import, start and memory',
    '',
    '`forecourt import` fills an empty folder that a running server follows. Then another server is started, stopped and ' +
      'started again, because the first start may leave files that speed up the next. The page cache is listed separately, ' +
      'since the kernel reclaims it when needed; peak memory includes it.',
    '',
    columns(stocks.map(headOf), stocks, IMPORT),
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

export function httpSection(stocks: Stocks): string {
  const measured = stocks.flatMap((stock) =>
    stock.http === undefined ? [] : [{ head: headOf(stock), http: stock.http }],
  );
  if (measured.length === 0) return '';
  const { connections, rounds, seconds: maxSeconds, repeated } = measured[0].http.options;
  const compression = measured[0].http.compression.options;
  return [
    '## HTTP',
    '',
    `One server process and one client process with ${connections} keep-alive connections on the loopback address. The *bare* ` +
      `server is \`node:http\` sending a constant body of mean length. Each row is the median of ${rounds} rounds of at most ` +
      `${maxSeconds} s. *Distinct* queries come from all classes without repetition; *repeated* ones follow Zipf's law over ` +
      `${formatCount(repeated)} queries. *Rate* is requests per second relative to the bare server in the same round, and *CPU* ` +
      "the server's CPU time per request.",
    '',
    ...measured.map(({ head, http }) => `${trafficTable(head, http)}\n`),
    '### Compression',
    '',
    "The same server and connections, by the requests' `Accept-Encoding`; the last is that of browsers. *Cached* are " +
      `${formatCount(compression.cached)} queries that were requested often. Each row is the median of ${compression.rounds} rounds ` +
      `of at most ${compression.seconds} s. *Bytes* are those of a body as it was sent, *CPU* is on all threads of the server. ` +
      'With more requests waiting than a server may have in flight, nothing is compressed but what is cached.',
    '',
    ...measured.map(({ head, http }) => `${compressionTable(head, http)}\n`),
  ].join('\n');
}

function compressionTable(head: string, { compression }: HttpStats): string {
  const rows = compression.kinds.map(
    ({ accepted, isCached, bodyBytes, requestsPerSecond, cpuUs, p50Ms, p99Ms }) => [
      `${isCached ? 'cached' : 'distinct'}, ${accepted === undefined ? 'plain' : `\`${accepted}\``}`,
      formatCount(bodyBytes),
      formatCount(requestsPerSecond),
      formatCpu(cpuUs),
      formatMs(p50Ms),
      formatMs(p99Ms),
    ],
  );
  return markdownTable([head, 'bytes', 'requests per second', 'CPU', 'p50', 'p99'], rows);
}

function formatCpu(cpuUs: number | undefined): string {
  return cpuUs === undefined ? '–' : `${formatFigure(cpuUs)} µs`;
}

function trafficTable(head: string, { distinct, repeated, bare, bodyBytes, memory }: HttpStats): string {
  const row = (name: string, { requestsPerSecond, rate, cpuUs, p50Ms, p99Ms }: TrafficStats): string[] => [
    name,
    formatCount(requestsPerSecond),
    formatRatio(rate),
    formatCpu(cpuUs),
    formatMs(p50Ms),
    formatMs(p99Ms),
  ];
  const rows = [
    row('distinct queries', distinct),
    row('repeated queries', repeated),
    row('bare server', bare),
  ];
  const rendered = markdownTable([head, 'requests per second', 'rate', 'CPU', 'p50', 'p99'], rows);
  return `${rendered}\n\nThe mean response had ${formatCount(bodyBytes)} bytes. Afterwards the server's own memory was ${formatMegabytes(memory?.own)}.`;
}

const CHANGES: Row<ChangeStats>[] = [
  ['a small change, from the start of the command until searchable', (c) => formatSeconds(c.searchableMs)],
  ['the same, from the end of the command', (c) => formatSeconds(c.lagMs)],
  ['listings of the large change', (c) => formatCount(c.largeChange)],
  ['the large change, from the start of the command until searchable', (c) => formatSeconds(c.largeChangeMs)],
  ['p50 before', (c) => formatMs(c.quietMs.p50)],
  ['p50 during the large change', (c) => formatMs(c.duringMs.p50)],
  ['p99 before', (c) => formatMs(c.quietMs.p99)],
  ['p99 during the large change', (c) => formatMs(c.duringMs.p99)],
  ['p99 during / before', (c) => formatRatio(c.duringMs.p99 / c.quietMs.p99)],
];

export function changesSection(stocks: Stocks): string {
  const measured = stocks.filter(({ changes }) => changes !== undefined);
  const changes = measured.flatMap((stock) => stock.changes ?? []);
  if (changes.length === 0) return '';
  const { smallChange, rounds, largeChange, connections } = changes[0].options;
  return [
    '## While the stock changes',
    '',
    `A feed of listings with new prices is imported beside a running server. A small change has ${formatCount(smallChange)} listings ` +
      `(median of ${rounds}); a large one has ${formatCount(largeChange)}, or the whole stock if it has fewer. The percentiles are those ` +
      `of distinct queries over HTTP on ${connections} connections. Import, server and clients share the machine's cores.`,
    '',
    columns(measured.map(headOf), changes, CHANGES),
    '',
  ].join('\n');
}
