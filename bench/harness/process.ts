// Runs work in separate processes, so that code compiled, cached or left on the heap by one measurement does not affect
// the next; and cleans up after a run, however it ends.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node options that let a process use most of the machine's memory. They raise a limit; they make nothing faster. */
export const LARGE_HEAP = [`--max-old-space-size=${Math.floor((totalmem() / 2 ** 20) * 0.8)}`];

const cleanups: (() => void)[] = [];

process.on('exit', () => {
  for (const cleanup of cleanups.slice().reverse()) {
    try {
      cleanup();
    } catch (error) {
      // The rest must go all the same.
      process.stderr.write(`bench: ${String(error)}\n`);
    }
  }
});
// Not `once`: a second signal, which a terminal and a parent may send together, would end the cleanup half done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** Runs `cleanup` when this process exits, last in first out. Returns a function that runs it earlier, once. */
export function onExit(cleanup: () => void): () => void {
  const once = (): void => {
    const at = cleanups.indexOf(once);
    if (at < 0) return;
    cleanups.splice(at, 1);
    cleanup();
  };
  cleanups.push(once);
  return once;
}

/** The result of `work` with an empty folder in `parent`, which is removed afterwards. */
export async function withFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(parent, 'forecourt-bench-'));
  // A process that was just killed may still be writing there.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  const remove = onExit(() => rmSync(folder, options));
  try {
    return await work(folder);
  } finally {
    remove();
  }
}

type Reply<Result> = { readonly result: Result } | { readonly error: string };

/** A process that takes JSON tasks, one at a time, and answers each with one result. */
export class TaskProcess<Task, Result> {
  readonly #process: ChildProcess;
  readonly #cancelCleanup: () => void;
  #busy = false;

  /** Runs `file`, which calls `defineTask`. */
  constructor(file: string, nodeOptions: readonly string[] = []) {
    this.#process = fork(fileURLToPath(file), {
      execArgv: ['--import', import.meta.resolve('tsx'), ...nodeOptions],
    });
    this.#cancelCleanup = onExit(() => this.#process.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async run(task: Task): Promise<Result> {
    if (this.#busy) throw new Error('a process of the benchmark was given two tasks at once');
    this.#busy = true;
    try {
      return await new Promise((resolve, reject) => {
        const ended = (code: number | null, signal: string | null): void =>
          reject(new Error(`a process of the benchmark ended with ${code ?? signal}`));
        this.#process.once('exit', ended);
        this.#process.once('message', (reply: Reply<Result>) => {
          this.#process.off('exit', ended);
          if ('error' in reply) reject(new Error(reply.error));
          else resolve(reply.result);
        });
        this.#process.send({ task });
      });
    } finally {
      this.#busy = false;
    }
  }

  /** Sends a message that has no reply, also during a task. */
  send(message: string): void {
    this.#process.send({ message });
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await ended;
    }
    this.#cancelCleanup();
  }
}

/**
 * How to start processes that run `file`, the caller's own `import.meta.url`. In such a process it serves tasks with
 * `work`, and passes messages without a reply to `onMessage`.
 */
export function defineTask<Task, Result>(
  file: string,
  work: (task: Task) => Result | Promise<Result>,
  onMessage: (message: string) => void = () => undefined,
) {
  if (process.argv[1] === fileURLToPath(file)) serveTasks(work, onMessage);
  const start = (...nodeOptions: string[]) => new TaskProcess<Task, Result>(file, nodeOptions);
  return {
    start,
    /** One task in a fresh process. */
    async runOnce(task: Task, ...nodeOptions: string[]): Promise<Result> {
      const child = start(...nodeOptions);
      try {
        return await child.run(task);
      } finally {
        await child.close();
      }
    },
  };
}

function serveTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  onMessage: (message: string) => void,
): void {
  process.on('message', (received: { readonly task: Task } | { readonly message: string }) => {
    if ('message' in received) return onMessage(received.message);
    void (async () => work(received.task))().then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  // An orphan has nothing to do.
  process.on('disconnect', () => process.exit());
}
