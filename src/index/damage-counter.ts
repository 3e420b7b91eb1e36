// Whether this process has met damage in the stock. What is damaged on a disk does not heal, so the first finding
// counts until the process ends; the one that follows it reads everything anew.
import { Problem } from '../problem.ts';

export class DamageCounter {
  #count = 0;

  /** How often damage was met. */
  get count(): number {
    return this.#count;
  }

  /** What `work` gives. A Problem `data_damaged` that it throws, or rejects with, is counted. */
  observe<T>(work: () => T): T {
    try {
      const result = work();
      if (result instanceof Promise) result.catch((error: unknown) => this.#countDamage(error));
      return result;
    } catch (error) {
      this.#countDamage(error);
      throw error;
    }
  }

  #countDamage(error: unknown): void {
    if (error instanceof Problem && error.code === 'data_damaged') this.#count += 1;
  }
}
