// Where deep pages begin. A cluster gives a page beyond its first ten thousand listings only behind a listing that is
// known: so whoever asks for one walks there, in steps of ten thousand, from the nearest place where somebody was before.
import type { SortValue } from './point-in-time.ts';

/** The sort keys of the listing before `offset`. */
export interface SearchAfter {
  readonly offset: number;
  readonly after: readonly SortValue[];
}

/** Searches of which cursors are kept, and cursors of each: some megabytes. */
const MAX_SEARCHES = 200;
const MAX_CURSORS = 500;

/** Cursors of one view, by the search that they belong to. */
export class SearchAfterCache {
  readonly #bySearch = new Map<string, SearchAfter[]>();

  /** The last known one that is not beyond `offset`; undefined: begin at the first listing. */
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
