// The process that pulls feeds, seen from the server beside it: started, started again when it dies, and ended with the
// server. The child watches its channel to the server: when that is gone, the server is, and it ends by itself.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Before the child is started again: twice as long after each early death. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A child that lived so long died of something new. */
const LONG_LIFE_MS = 5 * 60_000;
/** For an import that is under way to be taken back. */
const END_MS = 5000;

export interface FollowProcess {
  /** Fulfilled when the child is gone. */
  stop(): Promise<void>;
}

/** Keeps a child running. `args` is its command line, the program first. */
export function startFollowProcess(
  [program = '', ...args]: readonly string[],
  note: (text: string) => void,
): FollowProcess {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let stopped = false;

  const begin = (): void => {
    const startedAt = Date.now();
    const started = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = started;
    let gone = false;
    const end = (how: string): void => {
      if (gone) return;
      gone = true;
      child = undefined;
      if (stopped) return;
      if (Date.now() - startedAt > LONG_LIFE_MS) pauseMs = FIRST_PAUSE_MS;
      note(`The process that pulls feeds ended (${how}). It is started again in ${pauseMs / 1000} s.`);
      timer = setTimeout(begin, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    };
    started.once('error', (error) => end(error.message));
    started.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  };
  begin();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = child;
      if (last === undefined) return;
      const exit = once(last, 'exit');
      last.kill('SIGTERM');
      const impatience = setTimeout(() => last.kill('SIGKILL'), END_MS);
      await exit;
      clearTimeout(impatience);
    },
  };
}

/** In the child: aborted when it is told to end, or the server is gone. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('the process was told to end'));
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, end);
  return controller.signal;
}
