// Counting for the workers of one server: the process that started them counts, in its memory, and they ask it. Both ends
// are here: a question and a reply are all that they have in common.
import cluster, { type Worker } from 'node:cluster';
import type { Asked, Count } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';
import type { Counter } from './shared-counters.ts';

interface Question {
  readonly kind: 'count requests';
  readonly number: number;
  readonly asked: readonly Asked[];
}

interface Reply {
  readonly kind: 'requests counted';
  /** That of the question. */
  readonly number: number;
  readonly counts: readonly Count[];
}

/** Whoever asked them has given up long before that many are open. */
const MOST_OPEN = 1000;

/** Counts for all workers of this process, from now on until it ends. */
export function countForWorkers(): void {
  const counters = new MemoryCounters();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const counts = message.asked.map(({ key, rate, cost }) => counters.count(key, rate, cost));
    const reply: Reply = { kind: 'requests counted', number: message.number, counts };
    // One that has gone in the meantime waits for nothing.
    if (worker.isConnected()) worker.send(reply, () => {});
  });
}

/** In a worker: asks the process that started it, which has called countForWorkers. */
export function askPrimary(): Counter {
  const open = new Map<number, (counts: readonly Count[]) => void>();
  let number = 0;
  const take = (message: unknown): void => {
    if (!isReply(message)) return;
    open.get(message.number)?.(message.counts);
    open.delete(message.number);
  };
  process.on('message', take);
  return {
    countRequests(asked) {
      return new Promise((resolve, reject) => {
        number += 1;
        open.set(number, resolve);
        // A reply that never came must not be waited for for ever.
        open.delete(number - MOST_OPEN);
        if (process.send === undefined) return reject(new Error('no process has started this one'));
        const question: Question = { kind: 'count requests', number, asked };
        process.send(question, undefined, undefined, (error) => {
          if (error !== null) reject(error);
        });
      });
    },
    async close() {
      process.off('message', take);
    },
  };
}

function isQuestion(message: unknown): message is Question {
  return kindOf(message) === 'count requests';
}

function isReply(message: unknown): message is Reply {
  return kindOf(message) === 'requests counted';
}

// Other rooms send messages too.
function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
