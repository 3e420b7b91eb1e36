// The workers of a server: started one behind the other, started again when they die, replaced one by one without a gap.
// Node's own cluster shares the port: the primary accepts connections and hands each to the next worker that is free, so
// connections that wait belong to no worker and are not lost with one. The primary itself answers nobody. Where workers take
// connections from the system themselves, one of two had three fifths of the work and not a half; what the primary does
// for each connection took it 0.2 ms, and nothing for the requests that follow on it.
import { setImmediate as nextTick } from 'node:timers/promises';
import { describeError } from '../log/describe-error.ts';
import type { Output } from '../cli/output.ts';
import { serveCounter } from '../auth/ipc-counter.ts';
import type { ServerStats } from '../metrics/server-stats.ts';
import type { WorkerReady } from './ipc-methods.ts';
import { forkWorker, type WorkerEvents, type WorkerHandle } from './worker-handle.ts';
import { collectWorkerStats } from './worker-stats.ts';

/** Before a worker that died is started again: twice as long after each early death. */
const INITIAL_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;
/** One that answered for so long died of something new. */
const BACKOFF_RESET_MS = 10_000;
/** A worker that drains has so long beyond its own limit. */
const EXIT_TIMEOUT_MS = 2000;

export interface WorkerPoolOptions {
  readonly size: number;
  readonly port: number;
  /** Requests under way have so long to end where a worker is told to. */
  readonly drainMs: number;
  readonly output: Output;
}

interface WorkerSlot {
  worker: WorkerHandle;
  backoffMs: number;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #events: WorkerEvents;
  readonly #slots: WorkerSlot[] = [];
  /** All that live, with those that come and go. */
  readonly #workers = new Set<WorkerHandle>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stats = collectWorkerStats(() => this.#readyWorkers());
  #startup: WorkerReady | undefined;
  #isStopping = false;
  #isRestarting = false;

  private constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { collector } = this.#stats;
    this.#events = {
      metrics: () => collector.metrics(),
      history: () => collector.history(),
      status: () => collector.status(),
      warn: async (text) => options.output.warn(text),
      flushAccepts: async () => {
        await nextTick();
        await nextTick();
      },
    };
  }

  /** Fulfilled when the first worker answers; the others follow. Rejected where that one cannot. */
  static async start(options: WorkerPoolOptions): Promise<WorkerPool> {
    serveCounter();
    const pool = new WorkerPool(options);
    // What keeps it from answering would keep the others too, and would be said as often. And it builds the index if
    // there is none; the others read it.
    const first = pool.#fork(true);
    pool.#startup = await first.ready;
    pool.#fillSlot({ worker: first, backoffMs: INITIAL_BACKOFF_MS });
    while (pool.#slots.length < options.size) {
      pool.#fillSlot({ worker: pool.#fork(false), backoffMs: INITIAL_BACKOFF_MS });
    }
    void Promise.all(pool.#slots.map(({ worker }) => worker.ready)).then(
      () => options.output.line(`All ${options.size} workers answer.`),
      // Said where it happened.
      () => undefined,
    );
    return pool;
  }

  /** Where it answers, and from how much; of its start. */
  get startup(): WorkerReady {
    if (this.#startup === undefined)
      throw new Error('a worker pool is started when its first worker is ready');
    return this.#startup;
  }

  /** How all of them together are going. */
  get stats(): ServerStats {
    return this.#stats.collector;
  }

  /** A new worker for each, one after the other. Each old one goes when the new one answers. */
  async rollingRestart(): Promise<void> {
    const { output } = this.#options;
    if (this.#isRestarting || this.#isStopping) return output.warn('Workers are being replaced already.');
    this.#isRestarting = true;
    try {
      for (const slot of this.#slots) {
        const successor = this.#fork(false);
        await successor.ready;
        const { worker } = slot;
        slot.worker = successor;
        this.#restartOnExit(slot);
        await this.#retire(worker);
      }
      output.warn(`All ${this.#slots.length} workers were replaced.`);
    } catch (error) {
      if (!this.#isStopping) output.warn(`The others were not replaced: ${describeError(error)}`);
    } finally {
      this.#isRestarting = false;
    }
  }

  /** Fulfilled when all are gone. Those that answer answer what is under way first. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stats.collector.stop();
    await Promise.all([...this.#workers].map((worker) => this.#retire(worker)));
  }

  #readyWorkers(): readonly WorkerHandle[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  #fork(listenFirst: boolean): WorkerHandle {
    const worker = forkWorker(this.#events, { listenFirst, port: this.#options.port });
    this.#workers.add(worker);
    void worker.exited.then(() => {
      this.#workers.delete(worker);
      this.#stats.forget(worker);
    });
    return worker;
  }

  #fillSlot(slot: WorkerSlot): void {
    this.#slots.push(slot);
    this.#restartOnExit(slot);
  }

  /** Sees to it that the place does not stay empty. */
  #restartOnExit(slot: WorkerSlot): void {
    const { worker } = slot;
    let readyAt = Infinity;
    void worker.exited.then((reason) => {
      // Those that were replaced go as they should.
      if (this.#isStopping || slot.worker !== worker) return;
      if (performance.now() - readyAt > BACKOFF_RESET_MS) slot.backoffMs = INITIAL_BACKOFF_MS;
      this.#options.output.warn(
        `A worker ended (${reason}). It is started again in ${slot.backoffMs / 1000} s.`,
      );
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (slot.worker !== worker) return;
        slot.worker = this.#fork(this.#readyWorkers().length === 0);
        this.#restartOnExit(slot);
      }, slot.backoffMs);
      this.#timers.add(timer);
      slot.backoffMs = Math.min(slot.backoffMs * 2, MAX_BACKOFF_MS);
    });
    worker.ready.then(
      () => (readyAt = performance.now()),
      (error: unknown) => {
        if (slot.worker === worker && !this.#isStopping) this.#options.output.warn(describeError(error));
      },
    );
  }

  async #retire(worker: WorkerHandle): Promise<void> {
    // One that has never answered has nothing to end.
    if (!worker.isReady) worker.kill();
    else await worker.methods.drain().catch(() => worker.kill());
    const killTimer = setTimeout(() => worker.kill(), this.#options.drainMs + EXIT_TIMEOUT_MS);
    await worker.exited;
    clearTimeout(killTimer);
  }
}
