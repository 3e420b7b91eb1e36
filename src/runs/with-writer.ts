// Work that needs the writer's lock: first the turn within this process, then patience with other processes.
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import type { Turn } from './turn.ts';

const LOOK_MS = 100;
/** An import by hand may take a while. */
const PATIENCE_MS = 30 * 60_000;

/** What comes of `work`, tried again as long as another process holds the lock. */
export function withWriter<T>(
  { turn, signal }: { readonly turn: Turn; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  return turn.take(async () => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'data_locked' || Date.now() > end) throw error;
      }
      await pause(LOOK_MS, undefined, { signal });
    }
  });
}
