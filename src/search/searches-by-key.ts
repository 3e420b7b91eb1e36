// Finds searches by keys of the listings that match them, such as a make or a dealer (index/shared/search-keys.ts).
import { keysOfSearch } from '../index/shared/search-keys.ts';
import type { ChangedKeys } from '../stock/stock-changes.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { areNamesFixed } from '../stock/stock-names.ts';

export class SearchesByKey<Search extends { readonly query: SearchQuery }> {
  readonly #byKey = new Map<string, Set<Search>>();
  /** Searches that any listing may match. */
  readonly #others = new Set<Search>();
  readonly #withText = new Set<Search>();
  /** Searches whose names are read by the names in the stock. */
  readonly #withNames = new Set<Search>();

  add(search: Search): void {
    if (search.query.q !== undefined) this.#withText.add(search);
    if (!areNamesFixed(search.query)) this.#withNames.add(search);
    const [keys] = keysOfSearch(search.query);
    if (keys === undefined) this.#others.add(search);
    for (const key of keys ?? []) {
      const searches = this.#byKey.get(key);
      if (searches === undefined) this.#byKey.set(key, new Set([search]));
      else searches.add(search);
    }
  }

  delete(search: Search): void {
    this.#withText.delete(search);
    this.#withNames.delete(search);
    this.#others.delete(search);
    for (const key of keysOfSearch(search.query)[0] ?? []) {
      const searches = this.#byKey.get(key);
      if (searches?.delete(search) === true && searches.size === 0) this.#byKey.delete(key);
    }
  }

  /** The searches that may find other listings, by the first group of their keys; undefined means all. */
  find({ keys, hasOtherWords, hasOtherNames }: ChangedKeys): ReadonlySet<Search> | undefined {
    if (keys === undefined) return undefined;
    const found = new Set(this.#others);
    for (const key of keys) for (const search of this.#byKey.get(key) ?? []) found.add(search);
    if (hasOtherWords) for (const search of this.#withText) found.add(search);
    if (hasOtherNames) for (const search of this.#withNames) found.add(search);
    return found;
  }
}

/** Whether a search may find other listings, judged by all of its keys. */
export function mayDiffer(query: SearchQuery, { keys, hasOtherWords, hasOtherNames }: ChangedKeys): boolean {
  if (keys === undefined || (hasOtherWords && query.q !== undefined)) return true;
  if (hasOtherNames && !areNamesFixed(query)) return true;
  return keysOfSearch(query).every((group) => group.some((key) => keys.has(key)));
}
