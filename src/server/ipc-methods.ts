// The methods that the processes of a server call on each other over IPC. The primary starts the workers and owns what
// exists once per server. A server of one process has no primary.
//
// To add a method: declare it here, add its name to the list, and implement it in worker-pool.ts (for the primary) or
// worker.ts. Arguments and results cross as JSON.
//
// A reload after an upgrade starts workers of a new program under a primary of an old one.
import type { RemoteCounter } from '../auth/rate-limit-store.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { EmptySearchCounts } from '../metrics/empty-searches.ts';
import type { ServerStats, ServerStatus } from '../metrics/server-stats.ts';

/**
 * Raise it if a worker could not work under a primary of an earlier program, or not beside its workers. It then refuses to start,
 * and the server has to be restarted.
 */
export const IPC_PROTOCOL = 1;

/** Where a primary tells its workers its protocol. */
export const PRIMARY_PROTOCOL = 'FORECOURT_PRIMARY_PROTOCOL';

/** Methods of the primary, for workers. */
export interface PrimaryMethods extends ServerStats, Pick<RemoteCounter, 'countRequests'> {
  startOptions(): Promise<StartOptions>;
  /** Requests can come. Resolves when their entries may follow in the log. */
  listening(): Promise<void>;
  ready(startup: WorkerReady): Promise<void>;
  /** The worker cannot start and exits. */
  failed(failure: WorkerFailure): Promise<void>;
  warn(text: string): Promise<void>;
  /** Resolves when all connections in the queue of the port have been handed to workers. */
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
  /** The metrics of this process. */
  metrics(): Promise<MetricValues>;
  /** Searches of this process that found nothing. */
  emptySearches(): Promise<EmptySearchCounts>;
  /** Undefined while the stock is loading. */
  status(): Promise<ServerStatus | undefined>;
  /** Starts draining: the worker finishes in-flight requests and exits. */
  drain(): Promise<void>;
}

export const WORKER_METHOD_NAMES = ['metrics', 'emptySearches', 'status', 'drain'] as const;

export interface StartOptions {
  /** Whether to listen before the stock is loaded, so that health checks get a response. Not beside a ready worker. */
  readonly listenFirst: boolean;
  /** All workers listen on this port. */
  readonly port: number;
}

export interface WorkerReady {
  readonly url: string;
  /** Number of listings that can be searched. */
  readonly size: number;
  /** Of the worker's program. */
  readonly version: string;
}

export interface WorkerFailure {
  /** Code of a Problem; undefined for a bug. */
  readonly code?: string | undefined;
  readonly message: string;
}
