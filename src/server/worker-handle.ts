// One worker, as the primary sees it: started, asked, ended.
import cluster, { type Worker } from 'node:cluster';
import { Problem, PROBLEMS, type ProblemCode } from '../problem.ts';
import {
  WORKER_METHOD_NAMES,
  type WorkerFailure,
  type StartOptions,
  type PrimaryMethods,
  type WorkerReady,
  type WorkerMethods,
} from './ipc-methods.ts';
import { openIpcChannel } from './ipc.ts';

/** What a worker may ask of the primary, beside what concerns its own life. */
export type WorkerEvents = Omit<PrimaryMethods, 'startOptions' | 'ready' | 'failed'>;

export interface WorkerHandle {
  /** No other one of this server has had it. */
  readonly id: number;
  readonly methods: WorkerMethods;
  /** Fulfilled when it answers; rejected with why it never will. */
  readonly ready: Promise<WorkerReady>;
  readonly isReady: boolean;
  /** Fulfilled with how it ended, such as `SIGKILL` or `exit code 1`. */
  readonly exited: Promise<string>;
  /** Ends it at once. */
  kill(): void;
}

export function forkWorker(events: WorkerEvents, options: StartOptions): WorkerHandle {
  const worker = cluster.fork();
  let isReady = false;
  let resolveReady: (startup: WorkerReady) => void = () => undefined;
  let rejectReady: (error: Error) => void = () => undefined;
  const ready = new Promise<WorkerReady>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  // Not everybody waits for it.
  ready.catch(() => undefined);
  const exited = exitOf(worker);
  void exited.then((reason) => rejectReady(new Error(`A worker ended before it answered (${reason}).`)));
  const methods = openIpcChannel<WorkerMethods, PrimaryMethods>(worker, WORKER_METHOD_NAMES, {
    ...events,
    startOptions: async () => options,
    ready: async (startup) => {
      isReady = true;
      resolveReady(startup);
    },
    failed: async (failure) => rejectReady(toError(failure)),
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

function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // It could not even be started.
    worker.on('error', (error: Error) => resolve(error.message));
  });
}

function toError({ code, message }: WorkerFailure): Error {
  if (code === undefined || !Object.hasOwn(PROBLEMS, code)) return new Error(message);
  return new Problem(code as ProblemCode, message);
}
