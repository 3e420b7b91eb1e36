// Takes turns at writing: a queue serializes the imports of this process, and withWriterLock retries while another process
// holds the writer's lock.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../problem.ts';

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** The result of `work`, which starts when all earlier work has settled. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const POLL_INTERVAL_MS = 100;
/** A manual import may take a while. */
const LOCK_TIMEOUT_MS = 30 * 60_000;

/** The result of `work`, retried while it fails with `data_locked`. */
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
