// What is kept of each feed between its runs, as its runs made it: plain JSON, not looked into here. It lies in the
// stock's file, so that a feed can only count as fetched together with the listings that came of it. Keeping it changes
// no listing, and so raises no sequence.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';

const PREFIX = 'feed/';
/** Counts what was kept, so that a reader can tell whether it has seen all of it. */
const REVISION_KEY = 'revision';

/** Of every feed, by name. */
export function storedFeedStates(file: LmdbFile): ReadonlyMap<string, unknown> {
  return file.read((transaction) => {
    const feeds = new Map<string, unknown>();
    for (const { key, value } of file.entries(file.tables.meta, {}, transaction)) {
      if (key.startsWith(PREFIX)) feeds.set(key.slice(PREFIX.length), file.parse(value, 'meta', key));
    }
    return feeds;
  });
}

/** Undefined for a feed of which nothing is kept. */
export function storedFeedState(file: LmdbFile, feed: string, transaction?: Transaction): unknown {
  const key = PREFIX + feed;
  const text = file.find(file.tables.meta, key, transaction);
  return text === undefined ? undefined : file.parse(text, 'meta', key);
}

/** How often anything was kept, of feeds or of imports. */
export function stateRevision(file: LmdbFile, transaction?: Transaction): number {
  return Number(file.tables.meta.get(REVISION_KEY, transaction && { transaction }) ?? 0);
}

/** For use within a transaction. */
export function storeFeedState(file: LmdbFile, feed: string, state: unknown): void {
  file.tables.meta.put(PREFIX + feed, JSON.stringify(state ?? null));
  bumpRevision(file);
}

/** For use within a transaction. */
export function bumpRevision(file: LmdbFile): void {
  file.tables.meta.put(REVISION_KEY, String(stateRevision(file) + 1));
}

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
