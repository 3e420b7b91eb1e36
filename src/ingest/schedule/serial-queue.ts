// One at a time: work that waits for its turn, in the order in which it came.

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** What comes of `work`, which starts when all that came before is over, whatever came of that. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
