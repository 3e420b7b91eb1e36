// Keeps one child process running: a child that exits is restarted, with backoff, until `stop`.
import type { EventEmitter } from 'node:events';
import { realpathSync } from 'node:fs';
import { describeError } from '../log/log.ts';

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

/** The real path of the command that a restart of this server would run: an upgrade may have switched a symlink in it. */
export function installedProgram(): string {
  return realpathSync(process.argv[1] ?? '');
}
