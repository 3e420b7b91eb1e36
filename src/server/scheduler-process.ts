// The process that pulls feeds, seen from the server beside it: started, started again when it dies, and ended with the
// server. The child watches its channel to the server: when that is gone, the server is, and it ends by itself.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Before the child is started again: twice as long after each early death. */
const INITIAL_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
/** A child that lived so long died of something new. */
const BACKOFF_RESET_THRESHOLD_MS = 5 * 60_000;
/** For an import that is under way to be taken back. */
const KILL_TIMEOUT_MS = 5000;

export interface SchedulerProcess {
  /** Fulfilled when the child is gone. */
  stop(): Promise<void>;
}

/** Keeps a child running. `args` is its command line, the program first. */
export function superviseScheduler(
  [program = '', ...args]: readonly string[],
  warn: (text: string) => void,
): SchedulerProcess {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let backoffMs = INITIAL_BACKOFF_MS;
  let stopped = false;

  const start = (): void => {
    const startedAt = Date.now();
    const started = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = started;
    let exited = false;
    const end = (how: string): void => {
      if (exited) return;
      exited = true;
      child = undefined;
      if (stopped) return;
      if (Date.now() - startedAt > BACKOFF_RESET_THRESHOLD_MS) backoffMs = INITIAL_BACKOFF_MS;
      warn(`The process that pulls feeds ended (${how}). It is started again in ${backoffMs / 1000} s.`);
      timer = setTimeout(start, backoffMs);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    };
    started.once('error', (error) => end(error.message));
    started.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  };
  start();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = child;
      if (last === undefined) return;
      const exit = once(last, 'exit');
      last.kill('SIGTERM');
      const killTimer = setTimeout(() => last.kill('SIGKILL'), KILL_TIMEOUT_MS);
      await exit;
      clearTimeout(killTimer);
    },
  };
}
