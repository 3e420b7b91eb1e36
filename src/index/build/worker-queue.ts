// Runs index work on two threads, so that searches continue. One builds updates, which must be visible within a second; the other
// merges, which may take seconds.
import { Worker } from 'node:worker_threads';
import type { KeyColumnData } from '../../engine/columns/key-column.ts';
import type { MergeSource } from '../../engine/segment/merge-segments.ts';
import type { SegmentData } from '../../engine/segment/segment.ts';
import type { ReloadingGazetteer } from '../../geo/postcode-gazetteer.ts';
import type { ListingKey } from '../../listing/listing.ts';
import { termAdditions, type TermsTable } from '../../vehicle/trade-terms.ts';
import { asError, reviveProblem, type ProblemCode } from '../../problem.ts';
import { releaseBuildLock } from './build-lock.ts';
import type { IndexContents } from './index-file.ts';
import type { PastSegment } from './index-builder.ts';
import type { BuiltHalf } from './parallel-build.ts';
import type { Store } from '../../store/store.ts';
import {
  inlineIndexWorker,
  loadUpdate,
  SMALL_STOCK,
  type IndexWorker,
  type IndexUpdate,
} from './index-update.ts';
import { INDEX_WORKER } from '../../package-files.ts';

/** The paths that a thread opens. */
export interface IndexPaths {
  readonly folder: string;
  readonly postcodeTablePath: string;
  readonly indexPath: string;
}

/** The start data of a thread. */
export interface IndexWorkerData extends IndexPaths {
  readonly termAdditions: TermsTable | undefined;
}

/** Listings by property: for each, the values of all listings in order. */
export type ListingColumns = Readonly<Record<string, readonly unknown[]>>;

export type IndexWorkerRequest =
  | { readonly task: 'build'; readonly since: number | null; readonly keys: readonly KeyColumnData[] }
  | { readonly task: 'past'; readonly since: number; readonly to: number }
  | { readonly task: 'half'; readonly from: ListingKey }
  | { readonly task: 'merge'; readonly parts: readonly MergeSource[] }
  | { readonly task: 'save'; readonly index: IndexContents; readonly known: number }
  | { readonly task: 'take'; readonly listings: ListingColumns }
  | { readonly task: 'prepare'; readonly path: string; readonly identity: string; readonly sequence: number }
  | { readonly task: 'close' };

export type IndexWorkerReply =
  { readonly result: unknown } | { readonly error: Error; readonly problem?: ProblemCode };

/** Rows in a request above which the thread ends afterwards, to return its memory. */
const THREAD_RESTART_THRESHOLD = 50_000;

/**
 * Works on other threads, unless starting one takes longer than the work: the calling thread reads the index file, pausing after
 * every few megabytes, and builds and saves a small stock.
 */
export function threadedIndexWorker(
  store: Store,
  gazetteer: ReloadingGazetteer,
  paths: IndexPaths,
): IndexWorker {
  const changes = new WorkerQueue(paths);
  const merges = new WorkerQueue(paths);
  const inline = inlineIndexWorker(store, gazetteer, paths.indexPath);
  return {
    async build(since, keys) {
      if (since === null || since === 0) {
        // A first import leaves an index file for servers that were following the empty folder.
        const saved = await loadUpdate(store, gazetteer.current, since, paths.indexPath);
        if (saved !== undefined) return saved;
        if (store.countListings() <= SMALL_STOCK) return inline.build(since, keys);
      }
      return changes.request<IndexUpdate>(
        { task: 'build', since, keys },
        ({ isFullRebuild, parts }) => isFullRebuild || isLarge(parts),
      );
    },
    buildPast: (since, to) =>
      changes.request<PastSegment | 'too_old'>(
        { task: 'past', since, to },
        (past) => past !== 'too_old' && (past.data?.size ?? 0) > THREAD_RESTART_THRESHOLD,
      ),
    merge: (parts) =>
      merges.request<SegmentData>({ task: 'merge', parts }, ({ size }) => size > THREAD_RESTART_THRESHOLD),
    save: (index, known) =>
      rowsOf(index.parts) <= SMALL_STOCK
        ? inline.save(index, known)
        : merges.request<number | undefined>({ task: 'save', index, known }, () => isLarge(index.parts)),
    async close() {
      // Merges leave nothing open and may take long, so their thread is stopped at once.
      await Promise.all([changes.end(), merges.stop()]);
      releaseBuildLock(paths.folder);
    },
  };
}

