// Memory that one search leaves to the next. A bitmap of a million rows costs more to allocate, and to collect, than to
// fill: taken from here, it costs a tenth. What was taken is good until the next `reset`.

/** More than so many words in one search are allocated as they come. */
const MAX_WORDS = 4 * 1024 * 1024;

export class Arena {
  #words = new Uint32Array(0);
  #taken = 0;
  #wanted = 0;

  /** Takes everything back. */
  reset(): void {
    if (this.#wanted > this.#words.length && this.#wanted <= MAX_WORDS) {
      this.#words = new Uint32Array(this.#wanted);
    }
    this.#taken = this.#wanted = 0;
  }

  /** So many words, all zero. */
  alloc(words: number): Uint32Array {
    this.#wanted += words;
    const end = this.#taken + words;
    if (end > this.#words.length) return new Uint32Array(words);
    const taken = this.#words.subarray(this.#taken, end);
    this.#taken = end;
    return taken.fill(0);
  }
}
