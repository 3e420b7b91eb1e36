// Starting points of deep pages. Beyond its first ten thousand hits, a cluster returns only pages that follow a known hit, so a
// deep page is reached in steps of ten thousand from the nearest cached starting point.
import { BoundedMap } from '../memo.ts';
import type { SortValue } from './point-in-time.ts';

/** The sort keys of the listing before `offset`. */
export interface SearchAfter {
  readonly offset: number;
  readonly after: readonly SortValue[];
}

/** Maximum cached searches, and starting points per search: some megabytes. */
const MAX_SEARCHES = 200;
const MAX_CURSORS = 500;

/** Starting points at one point in time, by search. */
export class SearchAfterCache {
  readonly #bySearch = new BoundedMap<string, SearchAfter[]>(MAX_SEARCHES);

  /** The last cached starting point up to `offset`; undefined means the first hit. */
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
  }
}

function later(a: SearchAfter | undefined, b: SearchAfter): SearchAfter {
  return a === undefined || b.offset > a.offset ? b : a;
}
