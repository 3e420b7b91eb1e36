// What a search in a cluster comes to: a page of listings as their documents show them, and the exact total.
import type { SearchAnswer } from './cluster-view.ts';
import type { ShownListing } from './listing-document.ts';

export interface FoundPage {
  /** Exact. */
  readonly total: number;
  readonly listings: readonly ShownListing[];
}

/** The listings of an answer, in its order. */
export function shownOf({ hits }: SearchAnswer<ShownListing>): ShownListing[] {
  return hits.hits.map(({ _id, _source }) => {
    if (_source === undefined) throw new Error(`the document ${_id} came back without its listing`);
    return _source.shown;
  });
}
