// The parts of the page about import, start, memory, and what the index is made of. A column for each stock.
import type { StockFigures } from '../measure-stock.ts';
import { digits, megabytes, seconds, table, whole } from './format.ts';
import type { RunFigures } from './run-figures.ts';

type Row = [what: string, figure: (stock: StockFigures) => string];

const FILLING: Row[] = [
  ['feed (NDJSON)', ({ filling }) => megabytes(filling.feedBytes)],
  ['import until it is on disk', ({ filling }) => seconds(filling.importMs)],
  ['import until a running server finds everything', ({ filling }) => seconds(filling.searchableMs)],
  [
    'listings a second, until found',
    ({ filling }) => whole((filling.listings / filling.searchableMs) * 1000),
  ],
  ['first start of a server until it is ready', ({ firstStart }) => seconds(firstStart.readyMs)],
  ['the most memory that it took up on the way', ({ firstStart }) => megabytes(firstStart.memory?.most)],
  ['next start until it is ready', ({ start }) => seconds(start.readyMs)],
  ['the most memory that it took up on the way', ({ start }) => megabytes(start.memory?.most)],
  ["its memory when it is ready, the process's own", ({ start }) => megabytes(start.memory?.own)],
  ['pages of files that are in memory', ({ start }) => megabytes(start.memory?.file)],
  ['data folder on disk', ({ diskBytes }) => megabytes(diskBytes)],
];

export function fillingSection({ stocks }: RunFigures): string {
  return [
    '## Import, start and memory',
    '',
    'The import is that of the command line into an empty folder, while a server runs on the folder and follows it. Then ' +
      'another server is started and stopped, and started again: what the first start leaves in the folder may help the ' +
      'next. Pages of files are counted apart, because the system takes them back at need; the most memory includes them.',
    '',
    figures(stocks, FILLING),
    '',
  ].join('\n');
}

export function indexSection({ stocks }: RunFigures): string {
  const parts = Object.keys(stocks[0].engine.indexBytes).filter(
    (part) => stocks[0].engine.indexBytes[part] > 0,
  );
  const perListing = (bytes: number, { engine }: StockFigures): string => digits(bytes / engine.listings);
  const rows: Row[] = [
    ...parts.map((part): Row => [part, (stock) => perListing(stock.engine.indexBytes[part] ?? 0, stock)]),
    ['all arrays', (stock) => perListing(sum(Object.values(stock.engine.indexBytes)), stock)],
    ['all that the process holds', (stock) => perListing(stock.engine.heldBytes, stock)],
  ];
  return [
    '## Bytes of index for each listing',
    '',
    'The arrays of the index by part, and all that its process holds for it after the questions above, which includes ' +
      'names and the bitmaps that are kept from use.',
    '',
    figures(stocks, rows),
    '',
  ].join('\n');
}

function figures(stocks: readonly StockFigures[], rows: readonly Row[]): string {
  const head = ['', ...stocks.map(({ engine }) => `${whole(engine.listings)} listings`)];
  return table(
    head,
    rows.map(([what, figure]) => [what, ...stocks.map(figure)]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
