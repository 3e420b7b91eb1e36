// Metrics of feeds. Another process runs them, so runs are read from the store, which keeps the last few of each feed. Samples
// are taken often enough to miss none.
import type { Registry, Gauge } from 'prom-client';
import type { PublicFeed } from '../stock-status.ts';
import { addGauge, addCounter } from './metric-definitions.ts';

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
  addEach('forecourt_feed_degraded', ({ degraded }) => degraded.length);
  addGauge(registry, 'forecourt_feed_field_coverage', (gauge) => {
    gauge.reset();
    for (const { feed, lastReport } of feeds() ?? [])
      for (const { field, listings } of lastReport?.coverage?.fields ?? [])
        gauge.set({ feed, field }, listings / (lastReport?.coverage?.listings ?? 1));
  });

  const counted = new CountedRuns();
  addCounter(registry, 'forecourt_feed_runs_total', (counter) => {
    counted.count(feeds());
    for (const [outcome, count] of Object.entries(counted.totals)) counter.inc({ outcome }, count);
  });
}

/** Counts each run once, by its outcome. */
class CountedRuns {
  readonly totals = { imported: 0, not_modified: 0, blocked: 0, failed: 0 };
  #last: Map<string, string> | undefined;

  /** Runs that exist at the first call are not counted: they ended before this server started. */
  count(feeds: readonly PublicFeed[] | undefined): void {
    if (feeds === undefined) return;
    for (const { feed, recent } of this.#last === undefined ? [] : feeds) {
      const before = this.#last?.get(feed) ?? '';
      for (const { startedAt, outcome } of recent) if (startedAt > before) this.totals[outcome] += 1;
    }
    this.#last = new Map(feeds.map(({ feed, lastRun }) => [feed, lastRun.startedAt]));
  }
}

function secondsOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant) / 1000;
}
