// The methods that a server's processes call on each other over IPC. The primary starts the workers and owns what exists once per
// server. A server of one process has no primary.
//
// To add a method: declare it here, add its name to the list, and implement it in worker-pool.ts (for the primary) or worker.ts.
// Arguments and results are sent as JSON.
//
// A reload after an upgrade starts workers of a new program under a primary of an old one.
import type { RemoteCounter } from '../auth/rate-limit-store.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { EmptySearchCounts } from '../metrics/empty-searches.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import type { ServerStatus } from '../metrics/server-status.ts';

/**
 * Raise it if a worker cannot work under a primary of an earlier program, or beside its workers. The worker then refuses to
 * start, and the server must be restarted.
 */
export const IPC_PROTOCOL = 1;

/** Environment variable with the primary's protocol, for its workers. */
export const PRIMARY_PROTOCOL = 'FORECOURT_PRIMARY_PROTOCOL';

export interface PrimaryMethods extends ServerStats, Pick<RemoteCounter, 'countRequests'> {
  startOptions(): Promise<StartOptions>;
  /** Reports that requests can arrive. Resolves when their entries may follow in the log. */
  listening(): Promise<void>;
  ready(startup: WorkerReady): Promise<void>;
  /** Reports that the worker cannot start and exits. */
  failed(failure: WorkerFailure): Promise<void>;
  warn(text: string): Promise<void>;
  /** Resolves when all queued connections of the port have been passed to workers. */
  flushAccepts(): Promise<void>;
}

export const PRIMARY_METHOD_NAMES = [
  'metrics',
  'history',
  'status',
  'emptySearches',
  'countRequests',
  'startOptions',
  'listening',
  'ready',
  'failed',
  'warn',
  'flushAccepts',
] as const;

export interface WorkerMethods {
  metrics(): Promise<MetricValues>;
  emptySearches(): Promise<EmptySearchCounts>;
  /** Undefined while the stock is loading. */
  status(): Promise<ServerStatus | undefined>;
  /** Starts draining: the worker finishes in-flight requests and exits. */
  drain(): Promise<void>;
}

export const WORKER_METHOD_NAMES = ['metrics', 'emptySearches', 'status', 'drain'] as const;

export interface StartOptions {
  /** Whether to listen before the stock is loaded, so that health checks get a response. False beside a ready worker. */
  readonly listenFirst: boolean;
  readonly port: number;
}

export interface WorkerReady {
  readonly url: string;
  readonly size: number;
  readonly version: string;
}

export interface WorkerFailure {
  /** Code of a Problem; undefined for a bug. */
  readonly code?: string | undefined;
  readonly message: string;
}
