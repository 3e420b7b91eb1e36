// What a search in a cluster comes to: a page of listings as their documents show them, and the exact total.
import type { ClusterResponse } from './point-in-time.ts';
import type { SourceListing } from './listing-document.ts';

export interface ClusterPage {
  /** Exact. */
  readonly total: number;
  readonly listings: readonly SourceListing[];
}

/** The listings of an answer, in its order. */
export function sourceListingsOf({ hits }: ClusterResponse<SourceListing>): SourceListing[] {
  return hits.hits.map(({ _id, _source }) => {
    if (_source === undefined) throw new Error(`the document ${_id} came back without its listing`);
    return _source.source;
  });
}
