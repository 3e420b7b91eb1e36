// The most frequent of any number of terms, in bounded memory (Space-Saving): a new term takes the place of the rarest one, and
// its count starts there. So a count is never too low, and count minus error never too high: a term was added at least so often.

export interface Term {
  /** The parameter that it was a value of, or `together`. */
  readonly parameter: string;
  readonly text: string;
}

export interface TermFrequency extends Term {
  /** At least so many searches. */
  readonly searches: number;
}

interface Entry extends Term {
  count: number;
  /** Of the count, how much may be other terms'. */
  readonly error: number;
}

export class FrequentTerms {
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Takes time in proportion to the capacity if the term is new and the table full, else none that counts. */
  add({ parameter, text }: Term, times = 1): void {
    const key = termKey({ parameter, text });
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.count += times;
      return;
    }
    const error = this.#entries.size < this.#capacity ? 0 : this.#dropRarest();
    this.#entries.set(key, { parameter, text, count: error + times, error });
  }

  /** Terms that were added for sure, the most frequent first. */
  list(): TermFrequency[] {
    return Array.from(this.#entries.values(), ({ parameter, text, count, error }) => {
      return { parameter, text, searches: count - error };
    }).sort((a, b) => b.searches - a.searches || (termKey(a) < termKey(b) ? -1 : 1));
  }

  /** Returns the count of the term that is dropped: the oldest of the rarest. */
  #dropRarest(): number {
    let rarest = '';
    let count = Infinity;
    for (const [key, entry] of this.#entries) {
      if (entry.count >= count) continue;
      rarest = key;
      count = entry.count;
    }
    this.#entries.delete(rarest);
    return count;
  }
}

/** Equal for equal terms only: names of parameters contain no space. */
export function termKey({ parameter, text }: Term): string {
  return `${parameter} ${text}`;
}
