// A worker process, as the primary sees it.
import cluster from 'node:cluster';
import { PRIMARY_COMMAND, PRIMARY_VERSION } from '../metrics/server-status.ts';
import { BUILD } from '../package-files.ts';
import { PROBLEMS, reviveProblem, type ProblemCode } from '../problem.ts';
import { openIpcChannel } from './ipc.ts';
import {
  IPC_PROTOCOL,
  PRIMARY_PROTOCOL,
  WORKER_METHOD_NAMES,
  type WorkerFailure,
  type StartOptions,
  type PrimaryMethods,
  type WorkerReady,
  type WorkerMethods,
} from './server-methods.ts';
import { exitReason, type SupervisedProcess } from './supervisor.ts';

/** Methods of the primary that all workers share. Its other methods concern the life of one worker. */
export type WorkerEvents = Omit<PrimaryMethods, 'startOptions' | 'ready' | 'failed'>;

export interface WorkerHandle extends SupervisedProcess {
  readonly id: number;
  readonly methods: WorkerMethods;
  /** Rejects with the worker's Problem, or if it exits first. */
  readonly ready: Promise<WorkerReady>;
  readonly isReady: boolean;
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
  // Prevents an unhandled rejection if no caller awaits it.
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
