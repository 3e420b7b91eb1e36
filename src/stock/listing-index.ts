// The interface of both indexes, in this process and on a cluster. Totals are exact. While the state stays the same, pages
// partition the result: no listing occurs twice, and none is skipped.
import type { Correction, SearchQuery, SearchResult } from '../query/search-query.ts';
import type { ExportedHit, HeldStock, KeptSearch, StockState } from './stock-changes.ts';
import type { PlaceCounts } from './stock-map.ts';
import type { StockPrices } from './stock-prices.ts';
import type { StockReader } from './stock-reader.ts';
import type { StockSummary, SummaryParts } from './summary.ts';

/** Words of a phrase that would become part of a search's text. */
export interface TextPiece {
  readonly text: string;
  /** Whether it resembles a name or a term, so that listings with another spelling count too. */
  readonly mayBeMisspelt: boolean;
  /** The make whose model the text would be, if titles contain it. */
  readonly modelOf?: string;
}

export interface ListingIndex {
  /** One page, from one consistent state of the stock. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** The summary of the matches, from one consistent state. Ignores the query's order and page. */
  summarize(query: SearchQuery, parts?: SummaryParts): Promise<StockSummary>;
  /** The matches' positions, by cell of the map's grid at `zoom`, from one consistent state. Ignores order and page. */
  countPlaces(query: SearchQuery, zoom: number): Promise<PlaceCounts>;
  /** The matches' prices by mileage, from one consistent state. Ignores order, page and limits on the price. */
  prices(query: SearchQuery): Promise<StockPrices>;
  /** The texts of pieces with a word that no listing contains. The last word of the last piece may be unfinished. */
  findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>>;
  /** The result of `work`, which reads listings of one consistent state. After an error `work` may be called again. */
  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T>;
  /** All listings of a search from position `from` on, in order, from one state, which is held until the export is closed. */
  openExport(query: SearchQuery, from: number): Promise<ListingExport>;
  /** Listings of a search from position `from` on, the newest arrivals first, from one consistent state. */
  findNewest(query: SearchQuery, from: number, limit: number): Promise<NewestListings>;
  /** The searched state. Equal states give equal results. */
  readonly state: StockState;
  /** Whether the stock has a state, even if `state` is still an earlier one: another process may have read it already. */
  isStored(state: StockState): Promise<boolean>;
  /** The searched state, held until it is released. */
  hold(): HeldStock;
  /** Calls `listener` after each change of `state`. Returns a function that stops this. */
  onChange(listener: () => void): () => void;
  /** Reads a search that begins to wait at the current state, so that its first comparison is as fast as the next ones. */
  prepare?(search: KeptSearch): void;
  /** Number of live listings. */
  readonly size: number;
}

export interface ListingExport {
  /** Exact number of matches. */
  readonly total: number;
  readonly corrections?: readonly Correction[] | undefined;
  readonly state: StockState;
  /** The next `limit` listings; fewer at the end. */
  next(limit: number): readonly ExportedHit[] | Promise<readonly ExportedHit[]>;
  /** Idempotent. */
  close(): void;
}

export interface NewestListings {
  /** Exact number of matches. */
  readonly total: number;
  readonly hits: readonly ExportedHit[];
  readonly corrections?: readonly Correction[] | undefined;
  /** Time of the stock's last change, in milliseconds since 1970; 0 if unknown. */
  readonly stockChangedAt: number;
}
