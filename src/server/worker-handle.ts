// A worker process, as the primary sees it.
import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { PRIMARY_COMMAND, PRIMARY_VERSION } from '../metrics/server-stats.ts';
import { BUILD } from '../package-files.ts';
import { PROBLEMS, reviveProblem, type ProblemCode } from '../problem.ts';
import {
  IPC_PROTOCOL,
  PRIMARY_PROTOCOL,
  WORKER_METHOD_NAMES,
  type WorkerFailure,
  type StartOptions,
  type PrimaryMethods,
  type WorkerReady,
  type WorkerMethods,
} from './ipc-methods.ts';
import { openIpcChannel } from './ipc.ts';
import { exitReason, type SupervisedProcess } from './supervisor.ts';

/** The methods of the primary that all workers share. The others are about the life of one worker. */
export type WorkerEvents = Omit<PrimaryMethods, 'startOptions' | 'ready' | 'failed'>;

export interface WorkerHandle extends SupervisedProcess {
  /** Unique within this server. */
  readonly id: number;
  readonly methods: WorkerMethods;
  /** Rejects with the worker's Problem, or if it exits first. */
  readonly ready: Promise<WorkerReady>;
  readonly isReady: boolean;
}

/** The real path of the command that runs if this server is started again: an upgrade may have switched a symlink in it. */
export function installedProgram(): string {
  return realpathSync(process.argv[1] ?? '');
}

/** `program` is a command's real path, so that a switched symlink changes nothing before a reload. */
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
  // Without a caller that awaits it, a rejection is not unhandled.
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
