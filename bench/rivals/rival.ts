// What the benchmark asks of another engine: to take in the same stock and to answer the same searches. A rival answers
// from its own storage; nothing but this interface is known of it outside its folder.
import type { Gazetteer } from '../../src/geo/gazetteer.ts';
import type { Listing, ListingKey } from '../../src/listing/listing.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';

export interface Rival {
  /** As people write it: `SQLite`. */
  readonly name: string;
  /** The most listings that it takes in within the time and the memory of a benchmark; absent: as many as there are. */
  readonly mostListings?: number;
  /** Says the version, `3.53.2`, or why it is not here. Never throws, and leaves nothing running. */
  find(): Promise<Found>;
  /** Why it cannot answer this search as the contract means it; undefined: it can. */
  refuses(query: SearchQuery): string | undefined;
  /** How far its answer to a search that it does not refuse can be compared; absent: as far as the contract says. */
  comparable?(query: SearchQuery): Comparable;
  /** What its answers mean otherwise than the contract, in a sentence; absent: nothing. */
  readonly differs?: string;
  /** Opens it in an empty folder, to be loaded once. Only for a rival that was found. */
  open(folder: string): Promise<OpenRival>;
}

/**
 * What must be equal to Forecourt's answer. `page`: the total and the page, ties and all. `total`: only that, and the
 * size of the page. `nothing`: each engine may mean something else.
 */
export type Comparable = 'page' | 'total' | 'nothing';

export type Found =
  { readonly found: true; readonly version: string } | { readonly found: false; readonly why: string };

export interface OpenRival {
  /** Takes in the whole stock and gets ready to answer: indexes and statistics are part of it. */
  load(
    listings: Iterable<Listing> | AsyncIterable<Listing>,
    gazetteer: Gazetteer,
    onProgress: (listings: number) => void,
  ): Promise<void>;
  ask(query: SearchQuery): Promise<RivalAnswer>;
  /** What the stock takes, on disk or in memory; undefined: not known. */
  bytes(): Promise<number | undefined>;
  /** Ends whatever it started. The folder is the caller's to remove. */
  close(): Promise<void>;
}

export interface RivalAnswer {
  /** Exact number of listings that match. */
  readonly total: number;
  /** The keys of the page's listings, in order. */
  readonly ids: readonly ListingKey[];
}
