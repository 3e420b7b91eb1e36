// Metrics of feeds. Another process runs them, so runs are read from the store, which keeps the last few of each feed. Samples are
// taken often enough to miss none.
import type { Counter, Gauge, Registry } from 'prom-client';
import type { PublicFeed } from '../ingest/status/public-status.ts';
import { addCounter, addGauge } from './metric-definitions.ts';

/** `feeds` is called whenever the metrics are read. It returns undefined while the stock is loading. */
export function addFeedGauges(registry: Registry, feeds: () => readonly PublicFeed[] | undefined): void {
  const addEach = (name: Parameters<typeof addGauge>[1], valueOf: (feed: PublicFeed) => number): Gauge =>
    addGauge(registry, name, (gauge) => {
      // Drops feeds that are no longer in the list.
      gauge.reset();
      for (const feed of feeds() ?? []) gauge.set({ feed: feed.feed }, valueOf(feed));
    });
  addEach('forecourt_feed_last_run_timestamp_seconds', ({ lastRun }) => secondsOf(lastRun.startedAt));
  addEach('forecourt_feed_last_success_timestamp_seconds', ({ lastSuccessAt }) => secondsOf(lastSuccessAt));
  addEach('forecourt_feed_failures', ({ failures }) => failures);
  addEach('forecourt_feed_blocked', ({ lastRun }) => (lastRun.outcome === 'blocked' ? 1 : 0));
  addEach('forecourt_feed_rejected_records', ({ lastReport }) => lastReport?.rejected ?? 0);

  const counted = new CountedRuns();
  addCounter(registry, 'forecourt_feed_runs_total', (counter) => {
    for (const outcome of OUTCOMES) counter.inc({ outcome }, 0);
    counted.count(feeds(), counter);
  });
}

const OUTCOMES = ['imported', 'not_modified', 'blocked', 'failed'] as const;

/** Counts each run once. */
class CountedRuns {
  /** Start of the last counted run, by feed. */
  #last: Map<string, string> | undefined;

  /** Runs that exist at the first call are not counted: they ended before this server started. */
  count(feeds: readonly PublicFeed[] | undefined, counter: Counter): void {
    if (feeds === undefined) return;
    const last = new Map(feeds.map(({ feed, lastRun }) => [feed, lastRun.startedAt]));
    if (this.#last !== undefined) {
      for (const { feed, recent } of feeds) {
        const before = this.#last.get(feed) ?? '';
        for (const { startedAt, outcome } of recent) if (startedAt > before) counter.inc({ outcome });
      }
    }
    this.#last = last;
  }
}

function secondsOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant) / 1000;
}
