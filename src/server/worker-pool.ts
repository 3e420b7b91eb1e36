// The workers of a server: started one after the other, restarted when they exit, and replaced one by one without interruption.
// Node's cluster module shares the port: the primary accepts connections and passes each to the next free worker, so queued
// connections belong to no worker and survive its exit. The primary serves no requests itself.
//
// Workers that accept connections themselves share them unevenly: one of two got three fifths. The primary takes 0.2 ms per
// connection, and nothing for further requests on it.
import { setImmediate as nextTick } from 'node:timers/promises';
import { MemoryStore } from '../auth/memory-store.ts';
import type { Output } from '../log/log.ts';
import { aggregateMetrics, withoutGauges } from '../metrics/aggregate-metrics.ts';
import { sumEmptySearches } from '../metrics/empty-searches.ts';
import { startStatsCollector, type ServerStats } from '../metrics/server-stats.ts';
import { WorkerSum } from '../metrics/worker-sum.ts';
import { BUILD, installedVersion } from '../package-files.ts';
import { errorMessage } from '../problem.ts';
import { forkWorker, type WorkerEvents, type WorkerHandle } from './forked-worker.ts';
import type { WorkerReady } from './server-methods.ts';
import { exitWithin, installedProgram, Supervisor } from './supervisor.ts';

const INITIAL_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;
const BACKOFF_RESET_MS = 10_000;
/** A worker that has not exited this many milliseconds after its drain timeout is killed. */
const EXIT_TIMEOUT_MS = 2000;

export interface WorkerPoolOptions {
  readonly size: number;
  readonly port: number;
  /** Drain timeout of a worker, within which in-flight requests must finish. */
  readonly drainMs: number;
  readonly output: Output;
  /** Called when a worker listens, before its requests are logged. */
  readonly onListen: () => void;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #events: WorkerEvents;
  readonly #slots: Supervisor<WorkerHandle>[] = [];
  /** All running workers, including those that start or drain. */
  readonly #workers = new Set<WorkerHandle>();
  readonly #metrics = new WorkerSum(aggregateMetrics, withoutGauges);
  readonly #emptySearches = new WorkerSum(sumEmptySearches);
  readonly #collector = startStatsCollector({
    read: () => this.#readMetrics(),
    // All workers report the same status.
    status: async () => this.#readyWorkers()[0]?.methods.status(),
    emptySearches: () => this.#readEmptySearches(),
  });
  #startup: WorkerReady | undefined;
  /** The workers' program. Only a reload changes it. */
  #program = installedProgram();
  #isStopping = false;
  #isRestarting = false;

  private constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const requestCounts = new MemoryStore();
    this.#events = {
      metrics: () => this.#collector.metrics(),
      history: () => this.#collector.history(),
      status: () => this.#collector.status(),
      emptySearches: () => this.#collector.emptySearches(),
      listening: async () => options.onListen(),
      warn: async (text) => options.output.warn(text),
      countRequests: async (increments) =>
        increments.map(({ key, rate, cost }) => requestCounts.count(key, rate, cost)),
      flushAccepts: async () => {
        await nextTick();
        await nextTick();
      },
    };
  }

  /** Resolves when the first worker is ready; the others follow. Rejects with the Problem of the first worker. */
  static async start(options: WorkerPoolOptions): Promise<WorkerPool> {
    const pool = new WorkerPool(options);
    // The first worker reports problems of the data folder, and builds the index if there is none; the others load it.
    const first = pool.#fork(true);
    pool.#startup = await first.ready;
    pool.#addSlot(first);
    while (pool.#slots.length < options.size) pool.#addSlot(pool.#fork(false));
    void Promise.all(pool.#slots.map(({ child }) => child.ready)).then(
      () => options.output.line(`All ${options.size} workers are ready.`),
      // The supervisor has already reported it.
      () => undefined,
    );
    return pool;
  }

  get startup(): WorkerReady {
    if (this.#startup === undefined) throw new Error('a worker pool starts with a ready worker');
    return this.#startup;
  }

  get stats(): ServerStats {
    return this.#collector;
  }

  /** Replaces the workers one by one with those of the program now installed. Each drains once its successor is ready. */
  async rollingRestart(): Promise<void> {
    const { output } = this.#options;
    if (this.#isRestarting || this.#isStopping) return output.warn('Workers are being replaced already.');
    this.#isRestarting = true;
    const before = this.#program;
    let replaced = 0;
    try {
      this.#program = installedProgram();
      let version = BUILD;
      for (const slot of this.#slots) {
        const successor = this.#fork(false);
        ({ version } = await successor.ready);
        const { child: predecessor } = slot;
        slot.replace(successor);
        replaced += 1;
        await this.#retire(predecessor);
      }
      output.warn(`All ${this.#slots.length} workers were replaced.${mixtureText(version)}`);
    } catch (error) {
      // Workers that exit are restarted with the old program.
      if (replaced === 0) this.#program = before;
      if (!this.#isStopping) output.warn(failureText(replaced, this.#slots.length, error));
    } finally {
      this.#isRestarting = false;
    }
  }

  /** Resolves when all workers have exited. In-flight requests are finished first. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const slot of this.#slots) slot.stop();
    this.#collector.stop();
    await Promise.all([...this.#workers].map((worker) => this.#retire(worker)));
  }

  #readyWorkers(): readonly WorkerHandle[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  #fork(listenFirst: boolean): WorkerHandle {
    const worker = forkWorker(this.#program, this.#events, { listenFirst, port: this.#options.port });
    this.#workers.add(worker);
    void worker.exited.then(() => {
      this.#workers.delete(worker);
      this.#metrics.forget(worker.id);
      this.#emptySearches.forget(worker.id);
    });
    return worker;
  }

  #addSlot(worker: WorkerHandle): void {
    const options = {
      start: () => this.#fork(this.#readyWorkers().length === 0),
      name: 'A worker',
      initialBackoffMs: INITIAL_BACKOFF_MS,
      maxBackoffMs: MAX_BACKOFF_MS,
      backoffResetMs: BACKOFF_RESET_MS,
      warn: (text: string) => this.#options.output.warn(text),
    };
    this.#slots.push(new Supervisor(options, worker));
  }

  async #readMetrics() {
    // Read together with the metrics, so a killed worker loses at most one interval's searches.
    await this.#readEmptySearches();
    return this.#metrics.read(this.#readyWorkers(), ({ methods }) => methods.metrics());
  }

  #readEmptySearches() {
    return this.#emptySearches.read(this.#readyWorkers(), ({ methods }) => methods.emptySearches());
  }

  async #retire(worker: WorkerHandle): Promise<void> {
    // A worker that is not ready has no requests in flight.
    if (!worker.isReady) worker.kill();
    else await worker.methods.drain().catch(() => worker.kill());
    await exitWithin(worker, this.#options.drainMs + EXIT_TIMEOUT_MS);
  }
}

/** After a reload with a new program: names the processes that still run the old one. */
function mixtureText(version: string): string {
  if (version === BUILD) return '';
  return (
    ` They run Forecourt ${version}. The first process, which starts workers and pulls feeds, still runs ${BUILD}: ` +
    'restart the server to replace it too.'
  );
}

function failureText(replaced: number, size: number, error: unknown): string {
  const installed = installedVersion();
  const what = replaced === 0 ? 'No worker was' : `Only ${replaced} of ${size} workers were`;
  const advice =
    installed === undefined
      ? ''
      : ` Forecourt ${installed} is installed, and runs after a restart of the server.`;
  return `${what} replaced: ${errorMessage(error)}${advice}`;
}
