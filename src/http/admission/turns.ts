// The turns of one request. Work that can be divided, such as a lookup of several adverts or a batch of messages, waits for the
// client's next turn between its parts: others need not wait for all of its work, and all of it is charged to its client.
import type { AdmissionQueue } from './admission-queue.ts';
import type { Lane } from './fair-queue.ts';

export class Turns {
  readonly #queue: Pick<AdmissionQueue, 'enqueue' | 'release'>;
  readonly #client: string;
  /** For each client: a promise that settles when the last work run by `alone` has ended. */
  readonly #alone: Map<string, Promise<void>>;
  /** Whether the request counts as in flight. */
  #isInFlight = true;
  #hasEnded = false;
  /** Settles at the last turn that was requested: parallel parts of a request take their turns one after the other. */
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
  readonly next = (): Promise<void> => (this.#last = this.#last.then(() => this.#wait('begun')));

  /** The same between the parts of what may take minutes: the client's other requests have turns in between. */
  readonly nextOfStream = (): Promise<void> => this.#wait('stream');

  /**
   * The result of `work`, of which each client runs one at a time, because it is long and waits for work of others. Meanwhile the
   * request is not in flight, so a client with many of them fills neither the admission queue nor the queue of that work.
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
        await this.nextOfStream();
      }
      const result = work();
      this.#leave();
      return await result;
    } finally {
      settle();
      if (this.#alone.get(this.#client) === own) this.#alone.delete(this.#client);
      await this.nextOfStream();
    }
  };

  /** Must be called once the response is ready to be sent. */
  end(): void {
    this.#hasEnded = true;
    this.#leave();
  }

  readonly #wait = (lane: Lane): Promise<void> => {
    this.#leave();
    return new Promise((resolve) => {
      this.#queue.enqueue(this.#client, lane, {
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
