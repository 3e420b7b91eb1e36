// Remote procedure calls between two processes over Node's IPC channel. Each side offers methods, and gets the other side's as an
// object of promises. Calls and results arrive in the order in which they are sent. A server's methods are below.
import type { Worker } from 'node:cluster';
import { errorMessage } from '../problem.ts';
import type { RemoteCounter } from '../auth/rate-limit-store.ts';
import type { MetricValues } from '../metrics/aggregate-metrics.ts';
import type { EmptySearchCounts } from '../metrics/empty-searches.ts';
import type { ServerStats, ServerStatus } from '../metrics/server-stats.ts';

/** An interface whose methods can be called from another process. */
type Callable<T> = { readonly [Name in keyof T]: (...args: never[]) => Promise<unknown> };

/** Timeout of a call. All methods are fast, so a process that exceeds it is stuck. */
const CALL_TIMEOUT_MS = 5000;

interface IpcMessage {
  readonly forecourt: 'call' | 'result' | 'error';
  readonly id: number;
  readonly name?: string;
  readonly content: unknown;
}

/**
 * The methods of the other side; `local` are this side's. A call rejects if the method rejects, if the other process has exited,
 * or if it does not respond within five seconds. Messages of other kinds are ignored.
 */
export function openIpcChannel<Remote extends Callable<Remote>, Local extends Callable<Local>>(
  worker: Pick<Worker, 'send' | 'on'>,
  names: readonly (keyof Remote & string)[],
  local: Local,
): Remote {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const send = (message: IpcMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.send(message, undefined, (error) => (error === null ? resolve() : reject(error)));
    });

  const callRemote = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const response = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    const timeoutError = new Error(`the other process did not respond to '${name}'`);
    const timer = setTimeout(() => pending.get(id)?.reject(timeoutError), CALL_TIMEOUT_MS);
    try {
      await Promise.race([send({ forecourt: 'call', id, name, content: args }), response]);
      return await response;
    } finally {
      clearTimeout(timer);
      pending.delete(id);
    }
  };

  const respond = async ({ id, name = '', content }: IpcMessage): Promise<void> => {
    let reply: IpcMessage;
    try {
      if (!Object.hasOwn(local, name)) throw new Error(`there is no method '${name}'`);
      const method: (...args: never[]) => Promise<unknown> = local[name as keyof Local];
      reply = { forecourt: 'result', id, content: await method(...(content as never[])) };
    } catch (error) {
      reply = { forecourt: 'error', id, content: errorMessage(error) };
    }
    // The caller may have exited.
    await send(reply).catch(() => undefined);
  };

  worker.on('message', (message: unknown) => {
    if (!isIpcMessage(message)) return;
    if (message.forecourt === 'call') return void respond(message);
    const call = pending.get(message.id);
    if (message.forecourt === 'result') call?.resolve(message.content);
    else call?.reject(new Error(String(message.content)));
  });
  worker.on('disconnect', () => {
    for (const call of pending.values()) call.reject(new Error('the other process has exited'));
  });

  const methods = names.map((name) => [name, (...args: unknown[]) => callRemote(name, args)] as const);
  return Object.fromEntries(methods) as unknown as Remote;
}

function isIpcMessage(message: unknown): message is IpcMessage {
  return typeof message === 'object' && message !== null && 'forecourt' in message;
}

// The methods that a server's processes call on each other over IPC. The primary starts the workers and owns what exists once per
// server. A server of one process has no primary.
//
// To add a method: declare it here, add its name to the list, and implement it in worker-pool.ts (for the primary) or worker.ts.
// Arguments and results are sent as JSON.
//
// A reload after an upgrade starts workers of a new program under a primary of an old one.

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
