// The part of the page about the engine's own time.
import type { StockFigures } from '../measure-stock.ts';
import { digits, table, whole } from './format.ts';
import type { RunFigures } from './run-figures.ts';

export function searchSection({ stocks, each }: RunFigures): string {
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
    ...stocks.map((stock) => `${stockTable(stock)}\n`),
  ].join('\n');
}

function stockTable({ engine }: StockFigures): string {
  const time = (value: number): string => digits(value);
  const rows = engine.shapes.map(({ name, says, medianTotal, finding, coldMs, warmMs }) => [
    `${name}: ${says}`,
    whole(medianTotal),
    `${Math.floor(finding * 100)} %`,
    time(coldMs),
    ...[warmMs.p50, warmMs.p95, warmMs.p99, warmMs.mean].map(time),
  ]);
  const { p50, p95, p99, mean } = engine.allMs;
  return table(
    [
      `${whole(engine.listings)} listings, times in ms`,
      'total',
      'finding',
      'first',
      'p50',
      'p95',
      'p99',
      'mean',
    ],
    [...rows, ['all', '', '', '', ...[p50, p95, p99, mean].map(time)]],
  );
}
