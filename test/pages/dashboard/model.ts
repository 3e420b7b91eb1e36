// An hour of a service as its operator's page is given it.
import { DURATION_BUCKETS } from '../../../src/metrics/metric-definitions.ts';
import type { MetricSample } from '../../../src/metrics/history.ts';
import type { DashboardModel } from '../../../src/pages/dashboard/dashboard-page.ts';
import type { PublicStatus } from '../../../src/stock-status.ts';
import { feedStatus } from '../../metrics/stats-fixture.ts';

export const RUN_COUNTS = {
  read: 900,
  added: 12,
  changed: 230,
  unchanged: 650,
  withdrawn: 8,
  replaced: 0,
  rejected: 3,
  duplicates: 0,
  omitted: 0,
};

/** No feed has run. */
const STATUS: PublicStatus = {
  listings: 46,
  damaged: false,
  sequence: 1,
  writtenBy: '1.4.0',
  dealers: 2,
  duplicates: { adverts: 0, registrations: 0, vins: 0 },
  feeds: [],
  imports: [],
};

export const NOW = Date.parse('2026-11-21T12:00:00.000Z');

/** One that covers the five seconds before `at`. */
export function sample(at: number, overrides: Partial<MetricSample> = {}): MetricSample {
  return {
    at,
    seconds: 5,
    requests: 0,
    clientErrors: 0,
    shed: 0,
    serverErrors: 0,
    durations: new Array<number>(DURATION_BUCKETS.length + 1).fill(0),
    loopDelay: 0,
    memoryBytes: 4e8,
    processes: 1,
    queued: 0,
    queueLimit: 256,
    cacheable: 0,
    cached: 0,
    emptySearches: 0,
    startedAt: NOW - 7_200_000,
    changedAt: NOW - 90_000,
    lagSeconds: 0,
    ...overrides,
  };
}

/** So many answers of searches that took up to so many seconds. */
export function durations(counts: Readonly<Record<number, number>>): number[] {
  return [...DURATION_BUCKETS.map((bound) => counts[bound] ?? 0), 0];
}

export function model(overrides: Partial<DashboardModel> = {}): DashboardModel {
  return {
    now: NOW,
    samples: [],
    status: STATUS,
    basePath: '/dashboard/',
    siteUrl: '/',
    emptySearches: { searches: 0, terms: [] },
    areTermsShown: true,
    ...overrides,
  };
}

/** Feeds in every state, with names and reasons as nobody should choose them. */
export const FEEDS: PublicStatus = {
  ...STATUS,
  listings: 1_204_331,
  dealers: 412,
  feeds: [
    feedStatus('valley-cars'),
    feedStatus('harbour-motors', {
      lastRun: {
        outcome: 'imported',
        startedAt: '2026-11-21T11:52:00.000Z',
        tookMs: 4100,
        counts: RUN_COUNTS,
      },
    }),
    feedStatus('northgate', {
      lastRun: {
        outcome: 'blocked',
        startedAt: '2026-11-21T11:40:00.000Z',
        tookMs: 800,
        reason: 'northgate-cars.example would lose 312 of 400 listings.',
      },
    }),
    feedStatus('castle-autos', {
      lastRun: {
        outcome: 'failed',
        startedAt: '2026-11-21T11:58:30.000Z',
        tookMs: 10_000,
        reason: 'castle-autos.example did not answer within 10 s.',
      },
      failures: 4,
      lastSuccessAt: '2026-11-18T09:00:00.000Z',
      nextRunAt: '2026-11-21T12:06:00.000Z',
    }),
    feedStatus('by-hand', { nextRunAt: null }),
  ],
};
