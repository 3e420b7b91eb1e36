// The turns of one request. Work that can be divided, such as several adverts to look up or the messages of a batch, waits for the
// client's next turn in between: no request keeps others waiting for all that it asks for, and all of it is charged to its client.
import type { AdmissionQueue } from './admission-queue.ts';

export class Turns {
  readonly #queue: Pick<AdmissionQueue, 'enqueue' | 'release'>;
  readonly #client: string;
  /** Of each client, what settles with the last work that it runs alone. */
  readonly #alone: Map<string, Promise<void>>;
  /** Whether the request counts as in flight. */
  #isInFlight = true;
  #hasEnded = false;
  /** Work that is divided in several ways at once has one turn after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    queue: Pick<AdmissionQueue, 'enqueue' | 'release'>,
    client: string,
    alone = new Map<string, Promise<void>>(),
  ) {
    this.#queue = queue;
    this.#client = client;
    this.#alone = alone;
  }

  /** Resolves at the client's next turn, also after the response has begun. Until then the request is not in flight. */
  readonly next = (): Promise<void> => (this.#last = this.#last.then(this.#wait));

  /**
   * The result of work of which each client has one at a time, because it is long and waits for that of others. Meanwhile the request is
   * not in flight: a client with many of them fills neither the queue nor the line in which its work waits.
   */
  readonly alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const before = this.#alone.get(this.#client);
    let settle = (): void => undefined;
    const own = new Promise<void>((resolve) => (settle = resolve));
    this.#alone.set(this.#client, own);
    try {
      if (before !== undefined) {
        this.#leave();
        await before;
        await this.next();
      }
      const result = work();
      this.#leave();
      return await result;
    } finally {
      settle();
      if (this.#alone.get(this.#client) === own) this.#alone.delete(this.#client);
      await this.next();
    }
  };

  /** Must be called once the response is ready to be sent. */
  end(): void {
    this.#hasEnded = true;
    this.#leave();
  }

  readonly #wait = (): Promise<void> => {
    this.#leave();
    return new Promise((resolve) => {
      this.#queue.enqueue(this.#client, 'begun', {
        start: () => {
          this.#isInFlight = true;
          if (this.#hasEnded) this.#leave();
          resolve();
        },
        // Only searches are shed.
        reject: resolve,
        // Otherwise the caller would wait forever.
        isGone: () => false,
      });
    });
  };

  #leave(): void {
    if (this.#isInFlight) this.#queue.release();
    this.#isInFlight = false;
  }
}
