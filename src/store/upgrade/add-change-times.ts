// Upgrades format 5-1u1db1y to 6-1u1db1y, which puts the time of its last change before each listing's record.
//
// A stock of format 5 knows the time of a change only from two tables together: the log has the listings of each numbered change,
// and the reports have the times of the imports, in the same order. They are matched from the newest back as long as their counts
// agree. Other listings get the time of their arrival.
import type { Key } from 'lmdb';
import type { Entries, FormatStep, StockView } from './format-step.ts';

/** Where the first line's array starts in a record of format 5. */
const ARRAY_START = 14;
const TIME_DIGITS = 13;
const LATEST = 10 ** TIME_DIGITS - 1;

/** The tables of both formats, 5 and 6. */
export const TABLES_OF_5_AND_6: FormatStep['tables'] = [
  { name: 'meta', keyEncoding: 'ordered-binary', buckets: 'one' },
  { name: 'listings', keyEncoding: 'ordered-binary', buckets: 'by dealer' },
  { name: 'dealers', keyEncoding: 'ordered-binary', buckets: 'one' },
  { name: 'adverts', keyEncoding: 'binary', buckets: 'by hash' },
  { name: 'vehicles', keyEncoding: 'binary', buckets: 'one' },
  { name: 'identifiers', keyEncoding: 'ordered-binary', buckets: 'one' },
  { name: 'owners', keyEncoding: 'ordered-binary', buckets: 'one' },
  { name: 'histories', keyEncoding: 'ordered-binary', buckets: 'one' },
  { name: 'log', keyEncoding: 'ordered-binary', buckets: 'by sequence' },
  { name: 'reports', keyEncoding: 'ordered-binary', buckets: 'one' },
];

export const addChangeTimes: FormatStep = {
  from: '5-1u1db1y',
  to: '6-1u1db1y',
  summary: 'the time at which each listing last changed, and the version that wrote the stock',
  tables: TABLES_OF_5_AND_6,
  changes: (before) => ({ listings: (entries) => withTimes(entries, before) }),
};

function* withTimes(entries: Entries, before: StockView): Entries {
  const times = changeTimes(before);
  for (const { key, value } of entries) {
    const time = times.get(key) ?? Number(value.slice(ARRAY_START + 1, value.indexOf(',')));
    yield { key, value: String(Math.min(Math.max(0, time), LATEST)).padStart(TIME_DIGITS, '0') + value };
  }
}

interface Run {
  readonly startedAt: number;
  /** The number of its keys in the log is between `fewest` and `most`. */
  readonly fewest: number;
  readonly most: number;
}

/** From listing key to the time of its last change, as far back as the log and the reports agree. */
function changeTimes(before: StockView): ReadonlyMap<Key, number> {
  const startedAt = timesOfChanges(before);
  const times = new Map<Key, number>();
  for (const { change, keys } of logOf(before)) {
    const time = startedAt.get(change);
    if (time === undefined) continue;
    // Set in the order of the changes, so that the last one wins.
    for (const key of keys) times.set(key, time);
  }
  return times;
}

/** From the number of a change to its time. */
function timesOfChanges(before: StockView): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { change, keys } of logOf(before)) counts.set(change, (counts.get(change) ?? 0) + keys.length);
  const runs = changingRuns(before);
  const times = new Map<number, number>();
  for (const [change, count] of [...counts].reverse()) {
    const run = runs.pop();
    if (run === undefined || !(count >= run.fewest && count <= run.most)) break;
    times.set(change, run.startedAt);
  }
  return times;
}

/** The log's chunks, the oldest first. */
function* logOf(before: StockView): Iterable<{ readonly change: number; readonly keys: readonly string[] }> {
  for (const { key, value } of before.entries('log')) {
    const [change] = key as [number, number];
    yield { change, keys: JSON.parse(value) as string[] };
  }
}

/** The imports that changed the stock, the oldest first. */
function changingRuns(before: StockView): Run[] {
  const runs: Run[] = [];
  for (const { value } of before.entries('reports')) {
    const report = JSON.parse(value) as Readonly<Record<string, unknown>> | null;
    if (report?.['outcome'] !== 'imported') continue;
    const startedAt = Date.parse(String(report['startedAt']));
    const numberOf = (name: string): number => Number(report[name] ?? NaN);
    const fewest = numberOf('added') + numberOf('changed') + numberOf('withdrawn');
    // A listing that replaced another was logged again if it inherited the arrival.
    const most = fewest + numberOf('replaced');
    // A report without numbers matches no change.
    if (fewest !== 0) runs.push({ startedAt, fewest, most: Number.isNaN(startedAt) ? NaN : most });
  }
  return runs;
}
