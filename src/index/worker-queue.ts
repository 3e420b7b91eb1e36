// Builds changes and merges segments on threads of their own, so that searches go on meanwhile. There are two: a merge
// may take seconds, and changes that come in must be found within one.
import { Worker } from 'node:worker_threads';
import type { MergeSource } from '../engine/segment/merge-segments.ts';
import type { SegmentData } from '../engine/segment/segment.ts';
import type { ListingKey } from '../listing/listing.ts';
import { Problem, type ProblemCode } from '../problem.ts';
import { releaseBuildLock } from './build-lock.ts';
import type { IndexContents } from './index-file.ts';
import type { BuiltHalf } from './parallel-build.ts';
import type { IndexWorker, IndexUpdate } from './index-update.ts';

/** What the thread opens. */
export interface IndexPaths {
  readonly folder: string;
  readonly postcodeTablePath: string;
  readonly indexPath: string;
}

/** Stored records, and the key of each. */
export interface RecordBatch {
  readonly keys: readonly ListingKey[];
  readonly records: readonly string[];
}

export type IndexWorkerRequest =
  | { readonly task: 'build'; readonly since: number | null }
  | { readonly task: 'half'; readonly from: ListingKey }
  | { readonly task: 'merge'; readonly parts: readonly MergeSource[] }
  | { readonly task: 'save'; readonly index: IndexContents; readonly known: number }
  | { readonly task: 'take'; readonly batch: RecordBatch }
  | { readonly task: 'prepare'; readonly path: string; readonly identity: string; readonly sequence: number }
  | { readonly task: 'close' };

export type IndexWorkerReply =
  { readonly result: unknown } | { readonly error: Error; readonly problem?: ProblemCode };

/** What a thread took up for so many rows, it should give back. */
const THREAD_RESTART_THRESHOLD = 50_000;

export function threadedIndexWorker(paths: IndexPaths): IndexWorker {
  const changes = new WorkerQueue(paths);
  const merges = new WorkerQueue(paths);
  return {
    build: (since) =>
      changes.request<IndexUpdate>(
        { task: 'build', since },
        ({ isFullRebuild, parts }) => isFullRebuild || isLarge(parts),
      ),
    merge: (parts) =>
      merges.request<SegmentData>({ task: 'merge', parts }, ({ size }) => size > THREAD_RESTART_THRESHOLD),
    save: (index, known) =>
      merges.request<number | undefined>({ task: 'save', index, known }, () => isLarge(index.parts)),
    async close() {
      // A merge has nothing open that it could leave behind, and may have long to go.
      await Promise.all([changes.end(), merges.stop()]);
      releaseBuildLock(paths.folder);
    },
  };
}

/** Everything of the stock from a key on, built by a thread of its own. */
export async function buildHalf(paths: IndexPaths, from: ListingKey): Promise<BuiltHalf> {
  return new WorkerQueue(paths).request<BuiltHalf>({ task: 'half', from }, () => true);
}

function isLarge(parts: readonly MergeSource[]): boolean {
  return parts.reduce((sum, part) => sum + part.data.size, 0) > THREAD_RESTART_THRESHOLD;
}

/** A thread that is there when it is needed. It answers requests in their order. */
export class WorkerQueue {
  readonly #paths: IndexPaths;
  #thread: WorkerThread | undefined;

  constructor(paths: IndexPaths) {
    this.#paths = paths;
  }

  async request<R>(request: IndexWorkerRequest, isLast: (result: R) => boolean): Promise<R> {
    const thread = (this.#thread ??= new WorkerThread(this.#paths));
    let ends = true;
    try {
      const result = (await thread.request(request)) as R;
      ends = isLast(result);
      return result;
    } finally {
      // What a thread took up, it gives back only by ending. After a failure, the next one starts afresh.
      if (ends) {
        this.#thread = undefined;
        await thread.end();
      }
    }
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  async stop(): Promise<void> {
    await this.#thread?.stop();
  }
}

class WorkerThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** Who waits for answers, in the order of the requests. */
  readonly #waiting: ((reply: IndexWorkerReply) => void)[] = [];
  #failure: Error | undefined;

  constructor(paths: IndexPaths) {
    const url = new URL(`./worker${sourceExtension()}`, import.meta.url);
    this.#worker = new Worker(url, { workerData: paths });
    this.#worker.on('error', (error: Error) => (this.#failure = error));
    this.#worker.on('message', (reply: IndexWorkerReply) => this.#waiting.shift()?.(reply));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
  }

  async request(request: IndexWorkerRequest): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    const pending = new Promise<IndexWorkerReply>((resolve) => this.#waiting.push(resolve));
    // Arrays of segments are on shared memory: what crosses is where they are.
    this.#worker.postMessage(request);
    // Rejected if the thread fails instead of answering.
    const ended = this.#ended.then(() => {
      throw this.#failure ?? new Error('the thread was stopped');
    });
    const reply = await Promise.race([pending, ended]);
    if (!('error' in reply)) return reply.result;
    // A thread hands over errors without their classes.
    throw reply.problem === undefined ? reply.error : new Problem(reply.problem, reply.error.message);
  }

  end(): Promise<void> {
    this.#worker.postMessage({ task: 'close' } satisfies IndexWorkerRequest);
    return this.#ended;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The program runs built, as JavaScript; its tests run from the sources. */
function sourceExtension(): string {
  return import.meta.url.endsWith('.ts') ? '.ts' : '.js';
}
