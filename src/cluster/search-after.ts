// Starting points of deep pages. Beyond its first ten thousand hits, a cluster returns pages only after a known hit,
// so a deep page is reached in steps of ten thousand from the nearest cached one.
import type { SortValue } from './point-in-time.ts';

/** The sort keys of the listing before `offset`. */
export interface SearchAfter {
  readonly offset: number;
  readonly after: readonly SortValue[];
}

/** Maximum cached searches, and starting points of each: some megabytes. */
const MAX_SEARCHES = 200;
const MAX_CURSORS = 500;

/** Starting points in one point in time, by search. */
export class SearchAfterCache {
  readonly #bySearch = new Map<string, SearchAfter[]>();

  /** The last cached one up to `offset`; undefined: start at the first hit. */
  nearest(search: string, offset: number): SearchAfter | undefined {
    const known = this.#bySearch.get(search) ?? [];
    return known
      .filter((cursor) => cursor.offset <= offset)
      .reduce<SearchAfter | undefined>(later, undefined);
  }

  store(search: string, cursor: SearchAfter): void {
    const known = this.#bySearch.get(search) ?? [];
    this.#bySearch.delete(search);
    this.#bySearch.set(search, known);
    if (known.some(({ offset }) => offset === cursor.offset)) return;
    known.push(cursor);
    if (known.length > MAX_CURSORS) known.shift();
    if (this.#bySearch.size > MAX_SEARCHES) {
      const [oldest] = this.#bySearch.keys();
      this.#bySearch.delete(oldest);
    }
  }
}

function later(a: SearchAfter | undefined, b: SearchAfter): SearchAfter {
  return a === undefined || b.offset > a.offset ? b : a;
}
