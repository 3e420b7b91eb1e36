// Stats of a healthy stock.
import type { PublicFeed } from '../../src/stock-status.ts';
import type { StockStats } from '../../src/index/stock-stats.ts';

export const stats: StockStats = {
  isReady: true,
  damageFound: 0,
  listings: 46,
  segments: 2,
  builds: 1,
  bytes: 12_345,
  sequence: 7,
  changedAt: 1_700_000_000_000,
  lagMs: 1500,
  updateMs: 250,
  past: { characters: 1_500_000, knownSince: 1_790_000_000_000 },
};

export function feedStatus(feed: string, status: Partial<PublicFeed> = {}): PublicFeed {
  const run = { outcome: 'imported', startedAt: '2026-11-21T10:00:00.000Z', tookMs: 900 } as const;
  return {
    feed,
    lastRun: run,
    degraded: [],
    lastSuccessAt: run.startedAt,
    nextRunAt: '2026-11-21T11:00:00.000Z',
    failures: 0,
    lastReport: null,
    recent: [run],
    ...status,
  };
}
