// Work in a fresh process: nothing that was compiled, cached or left on the heap by one measurement can help or hinder
// the next. Parent and child exchange JSON: messages go down one at a time, and each is answered with one result.
import { fork, type ChildProcess } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { atEnd } from './cleanup.ts';

/** Node options that let a process use most of the machine's memory. They raise a limit; they make nothing faster. */
export const ROOMY_HEAP = [`--max-old-space-size=${Math.floor((totalmem() / 2 ** 20) * 0.8)}`];

type Reply<Result> = { readonly result: Result } | { readonly error: string };

export class Child<Task, Result> {
  readonly #process: ChildProcess;
  readonly #forget: () => void;
  #busy = false;

  /** Runs `file`, which calls `answerParent`. */
  constructor(file: URL, nodeOptions: readonly string[] = []) {
    this.#process = fork(fileURLToPath(file), {
      execArgv: ['--import', import.meta.resolve('tsx'), ...nodeOptions],
    });
    this.#forget = atEnd(() => this.#process.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** One at a time. */
  async ask(task: Task): Promise<Result> {
    if (this.#busy) throw new Error('a process of the benchmark was given two tasks at once');
    this.#busy = true;
    try {
      return await this.#answerTo(task);
    } finally {
      this.#busy = false;
    }
  }

  #answerTo(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
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
  }

  /** A message that has no answer; what it means is the child's business. */
  tell(word: string): void {
    this.#process.send({ word });
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await ended;
    }
    this.#forget();
  }
}

/** One task in a process of its own. */
export async function inChild<Task, Result>(
  file: URL,
  task: Task,
  nodeOptions: readonly string[] = [],
): Promise<Result> {
  const child = new Child<Task, Result>(file, nodeOptions);
  try {
    return await child.ask(task);
  } finally {
    await child.close();
  }
}

/** The child's side. `work` is called for every task, `onWord` for every message that has no answer. */
export function answerParent<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  onWord: (word: string) => void = () => undefined,
): void {
  process.on('message', (message: { readonly task: Task } | { readonly word: string }) => {
    if ('word' in message) return onWord(message.word);
    void (async () => work(message.task))().then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  // Without a parent there is nobody to work for.
  process.on('disconnect', () => process.exit());
}
