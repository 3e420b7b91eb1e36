// What the processes of a server may ask of each other. The primary is the one that there is only one of: it starts the
// others, and holds what must not be held twice. In a server of one process, that process is its own primary.
//
// To ask something new: a method here, its name in the list below it, and what it does in serve.ts (as a primary) or in
// worker.ts. Arguments and answers cross as JSON.
import type { ServerStats } from '../metrics/server-stats.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { PublicStatus } from '../ingest/public-status.ts';

/** What whoever answers requests may ask of the primary. */
export type Primary = ServerStats;

/** What workers tell the primary of their lives. */
export interface PrimaryMethods extends Primary {
  /** What a worker is to do, asked when it starts. */
  startOptions(): Promise<StartOptions>;
  ready(startup: WorkerReady): Promise<void>;
  /** The worker ends because of it. */
  failed(failure: WorkerFailure): Promise<void>;
  warn(text: string): Promise<void>;
  /** Answered after all connections that wait at the port now were handed to workers. */
  flushAccepts(): Promise<void>;
}

export const PRIMARY_METHOD_NAMES = [
  'metrics',
  'history',
  'status',
  'startOptions',
  'ready',
  'failed',
  'warn',
  'flushAccepts',
] as const;

export interface WorkerMethods {
  /** What this process has counted. */
  metrics(): Promise<MetricValues>;
  /** Undefined: the stock is still being read. */
  status(): Promise<PublicStatus | undefined>;
  /** Begins to end. It answers what is under way, and is gone when that is done. */
  drain(): Promise<void>;
}

export const WORKER_METHOD_NAMES = ['metrics', 'status', 'drain'] as const;

export interface StartOptions {
  /** True: nobody answers yet, so whoever watches the server should at least see that it lives. */
  readonly listenFirst: boolean;
  /** All workers listen on this one. */
  readonly port: number;
}

export interface WorkerReady {
  readonly url: string;
  /** Listings that can be searched. */
  readonly size: number;
}

export interface WorkerFailure {
  /** Of a Problem; undefined for a bug. */
  readonly code?: string | undefined;
  readonly message: string;
}
