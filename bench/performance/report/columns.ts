// A table with a column for each stock, which several sections have.
import { formatCount, markdownTable } from '../../harness/format.ts';
import type { StockMeasurements } from '../measure-stock.ts';

export type Stocks = readonly StockMeasurements[];

export type Row<Stock = StockMeasurements> = [what: string, figure: (stock: Stock) => string];

export const headOf = ({ search }: StockMeasurements): string => `${formatCount(search.listings)} listings`;

export function columns<Stock>(
  heads: string[],
  stocks: readonly Stock[],
  rows: readonly Row<Stock>[],
): string {
  const cells = rows.map(([what, figure]) => [what, ...stocks.map(figure)]);
  return markdownTable(['', ...heads], cells);
}

/** The stocks that have a part, each with it. */
export function stocksWith<Part>(
  stocks: Stocks,
  partOf: (stock: StockMeasurements) => Part | undefined,
): { readonly head: string; readonly part: Part }[] {
  return stocks.flatMap((stock) => {
    const part = partOf(stock);
    return part === undefined ? [] : [{ head: headOf(stock), part }];
  });
}
