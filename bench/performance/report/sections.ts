// The parts of the page about searches, import, start and memory, the index, HTTP and changes.
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
    'The engine alone, in a fresh process for each stock: matching, the exact total and the keys of a page of 20, on one ' +
      `thread. Each shape is asked ${each} times with values drawn from the stock. *First* is the first question of a shape ` +
      'in the fresh process. The percentiles are of all its questions asked a second time, after every shape has been asked ' +
      'once. *Total* is the median number of matching listings, and *finding* the share of questions that match any.',
    '',
    '![Median time of each shape against the number of listings](performance.svg)',
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
    [`${headOf(stock)}, times in ms`, 'total', 'finding', 'first', ...percentiles],
    [...rows, all],
  );
}

const IMPORT: Row[] = [
  ['feed (NDJSON)', ({ imported }) => formatMegabytes(imported.feedBytes)],
  ['import until it is on disk', ({ imported }) => formatSeconds(imported.importMs)],
  ['import until a running server finds everything', ({ imported }) => formatSeconds(imported.searchableMs)],
  [
    'listings a second, until found',
    ({ imported }) => formatCount((imported.listings / imported.searchableMs) * 1000),
  ],
  ['first start of a server until it is ready', ({ firstStart }) => formatSeconds(firstStart.readyMs)],
  [
    'the most memory that it took up on the way',
    ({ firstStart }) => formatMegabytes(firstStart.memory?.peak),
  ],
  ['next start until it is ready', ({ start }) => formatSeconds(start.readyMs)],
  ['the most memory that it took up on the way', ({ start }) => formatMegabytes(start.memory?.peak)],
  ["its memory when it is ready, the process's own", ({ start }) => formatMegabytes(start.memory?.own)],
  ['pages of files that are in memory', ({ start }) => formatMegabytes(start.memory?.file)],
  ['data folder on disk', ({ diskBytes }) => formatMegabytes(diskBytes)],
];

export function importSection(stocks: Stocks): string {
  return [
    '## Import, start and memory',
    '',
    'The import is that of the command line into an empty folder, while a server runs on the folder and follows it. Then ' +
      'another server is started and stopped, and started again: what the first start leaves in the folder may help the ' +
      'next. Pages of files are counted apart, because the system takes them back at need; the most memory includes them.',
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
    ['all that the process holds', (stock) => perListing(stock.search.retainedBytes, stock)],
  ];
  return [
    '## Bytes of index for each listing',
    '',
    'The arrays of the index by part, and all that its process holds for it after the questions above, which includes ' +
      'names and the bitmaps that are kept from use.',
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
  return [
    '## HTTP',
    '',
    `One server process, asked by another process over ${connections} connections that are kept alive, on the loopback ` +
      `address. The *bare* server is \`node:http\` sending a constant body as long as the mean answer. ${rounds} rounds of at ` +
      `most ${maxSeconds} s for each row; the median of the rounds. *Different* questions are drawn from all shapes and none ` +
      `comes twice; *repeated* ones come by Zipf's law from ${formatCount(repeated)}. *Rate* is requests a second against the bare ` +
      "server in the same round, and *CPU* the server's computing time for a request.",
    '',
    ...measured.map(({ head, http }) => `${trafficTable(head, http)}\n`),
  ].join('\n');
}

function trafficTable(head: string, { distinct, repeated, bare, bodyBytes, memory }: HttpStats): string {
  const row = (name: string, { requestsPerSecond, rate, cpuUs, p50Ms, p99Ms }: TrafficStats): string[] => [
    name,
    formatCount(requestsPerSecond),
    formatRatio(rate),
    cpuUs === undefined ? '–' : `${formatFigure(cpuUs)} µs`,
    formatMs(p50Ms),
    formatMs(p99Ms),
  ];
  const rows = [
    row('different questions', distinct),
    row('repeated questions', repeated),
    row('bare server', bare),
  ];
  const rendered = markdownTable([head, 'requests a second', 'rate', 'CPU', 'p50', 'p99'], rows);
  return `${rendered}\n\nThe mean answer had ${formatCount(bodyBytes)} bytes. Afterwards the server's own memory was ${formatMegabytes(memory?.own)}.`;
}

const CHANGES: Row<ChangeStats>[] = [
  ['a small change, from the start of the command until it is found', (c) => formatSeconds(c.searchableMs)],
  ['the same, from the end of the command', (c) => formatSeconds(c.lagMs)],
  ['listings of the large change', (c) => formatCount(c.largeChange)],
  [
    'the large change, from the start of the command until it is found',
    (c) => formatSeconds(c.largeChangeMs),
  ],
  ['p50 in quiet', (c) => formatMs(c.quietMs.p50)],
  ['p50 during the large change', (c) => formatMs(c.duringMs.p50)],
  ['p99 in quiet', (c) => formatMs(c.quietMs.p99)],
  ['p99 during the large change', (c) => formatMs(c.duringMs.p99)],
  ['p99, during against quiet', (c) => formatRatio(c.duringMs.p99 / c.quietMs.p99)],
];

export function changesSection(stocks: Stocks): string {
  const measured = stocks.filter(({ changes }) => changes !== undefined);
  const changes = measured.flatMap((stock) => stock.changes ?? []);
  if (changes.length === 0) return '';
  const { smallChange, rounds, largeChange, connections } = changes[0].options;
  return [
    '## While the stock changes',
    '',
    `A feed of listings with new prices is imported beside a running server. A small change has ${formatCount(smallChange)} listings, and ` +
      `the median of ${rounds} is given; the large one has ${formatCount(largeChange)}, or all where there are fewer. The percentiles are ` +
      `of different questions over HTTP on ${connections} connections. Import, server and load share the machine's cores.`,
    '',
    columns(measured.map(headOf), changes, CHANGES),
    '',
  ].join('\n');
}