/** All listings from a key on, built on another thread. */
export async function buildHalf(paths: IndexPaths, from: ListingKey): Promise<BuiltHalf> {
  return new WorkerQueue(paths).request<BuiltHalf>({ task: 'half', from }, () => true);
}

function isLarge(parts: readonly MergeSource[]): boolean {
  return rowsOf(parts) > THREAD_RESTART_THRESHOLD;
}

function rowsOf(parts: readonly MergeSource[]): number {
  return parts.reduce((sum, part) => sum + part.data.size, 0);
}

/** A queue to a thread that starts on demand and responds in order. */
export class WorkerQueue {
  readonly #paths: IndexPaths;
  #thread: WorkerThread | undefined;

  constructor(paths: IndexPaths) {
    this.#paths = paths;
  }

  // Not async, as WorkerThread.request is not: a waiting async function keeps its arguments, here the listings of a batch.
  request<R>(request: IndexWorkerRequest, isLast: (result: R) => boolean): Promise<R> {
    try {
      const thread = (this.#thread ??= new WorkerThread(this.#paths));
      return this.#resultOf(thread, thread.request(request) as Promise<R>, isLast);
    } catch (error) {
      return Promise.reject(asError(error));
    }
  }

  async #resultOf<R>(thread: WorkerThread, reply: Promise<R>, isLast: (result: R) => boolean): Promise<R> {
    let ends = true;
    try {
      const result = await reply;
      ends = isLast(result);
      return result;
    } finally {
      // A thread returns memory only when it ends. After an error, the next request starts a new thread.
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
  /** Resolves with the thread's first message, which has no reply, or with its end if that is earlier. */
  readonly #loaded: Promise<void>;
  /** Pending requests, in order. */
  readonly #waiting: ((reply: IndexWorkerReply) => void)[] = [];
  #failure: Error | undefined;

  constructor(paths: IndexPaths) {
    const workerData: IndexWorkerData = { ...paths, termAdditions: termAdditions() };
    this.#worker = new Worker(INDEX_WORKER, { workerData });
    this.#worker.on('error', (error: Error) => (this.#failure = error));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    const loaded = new Promise<void>((resolve) => {
      this.#worker.once('message', () => {
        this.#worker.on('message', (reply: IndexWorkerReply) => this.#waiting.shift()?.(reply));
        resolve();
      });
    });
    this.#loaded = Promise.race([loaded, this.#ended]);
  }

  request(request: IndexWorkerRequest): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const pending = new Promise<IndexWorkerReply>((resolve) => this.#waiting.push(resolve));
    try {
      // Segments' arrays are on shared memory, so only references are posted.
      this.#worker.postMessage(request);
    } catch (error) {
      return Promise.reject(asError(error));
    }
    return this.#resultOf(pending);
  }

  async #resultOf(pending: Promise<IndexWorkerReply>): Promise<unknown> {
    // Rejects if the thread ends before it replies.
    const ended = this.#ended.then(() => {
      throw this.#failure ?? new Error('the thread was stopped');
    });
    const reply = await Promise.race([pending, ended]);
    if (!('error' in reply)) return reply.result;
    // Errors lose their class between threads, so a Problem is rebuilt.
    throw reply.problem === undefined ? reply.error : reviveProblem(reply.problem, reply.error.message);
  }

  end(): Promise<void> {
    this.#worker.postMessage({ task: 'close' } satisfies IndexWorkerRequest);
    return this.#ended;
  }

  /** Stops the thread, but not while it loads: LMDB's module aborts the process if its thread is terminated then. */
  async stop(): Promise<void> {
    await this.#loaded;
    await this.#worker.terminate();
  }
}
