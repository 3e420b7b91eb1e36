// Keeps one child process running: a child that exits is restarted, with backoff, until `stop`.
import type { EventEmitter } from 'node:events';
import { describeError } from '../log/log.ts';
import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { PRIMARY_COMMAND, PRIMARY_VERSION } from '../metrics/server-stats.ts';
import { BUILD } from '../package-files.ts';
import { PROBLEMS, reviveProblem, type ProblemCode } from '../problem.ts';
import {
  openIpcChannel,
  IPC_PROTOCOL,
  PRIMARY_PROTOCOL,
  WORKER_METHOD_NAMES,
  type WorkerFailure,
  type StartOptions,
  type PrimaryMethods,
  type WorkerReady,
  type WorkerMethods,
} from './ipc.ts';

export interface SupervisedProcess {
  /** Resolves when the process has started its work; rejects if it never will. */
  readonly ready: Promise<unknown>;
  /** Resolves with the reason, such as `SIGKILL` or `exit code 1`. */
  readonly exited: Promise<string>;
  kill(): void;
}

export interface SupervisorOptions<Child> {
  readonly start: () => Child;
  /** Subject of the warnings, such as `A worker`. */
  readonly name: string;
  /** Delay before the first restart, in milliseconds. It doubles with each further restart. */
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
  /** Uptime since `ready` that resets the backoff. */
  readonly backoffResetMs: number;
  readonly warn: (text: string) => void;
}

export class Supervisor<Child extends SupervisedProcess> {
  readonly #options: SupervisorOptions<Child>;
  #child: Child;
  #backoffMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** Supervises `child`, or starts one. */
  constructor(options: SupervisorOptions<Child>, child = options.start()) {
    this.#options = options;
    this.#child = child;
    this.#backoffMs = options.initialBackoffMs;
    this.#restartOnExit(child);
  }

  /** The child started last. It may have exited. */
  get child(): Child {
    return this.#child;
  }

  /** Supervises `successor` instead of the current child, which may now exit. */
  replace(successor: Child): void {
    clearTimeout(this.#timer);
    this.#child = successor;
    this.#restartOnExit(successor);
  }

  /** Ends the supervision, not the child. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #restartOnExit(child: Child): void {
    const { start, name, initialBackoffMs, maxBackoffMs, backoffResetMs, warn } = this.#options;
    const isCurrent = (): boolean => !this.#isStopped && this.#child === child;
    let readyAt = Infinity;
    child.ready.then(
      () => (readyAt = performance.now()),
      (error: unknown) => {
        if (isCurrent()) warn(describeError(error));
      },
    );
    void child.exited.then((reason) => {
      if (!isCurrent()) return;
      if (performance.now() - readyAt > backoffResetMs) this.#backoffMs = initialBackoffMs;
      warn(`${name} exited (${reason}). It restarts in ${this.#backoffMs / 1000} s.`);
      this.#timer = setTimeout(() => {
        this.#child = start();
        this.#restartOnExit(this.#child);
      }, this.#backoffMs);
      this.#backoffMs = Math.min(this.#backoffMs * 2, maxBackoffMs);
    });
  }
}

/** Resolves with a description of how the process ended, even if it could not be started. */
export function exitReason(process: Pick<EventEmitter, 'on'>): Promise<string> {
  return new Promise((resolve) => {
    process.on('exit', (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(signal ?? `exit code ${code}`),
    );
    process.on('error', (error: Error) => resolve(error.message));
  });
}

/** Resolves when the process has exited. It is killed after `timeoutMs`. */
export async function exitWithin({ exited, kill }: Omit<SupervisedProcess, 'ready'>, timeoutMs: number) {
  const timer = setTimeout(kill, timeoutMs);
  await exited;
  clearTimeout(timer);
}

// A worker process, as the primary sees it.

/** Methods of the primary that all workers share. Its other methods concern the life of one worker. */
export type WorkerEvents = Omit<PrimaryMethods, 'startOptions' | 'ready' | 'failed'>;

export interface WorkerHandle extends SupervisedProcess {
  readonly id: number;
  readonly methods: WorkerMethods;
  /** Rejects with the worker's Problem, or if it exits first. */
  readonly ready: Promise<WorkerReady>;
  readonly isReady: boolean;
}

/** The real path of the command that a restart of this server would run: an upgrade may have switched a symlink in it. */
export function installedProgram(): string {
  return realpathSync(process.argv[1] ?? '');
}

/** `program` must be a real path, so that a switched symlink has no effect before a reload. */
export function forkWorker(program: string, events: WorkerEvents, options: StartOptions): WorkerHandle {
  cluster.setupPrimary({ exec: program });
  const worker = cluster.fork({
    [PRIMARY_PROTOCOL]: IPC_PROTOCOL,
    [PRIMARY_VERSION]: BUILD,
    [PRIMARY_COMMAND]: process.argv[1],
  });
  let isReady = false;
  let resolve: (startup: WorkerReady) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const ready = new Promise<WorkerReady>((...callbacks) => ([resolve, reject] = callbacks));
  // Prevents an unhandled rejection if nobody awaits it.
  ready.catch(() => undefined);
  const exited = exitReason(worker);
  void exited.then((reason) => reject(new Error(`A worker exited before it was ready (${reason}).`)));
  const methods = openIpcChannel<WorkerMethods, PrimaryMethods>(worker, WORKER_METHOD_NAMES, {
    ...events,
    startOptions: async () => options,
    ready: async (startup) => {
      isReady = true;
      resolve(startup);
    },
    failed: async (failure) => reject(toError(failure)),
  });
  return {
    id: worker.id,
    methods,
    ready,
    get isReady() {
      return isReady;
    },
    exited,
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

function toError({ code, message }: WorkerFailure): Error {
  if (code === undefined || !Object.hasOwn(PROBLEMS, code)) return new Error(message);
  return reviveProblem(code as ProblemCode, message);
}
