// The page's sections on imports, starts and memory, and on the first responses after a start.
import {
  formatCount,
  formatCpu,
  formatMegabytes,
  formatMs,
  formatRatio,
  formatSeconds,
  markdownTable,
} from '../../harness/format.ts';
import type { ImportStats } from '../import.ts';
import { columns, headOf, stocksWith, type Row, type Stocks } from './columns.ts';

const perSecond = ({ listings, searchableMs }: ImportStats): string =>
  formatCount((listings / searchableMs) * 1000);

const IMPORT: Row[] = [
  ['feed (NDJSON)', ({ imported }) => formatMegabytes(imported.feedBytes)],
  ['import until on disk', ({ imported }) => formatSeconds(imported.importMs)],
  ['import until searchable in a running server', ({ imported }) => formatSeconds(imported.searchableMs)],
  ['listings per second until searchable', ({ imported }) => perSecond(imported)],
  ['peak memory of the import, without page cache', ({ imported }) => formatMegabytes(imported.peakBytes)],
  ['first start until ready', ({ firstStart }) => formatSeconds(firstStart.readyMs)],
  ['peak memory during it', ({ firstStart }) => formatMegabytes(firstStart.memory?.peak)],
  ['next start until ready', ({ start }) => formatSeconds(start.readyMs)],
  ['peak memory during it', ({ start }) => formatMegabytes(start.memory?.peak)],
  ['memory when ready, without page cache', ({ start }) => formatMegabytes(start.memory?.own)],
  ['page cache', ({ start }) => formatMegabytes(start.memory?.file)],
  ['data folder on disk', ({ diskBytes }) => formatMegabytes(diskBytes)],
];

const REPEATED: Row[] = [
  ['the same feed imported again', ({ repeatedImport }) => formatSeconds(repeatedImport?.importMs)],
  ['a process that only reads that feed', ({ repeatedImport }) => formatSeconds(repeatedImport?.readMs)],
  [
    'importing it again / reading it',
    ({ repeatedImport }) => formatRatio(repeatedImport && repeatedImport.importMs / repeatedImport.readMs),
  ],
];

const CSV: Row[] = [
  ['feed (CSV)', ({ csvImport }) => formatMegabytes(csvImport?.feedBytes)],
  [
    'CSV: import until searchable in a running server',
    ({ csvImport }) => formatSeconds(csvImport?.searchableMs),
  ],
  [
    'CSV: listings per second until searchable',
    ({ csvImport }) => (csvImport === undefined ? '–' : perSecond(csvImport)),
  ],
];

export function importSection(stocks: Stocks): string {
  const isRepeated = stocks.some(({ repeatedImport }) => repeatedImport !== undefined);
  const isCsv = stocks.some(({ csvImport }) => csvImport !== undefined);
  const rows = [...IMPORT, ...(isRepeated ? REPEATED : []), ...(isCsv ? CSV : [])];
  return [
    '## Import, start and memory',
    '',
    '`forecourt import` fills an empty folder that a running server follows. Then another server is started, stopped and ' +
      'started again, because the first start may leave files that speed up the next. The page cache is listed separately, ' +
      'since the kernel reclaims it when needed; peak memory of starts includes it.',
    '',
    columns(stocks.map(headOf), stocks, rows),
    '',
  ].join('\n');
}

export function coldStartSection(stocks: Stocks): string {
  const measured = stocksWith(stocks, ({ coldStarts }) => coldStarts);
  if (measured.length === 0) return '';
  const { options, first, windows } = measured[0].part;
  const heads = measured.map(({ head }) => head);
  const firstRows = first.map(({ name, description }, index) => [
    `${name}: ${description}`,
    ...measured.map(({ part }) => {
      const { medianMs, maxMs } = part.first[index];
      return `${formatMs(medianMs)} (${formatMs(maxMs)})`;
    }),
  ]);
  const windowRows = windows.map(({ from, to }, index) => [
    index === windows.length - 1
      ? `settled: ${formatCount(from + 1)} to ${formatCount(to)}`
      : `${formatCount(from + 1)} to ${formatCount(to)}`,
    ...measured.map(({ part }) => formatCpu(part.windows[index].cpuUs)),
  ]);
  return [
    '## The first responses after a start',
    '',
    `A server is started ${options.starts} times. Each time the first query of each class is sent alone; the table has the median ` +
      'of its times until the whole response was there, and the longest in brackets. Then distinct queries follow on ' +
      `${options.connections} connections. *CPU* is the server's CPU time per response on all threads, work in the background ` +
      'included: the median of the starts. The files are in the page cache.',
    '',
    markdownTable(['first response', ...heads], firstRows),
    '',
    markdownTable(['CPU of responses', ...heads], windowRows),
    '',
  ].join('\n');
}
