// The interface of search backends. Totals are exact, and while the version stays the same, pages partition the result: no
// listing occurs twice, and none is skipped.
import type { SearchQuery, SearchResult } from './search-query.ts';
import type { StockSummary } from './summary.ts';

/** Words of a phrase that would be searched for. */
export interface TextPiece {
  readonly text: string;
  /** Resembles a name or a term, so listings that say it in another spelling count too. */
  readonly mayBeMisspelt: boolean;
}

export interface ListingIndex {
  /** One page, from one consistent state of the stock. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** The summary of the matches, from one consistent state. Ignores the query's order and page. */
  summarize(query: SearchQuery): Promise<StockSummary>;
  /** The texts of those pieces of which some word is in no listing. The last word of the last piece may be unfinished. */
  findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>>;
  /** Equal versions give equal results. */
  readonly version: string;
  /** Number of live listings. */
  readonly size: number;
}

/** The make and model of a withdrawn listing, to search for similar ones. */
export interface WithdrawnAdvert {
  readonly make: string | null;
  readonly model: string | null;
}

export type AdvertState =
  | { readonly state: 'listed' }
  | { readonly state: 'withdrawn'; readonly was: WithdrawnAdvert }
  /** No listing has or had this address. */
  | { readonly state: 'unknown' };

/** Looks adverts up by their exact address. */
export interface AdvertLookup {
  findAdvert(advertUrl: string): AdvertState | Promise<AdvertState>;
}
