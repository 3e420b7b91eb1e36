// One worker, as the primary sees it: started, asked, ended.
import cluster, { type Worker } from 'node:cluster';
import { Problem, PROBLEMS, type ProblemCode } from '../problem.ts';
import {
  WORKER_CALLS,
  type Fault,
  type Orders,
  type PrimaryOfWorkers,
  type Report,
  type WorkerCalls,
} from './calls.ts';
import { openChannel } from './channel.ts';

/** What a worker may ask of the primary, beside what concerns its own life. */
export type Desk = Omit<PrimaryOfWorkers, 'begin' | 'ready' | 'failed'>;

export interface Member {
  /** No other one of this server has had it. */
  readonly id: number;
  readonly calls: WorkerCalls;
  /** Fulfilled when it answers; rejected with why it never will. */
  readonly ready: Promise<Report>;
  readonly isReady: boolean;
  /** Fulfilled with how it ended, such as `SIGKILL` or `exit code 1`. */
  readonly gone: Promise<string>;
  /** Ends it at once. */
  kill(): void;
}

export function startMember(desk: Desk, orders: Orders): Member {
  const worker = cluster.fork();
  let isReady = false;
  let announce: (report: Report) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ready = new Promise<Report>((resolve, reject) => {
    announce = resolve;
    fail = reject;
  });
  // Not everybody waits for it.
  ready.catch(() => undefined);
  const gone = endOf(worker);
  void gone.then((how) => fail(new Error(`A worker ended before it answered (${how}).`)));
  const calls = openChannel<WorkerCalls, PrimaryOfWorkers>(worker, WORKER_CALLS, {
    ...desk,
    begin: async () => orders,
    ready: async (report) => {
      isReady = true;
      announce(report);
    },
    failed: async (fault) => fail(errorOf(fault)),
  });
  return {
    id: worker.id,
    calls,
    ready,
    get isReady() {
      return isReady;
    },
    gone,
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // It could not even be started.
    worker.on('error', (error: Error) => resolve(error.message));
  });
}

function errorOf({ code, text }: Fault): Error {
  if (code === undefined || !Object.hasOwn(PROBLEMS, code)) return new Error(text);
  return new Problem(code as ProblemCode, text);
}
