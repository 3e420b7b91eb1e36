// What the primary knows of how its workers are going: it asks each whenever it is asked itself, and keeps what those have
// counted that are gone.
import { startWatch, type Watch } from '../metrics/sight.ts';
import { HeardMetrics } from '../metrics/sum-metrics.ts';
import type { Member } from './member.ts';

export interface SightOfWorkers {
  readonly watch: Watch;
  /** The worker is gone. */
  forget(member: Member): void;
}

/** `members` gives those that answer. */
export function watchWorkers(members: () => readonly Member[]): SightOfWorkers {
  const heard = new HeardMetrics();
  const ask = async ({ id, calls }: Member): Promise<void> => {
    try {
      heard.hear(id, await calls.metrics());
    } catch {
      // What was last heard of it stands until it answers again, or is gone.
    }
  };
  const watch = startWatch({
    read: async () => {
      await Promise.all(members().map(ask));
      return heard.sum();
    },
    // All know the same.
    status: async () => members()[0]?.calls.status(),
  });
  return { watch, forget: ({ id }) => heard.forget(id) };
}
