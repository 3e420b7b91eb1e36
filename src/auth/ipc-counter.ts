// Counting for the workers of one server: the process that started them counts, in its memory, and they ask it. Both ends
// are here: a question and a reply are all that they have in common.
import cluster, { type Worker } from 'node:cluster';
import type { WindowIncrement, WindowCount } from './rate-limit-store.ts';
import { MemoryStore } from './memory-store.ts';
import type { RemoteCounter } from './batching-store.ts';

interface CountRequest {
  readonly kind: 'count requests';
  readonly number: number;
  readonly increments: readonly WindowIncrement[];
}

interface CountResponse {
  readonly kind: 'requests counted';
  /** That of the question. */
  readonly number: number;
  readonly counts: readonly WindowCount[];
}

/** Whoever asked them has given up long before that many are open. */
const MAX_PENDING = 1000;

/** Counts for all workers of this process, from now on until it ends. */
export function serveCounter(): void {
  const store = new MemoryStore();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isCountRequest(message)) return;
    const counts = message.increments.map(({ key, rate, cost }) => store.count(key, rate, cost));
    const response: CountResponse = { kind: 'requests counted', number: message.number, counts };
    // One that has gone in the meantime waits for nothing.
    if (worker.isConnected()) worker.send(response, () => {});
  });
}

/** In a worker: asks the process that started it, which has called serveCounter. */
export function ipcCounter(): RemoteCounter {
  const pending = new Map<number, (counts: readonly WindowCount[]) => void>();
  let number = 0;
  const onMessage = (message: unknown): void => {
    if (!isCountResponse(message)) return;
    pending.get(message.number)?.(message.counts);
    pending.delete(message.number);
  };
  process.on('message', onMessage);
  return {
    countRequests(increments) {
      return new Promise((resolve, reject) => {
        number += 1;
        pending.set(number, resolve);
        // A reply that never came must not be waited for for ever.
        pending.delete(number - MAX_PENDING);
        if (process.send === undefined) return reject(new Error('no process has started this one'));
        const request: CountRequest = { kind: 'count requests', number, increments };
        process.send(request, undefined, undefined, (error) => {
          if (error !== null) reject(error);
        });
      });
    },
    async close() {
      process.off('message', onMessage);
    },
  };
}

function isCountRequest(message: unknown): message is CountRequest {
  return kindOf(message) === 'count requests';
}

function isCountResponse(message: unknown): message is CountResponse {
  return kindOf(message) === 'requests counted';
}

// Other rooms send messages too.
function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
