// A process that takes a line of JSON at a time and answers each with one.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export class LineProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: NodeJS.AsyncIterator<string>;
  #complaint = '';

  /** It ends with this process: its standard input ends then. */
  constructor(program: string, args: readonly string[]) {
    this.#process = spawn(program, args);
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#complaint += chunk.toString()));
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** One at a time. */
  async ask(question: unknown): Promise<unknown> {
    this.#process.stdin.write(`${JSON.stringify(question)}\n`);
    const answer = await this.#answers.next();
    if (answer.done === true) throw new Error(`the engine's process ended: ${this.#complaint.trim()}`);
    return JSON.parse(answer.value);
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }
}
