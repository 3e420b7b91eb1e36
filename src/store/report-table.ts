// The reports of the last imports, as the importer made them: plain JSON, not looked into here.
import { countKept } from './feed-table.ts';
import type { StockFile } from './stock-file.ts';

/** Reports that are kept. */
const KEPT = 100;

/** The last reports, newest first, at most `limit`. */
export function lastReports(stock: StockFile, limit: number): unknown[] {
  return stock.read((transaction) =>
    Array.from(stock.tables.reports.getRange({ reverse: true, limit, transaction }), ({ key, value }) =>
      stock.parse(value, 'reports', key),
    ),
  );
}

/** Keeps a report and drops the oldest. For use within a transaction. */
export function saveReport(stock: StockFile, report: unknown): void {
  const { reports } = stock.tables;
  const [newest = 0] = reports.getKeys({ reverse: true, limit: 1 });
  const number = newest + 1;
  stock.put(reports, number, JSON.stringify(report ?? null));
  reports.removeSync(number - KEPT);
  countKept(stock);
}
