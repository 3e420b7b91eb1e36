// Counters that others count with too: the requests of one turn of the event loop go there together. A key that is known
// to have used up its window is not asked about again before its end, so that a flood costs no questions. Where no answer
// comes, this process counts on its own until one does again: searches are never refused because nobody counts.
import type { Rate } from '../access/rate.ts';
import type { Asked, Clock, Count, Counters } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';

/** Where the counting is done. */
export interface Counter {
  /** Counts in the order of the list, which is not empty. Rejects where it cannot. */
  countRequests(asked: readonly Asked[]): Promise<readonly Count[]>;
  close?(): Promise<void>;
}

/** A question takes far below a millisecond on one machine, and a few between two. */
const PATIENCE_MS = 500;

/** Somebody who did not answer is asked again so often, with one question. */
const TRY_AGAIN_MS = 1000;

/** As a batch, so that nobody who counts is held up for long by one of us. */
const MOST_ASKED = 500;

/** Keys that are known to have used up their window. Those beyond are asked about again. */
const MOST_SPENT = 10_000;

interface Waiting extends Asked {
  readonly resolve: (count: Count) => void;
  readonly reject: (error: unknown) => void;
}

interface SpentWindow {
  readonly requests: number;
  readonly endsAt: number;
}

export class SharedCounters implements Counters {
  readonly #counter: Counter;
  readonly #note: (text: string) => void;
  readonly #now: Clock;
  readonly #own: MemoryCounters;
  readonly #spent = new Map<string, SpentWindow>();
  #waiting: Waiting[] = [];
  /** Set while nobody answers: when they are asked again. */
  #tryAgainAt: number | undefined;

  /** `note` is told in a sentence when the counter is lost, and when it is back. */
  constructor(counter: Counter, note: (text: string) => void, now: Clock = () => performance.now()) {
    this.#counter = counter;
    this.#note = note;
    this.#now = now;
    this.#own = new MemoryCounters(now);
  }

  count(key: string, rate: Rate, cost = 1): Count | Promise<Count> {
    const name = `${rate.seconds}:${key}`;
    const now = this.#now();
    const spent = this.#spent.get(name);
    if (spent !== undefined) {
      if (spent.endsAt > now && spent.requests >= rate.requests)
        return { requests: spent.requests, allowed: false, endsInMs: spent.endsAt - now };
      this.#spent.delete(name);
    }
    if (this.#tryAgainAt === undefined) return this.#ask(name, key, rate, cost);
    if (now >= this.#tryAgainAt) {
      // Nobody waits for this answer.
      this.#tryAgainAt = now + TRY_AGAIN_MS;
      void this.#ask(name, key, rate, cost);
    }
    return this.#own.count(key, rate, cost);
  }

  async close(): Promise<void> {
    await this.#counter.close?.();
    await this.#own.close();
  }

  async #ask(name: string, key: string, rate: Rate, cost: number): Promise<Count> {
    try {
      const count = await new Promise<Count>((resolve, reject) => {
        if (this.#waiting.length === 0) setImmediate(() => this.#send());
        this.#waiting.push({ key: name, rate, cost, resolve, reject });
      });
      if (!count.allowed && count.requests >= rate.requests) this.#keepSpent(name, count);
      this.#find();
      return count;
    } catch (error) {
      this.#lose(error);
      return this.#own.count(key, rate, cost);
    }
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i += MOST_ASKED) {
      const batch = waiting.slice(i, i + MOST_ASKED);
      inTime(this.#counter.countRequests(batch.map(({ key, rate, cost }) => ({ key, rate, cost })))).then(
        (counts) => batch.forEach(({ resolve }, at) => resolve(counts[at])),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
  }

  #keepSpent(name: string, { requests, endsInMs }: Count): void {
    if (this.#spent.size >= MOST_SPENT) this.#spent.clear();
    this.#spent.set(name, { requests, endsAt: this.#now() + endsInMs });
  }

  #lose(error: unknown): void {
    if (this.#tryAgainAt === undefined) {
      const why = error instanceof Error ? error.message : String(error);
      this.#note(
        `Requests cannot be counted together (${why}). Until they can, this process counts its own.`,
      );
    }
    this.#tryAgainAt = this.#now() + TRY_AGAIN_MS;
  }

  #find(): void {
    if (this.#tryAgainAt === undefined) return;
    this.#tryAgainAt = undefined;
    this.#note('Requests are counted together again.');
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${PATIENCE_MS} ms`));
    // An answer that came while this process was busy is read first.
    timer = setTimeout(() => setImmediate(giveUp), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
