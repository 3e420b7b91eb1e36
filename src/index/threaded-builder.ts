// Builds changes on a thread of its own, so that searches go on meanwhile. One request at a time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChangeBuilder, StockChange } from './stock-change.ts';

/** What the thread opens. */
export interface BuilderData {
  readonly folder: string;
  readonly unitTablePath: string;
}

export type BuilderRequest = { readonly since: number | null } | 'close';

export type BuilderReply = { readonly change: StockChange } | { readonly error: Error };

export function threadedBuilder(data: BuilderData): ChangeBuilder {
  const worker = new Worker(new URL(`./builder-thread${sourceExtension()}`, import.meta.url), {
    workerData: data,
  });
  // A thread that fails outside a request leaves the next request to say so.
  let failure: Error | undefined;
  worker.on('error', (error: Error) => (failure = error));
  return {
    async build(since) {
      if (failure !== undefined) throw failure;
      worker.postMessage({ since } satisfies BuilderRequest);
      const [reply] = (await once(worker, 'message')) as [BuilderReply];
      if ('error' in reply) throw reply.error;
      return reply.change;
    },
    async close() {
      if (failure !== undefined) return;
      const ended = once(worker, 'exit');
      worker.postMessage('close' satisfies BuilderRequest);
      await ended;
    },
  };
}

/** The buffers of a reply, each once, to be moved instead of copied. */
export function arraysOf(reply: BuilderReply): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  if ('change' in reply) collect(reply.change.added);
  return [...buffers];
}

/** The program runs built, as JavaScript; its tests run from the sources. */
function sourceExtension(): string {
  return import.meta.url.endsWith('.ts') ? '.ts' : '.js';
}
