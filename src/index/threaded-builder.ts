// Builds changes on a thread of its own, so that searches go on meanwhile. One request at a time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem, type ProblemCode } from '../problem.ts';
import type { ChangeBuilder, StockChange } from './stock-change.ts';

/** What the thread opens. */
export interface BuilderData {
  readonly folder: string;
  readonly unitTablePath: string;
  readonly indexPath: string;
}

export type BuilderRequest = { readonly since: number | null } | 'restore' | 'close';

export type BuilderReply =
  { readonly change: StockChange | undefined } | { readonly error: Error; readonly problem?: ProblemCode };

export function threadedBuilder(data: BuilderData): ChangeBuilder {
  let thread: BuilderThread | undefined;
  const ask = async (request: BuilderRequest): Promise<StockChange | undefined> => {
    const builder = (thread ??= new BuilderThread(data));
    let change: StockChange | undefined;
    try {
      change = await builder.ask(request);
      return change;
    } finally {
      // What a thread took up to build a whole stock, it gives back only by ending. After a failure, the next one starts afresh.
      if (change === undefined || change.whole) {
        thread = undefined;
        await builder.end();
      }
    }
  };
  return {
    restore: () => ask('restore'),
    async build(since) {
      const change = await ask({ since });
      if (change === undefined) throw new Error('a build gave no change');
      return change;
    },
    close: async () => thread?.end(),
  };
}

class BuilderThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #failure: Error | undefined;

  constructor(data: BuilderData) {
    const url = new URL(`./builder-thread${sourceExtension()}`, import.meta.url);
    this.#worker = new Worker(url, { workerData: data });
    this.#worker.on('error', (error: Error) => (this.#failure = error));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
  }

  async ask(request: BuilderRequest): Promise<StockChange | undefined> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#worker.postMessage(request);
    // Rejected if the thread fails instead of answering.
    const [reply] = (await once(this.#worker, 'message')) as [BuilderReply];
    if (!('error' in reply)) return reply.change;
    // A thread hands over errors without their classes.
    throw reply.problem === undefined ? reply.error : new Problem(reply.problem, reply.error.message);
  }

  end(): Promise<void> {
    this.#worker.postMessage('close' satisfies BuilderRequest);
    return this.#ended;
  }
}

/** The buffers of a reply, each once, to be moved instead of copied. */
export function arraysOf(reply: BuilderReply): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  if ('change' in reply) collect(reply.change?.added);
  return [...buffers];
}

/** The program runs built, as JavaScript; its tests run from the sources. */
function sourceExtension(): string {
  return import.meta.url.endsWith('.ts') ? '.ts' : '.js';
}
