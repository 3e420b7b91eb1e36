// The version of the program that wrote last, feeds' states and import reports: opaque JSON, stored beside the listings so that
// both are committed together. Saving them changes no listing and no sequence number.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';
import { VERSION } from '../package-files.ts';
import { PROGRAM_KEY } from './tables.ts';

const PREFIX = 'feed/';
/** A counter of writes, by which readers notice changes. */
const REVISION_KEY = 'revision';

/** The states of all feeds, by name. */
export function storedFeedStates(file: LmdbFile, transaction: Transaction): ReadonlyMap<string, unknown> {
  const feeds = new Map<string, unknown>();
  for (const { key, value } of file.entries(file.tables.meta, {}, transaction)) {
    if (key.startsWith(PREFIX)) feeds.set(key.slice(PREFIX.length), file.parse(value, 'meta', key));
  }
  return feeds;
}

/** The state of a feed; undefined if it has none. */
export function storedFeedState(file: LmdbFile, feed: string, transaction?: Transaction): unknown {
  const key = PREFIX + feed;
  const text = file.find(file.tables.meta, key, transaction);
  return text === undefined ? undefined : file.parse(text, 'meta', key);
}

/** Number of writes of states and reports so far. */
export function stateRevision(file: LmdbFile, transaction?: Transaction): number {
  return Number(file.tables.meta.get(REVISION_KEY, transaction && { transaction }) ?? 0);
}

/** Saves a feed's state. Call within a transaction. */
export function storeFeedState(file: LmdbFile, feed: string, state: unknown): void {
  file.tables.meta.put(PREFIX + feed, JSON.stringify(state ?? null));
  bumpRevision(file);
}

function bumpRevision(file: LmdbFile): void {
  file.tables.meta.put(REVISION_KEY, String(stateRevision(file) + 1));
}

/** Maximum reports stored. */
const MAX_REPORTS = 100;

/** The last reports, newest first, at most `limit`. */
export function lastReports(file: LmdbFile, limit: number, transaction: Transaction): unknown[] {
  return Array.from(file.entries(file.tables.reports, {}, transaction))
    .slice(-limit)
    .reverse()
    .map(({ key, value }) => file.parse(value, 'reports', key));
}

/** Saves a report and drops the oldest. Call within a transaction. */
export function saveReport(file: LmdbFile, report: unknown): void {
  const { reports } = file.tables;
  const newest = reports.range({ reverse: true, limit: 1 }).next();
  const number = newest.done === true ? 1 : newest.value.key + 1;
  reports.put(number, JSON.stringify(report ?? null));
  reports.remove(number - MAX_REPORTS);
  bumpRevision(file);
}

/** The version, such as `1.4.0`; undefined if the stock has none. */
export function programVersionOf(file: LmdbFile, transaction?: Transaction): string | undefined {
  return file.tables.meta.get(PROGRAM_KEY, { transaction });
}

/** Stores this program's version. Call within a transaction. */
export function noteProgramVersion(file: LmdbFile): void {
  if (programVersionOf(file) !== VERSION) file.tables.meta.put(PROGRAM_KEY, VERSION);
}
