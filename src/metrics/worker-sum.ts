// Counts of several worker processes as one. Those of a worker that has exited stay in the sum: a counter that decreases looks
// like a restart to Prometheus, which would then count everything else again.

export class WorkerSum<Counts> {
  readonly #sum: (all: readonly Counts[]) => Promise<Counts> | Counts;
  readonly #keptOf: (last: Counts) => Counts;
  readonly #last = new Map<number, Counts>();
  /** A chain of promises, so that two exits at once do not lose one. */
  #exited: Promise<Counts>;

  /** `keptOf` returns what stays of a worker that has exited. */
  constructor(
    sum: (all: readonly Counts[]) => Promise<Counts> | Counts,
    keptOf: (last: Counts) => Counts = (last) => last,
  ) {
    this.#sum = sum;
    this.#keptOf = keptOf;
    this.#exited = Promise.resolve(sum([]));
  }

  /** Asks each worker. Of one that does not respond, the last counts stay. */
  async read<Worker extends { readonly id: number }>(
    workers: readonly Worker[],
    countsOf: (worker: Worker) => Promise<Counts>,
  ): Promise<Counts> {
    await Promise.all(
      workers.map(async (worker) => {
        const counts = await countsOf(worker).catch(() => undefined);
        if (counts !== undefined) this.#last.set(worker.id, counts);
      }),
    );
    return this.#sum([await this.#exited, ...this.#last.values()]);
  }

  forget(id: number): void {
    const last = this.#last.get(id);
    if (last === undefined) return;
    this.#last.delete(id);
    this.#exited = this.#exited.then((exited) => this.#sum([exited, this.#keptOf(last)]));
  }
}
