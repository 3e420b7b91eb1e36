// Whether this process has met damage in the stock. What is damaged on a disk does not heal, so the first finding
// counts until the process ends; the one that follows it reads everything anew.
import { Problem } from '../problem.ts';

export class DamageWatch {
  #found = 0;

  /** How often damage was met. */
  get found(): number {
    return this.#found;
  }

  /** What `work` gives. A Problem `data_damaged` that it throws, or rejects with, is counted. */
  watch<T>(work: () => T): T {
    try {
      const result = work();
      if (result instanceof Promise) result.catch((error: unknown) => this.#note(error));
      return result;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): void {
    if (error instanceof Problem && error.code === 'data_damaged') this.#found += 1;
  }
}
