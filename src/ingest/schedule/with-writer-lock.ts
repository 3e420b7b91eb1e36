// Work that needs the writer's lock: first the turn within this process, then patience with other processes.
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../problem.ts';
import type { SerialQueue } from './serial-queue.ts';

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
      await pause(POLL_INTERVAL_MS, undefined, { signal });
    }
  });
}
