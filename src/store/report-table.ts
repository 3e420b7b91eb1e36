// The reports of the last imports, as the importer made them: plain JSON, not looked into here.
import { countKept } from './feed-table.ts';
import type { StockFile } from './stock-file.ts';

/** Reports that are kept. */
const KEPT = 100;

/** The last reports, newest first, at most `limit`. */
export function lastReports(stock: StockFile, limit: number): unknown[] {
  return stock.read((transaction) =>
    Array.from(stock.entries(stock.tables.reports, {}, transaction))
      .slice(-limit)
      .reverse()
      .map(({ key, value }) => stock.parse(value, 'reports', key)),
  );
}

/** Keeps a report and drops the oldest. For use within a transaction. */
export function saveReport(stock: StockFile, report: unknown): void {
  const { reports } = stock.tables;
  const newest = reports.range({ reverse: true, limit: 1 }).next();
  const number = newest.done === true ? 1 : newest.value.key + 1;
  reports.put(number, JSON.stringify(report ?? null));
  reports.remove(number - KEPT);
  countKept(stock);
}
