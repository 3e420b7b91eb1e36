// Differences between two states, kept for the searches whose clients read them page by page, within a limit of their number.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';

/** About 200 bytes each. */
const MAX_KEPT = 200_000;

/** The differences of one search between two states. */
interface Kept<Difference> {
  readonly found: Promise<readonly Difference[]>;
  /** 0 until they are found. */
  size: number;
}

export class KeptDifferences<Difference> {
  readonly #kept = new Map<string, Kept<Difference>>();

  static nameOf(query: SearchQuery, from: number, to: number): string {
    return `${from} ${to} ${canonicalQuery({ ...query, sort: undefined, page: 1 })}`;
  }

  get(name: string): Promise<readonly Difference[]> | undefined {
    return this.#kept.get(name)?.found;
  }

  keep(name: string, found: Promise<readonly Difference[]>): Promise<readonly Difference[]> {
    const entry = { found, size: 0 };
    this.#kept.set(name, entry);
    void this.#limit(name, entry);
    return found;
  }

  /** Forgets the oldest differences beyond the limit, but never the newest, and those that failed. */
  async #limit(name: string, entry: Kept<Difference>): Promise<void> {
    try {
      entry.size = (await entry.found).length + 1;
      let size = Array.from(this.#kept.values()).reduce((sum, other) => sum + other.size, 0);
      for (const [oldest, other] of this.#kept) {
        if (size <= MAX_KEPT || other === entry) return;
        size -= other.size;
        this.#kept.delete(oldest);
      }
    } catch {
      this.#kept.delete(name);
    }
  }
}
