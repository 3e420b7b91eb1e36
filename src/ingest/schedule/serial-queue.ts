// Imports of one process run one after another; the writer's lock keeps out those of other processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../problem.ts';

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** What comes of `work`, which starts when all that came before is over, whatever came of that. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const POLL_INTERVAL_MS = 100;
/** An import by hand may take a while. */
const LOCK_TIMEOUT_MS = 30 * 60_000;

/** What comes of `work`, tried again as long as another process holds the lock. */
export function withWriterLock<T>(
  { queue, signal }: { readonly queue: SerialQueue; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  return queue.run(async () => {
    const end = Date.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'data_locked' || Date.now() > end) throw error;
      }
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  });
}
