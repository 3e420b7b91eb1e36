// Runs work of the serving thread beside its requests: in short slices, with turns of the event loop in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from './lazy-value.ts';

/** About what a search takes, so a request that comes meanwhile waits no longer than for another one. */
const SLICE_MS = 0.5;

export async function runInSlices<Value>(steps: Steps<Value>): Promise<Value> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** The same for asynchronous work. */
export async function runAsyncInSlices<Value>(steps: AsyncGenerator<undefined, Value>): Promise<Value> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = await steps.next();
      if (done === true) return value;
    } while (performance.now() < end);
    await nextTurn();
  }
}
