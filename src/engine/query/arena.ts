// Reuses memory between searches. A bitmap of a million rows costs more to allocate and collect than to fill; taken
// from an arena, it costs a tenth. Allocations are valid until the next `reset`.

/** Beyond this many words, a search's allocations are not reused. */
const MAX_WORDS = 4 * 1024 * 1024;

export class Arena {
  #words = new Uint32Array(0);
  #taken = 0;
  #wanted = 0;

  /** Frees all allocations. */
  reset(): void {
    if (this.#wanted > this.#words.length && this.#wanted <= MAX_WORDS) {
      this.#words = new Uint32Array(this.#wanted);
    }
    this.#taken = this.#wanted = 0;
  }

  /** An array of `words` zeros. */
  alloc(words: number): Uint32Array {
    this.#wanted += words;
    const end = this.#taken + words;
    if (end > this.#words.length) return new Uint32Array(words);
    const taken = this.#words.subarray(this.#taken, end);
    this.#taken = end;
    return taken.fill(0);
  }
}
