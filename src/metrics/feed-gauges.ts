// What became of the feeds. Another process runs them: what is known of a run is what the stock keeps of it, the last few
// of every feed. They are looked at often enough that no run is missed.
import type { Counter, Gauge, Registry } from 'prom-client';
import type { PublicFeed } from '../ingest/public-status.ts';
import { addCounter, addGauge } from './metric-definitions.ts';

/** Gauges and counters of what `feeds` gives, read when the metrics are. Undefined: it is not known yet. */
export function addFeedGauges(registry: Registry, feeds: () => readonly PublicFeed[] | undefined): void {
  const addEach = (name: Parameters<typeof addGauge>[1], valueOf: (feed: PublicFeed) => number): Gauge =>
    addGauge(registry, name, (gauge) => {
      // A feed that is gone leaves nothing behind.
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

/** Which runs were counted already. */
class CountedRuns {
  /** Start of the last run that was counted, by feed. */
  #last: Map<string, string> | undefined;

  /** Runs that were there at the first look belong to an earlier server. */
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
