// The child process that pulls feeds (`forecourt feed schedule`). It watches its IPC channel, and so ends even if the server is
// killed.
import { spawn } from 'node:child_process';
import type { Config } from '../config/settings.ts';
import {
  type SupervisedProcess,
  installedProgram,
  Supervisor,
  exitWithin,
  exitReason,
} from './supervisor.ts';

const INITIAL_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
const BACKOFF_RESET_MS = 5 * 60_000;
/** Time for a running import to roll back. */
const EXIT_TIMEOUT_MS = 5000;

interface SchedulerProcess extends SupervisedProcess {
  terminate(): void;
}

/** Starts the process, and restarts it when it exits. Returns a function that stops it and resolves when it has exited. */
export function startScheduler(
  feeds: string,
  { data, log, termsFile }: Pick<Config, 'data' | 'log' | 'termsFile'>,
  warn: (text: string) => void,
): () => Promise<void> {
  // The real path of this process's program, which is kept until a restart.
  const program = [...process.execArgv, installedProgram()];
  const args = [...program, 'feed', 'schedule', '--feeds', feeds, '--data', data, '--log', log];
  if (termsFile !== undefined) args.push('--terms-file', termsFile);
  const supervisor = new Supervisor({
    start: () => spawnScheduler(args),
    name: 'The feed scheduler',
    initialBackoffMs: INITIAL_BACKOFF_MS,
    maxBackoffMs: MAX_BACKOFF_MS,
    backoffResetMs: BACKOFF_RESET_MS,
    warn,
  });
  return async () => {
    supervisor.stop();
    supervisor.child.terminate();
    await exitWithin(supervisor.child, EXIT_TIMEOUT_MS);
  };
}

function spawnScheduler(args: readonly string[]): SchedulerProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    ready: Promise.resolve(),
    exited: exitReason(child),
    terminate: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}
