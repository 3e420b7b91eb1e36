// The reports of the last imports, as the importer made them: plain JSON, not looked into here.
import { bumpRevision } from './feed-state-table.ts';
import type { LmdbFile } from './lmdb-file.ts';

/** Reports that are kept. */
const MAX_REPORTS = 100;

/** The last reports, newest first, at most `limit`. */
export function lastReports(file: LmdbFile, limit: number): unknown[] {
  return file.read((transaction) =>
    Array.from(file.entries(file.tables.reports, {}, transaction))
      .slice(-limit)
      .reverse()
      .map(({ key, value }) => file.parse(value, 'reports', key)),
  );
}

/** Keeps a report and drops the oldest. For use within a transaction. */
export function saveReport(file: LmdbFile, report: unknown): void {
  const { reports } = file.tables;
  const newest = reports.range({ reverse: true, limit: 1 }).next();
  const number = newest.done === true ? 1 : newest.value.key + 1;
  reports.put(number, JSON.stringify(report ?? null));
  reports.remove(number - MAX_REPORTS);
  bumpRevision(file);
}
