// The interface of search backends. Totals are exact. While the state stays the same, pages partition the result: no listing
// occurs twice, and none is skipped.
import type { Listing } from '../listing/listing.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { Correction, Hit, SearchCenter, SearchQuery, SearchResult } from './search-query.ts';
import type { PlaceCounts } from './stock-map.ts';
import type { StockPrices } from './stock-prices.ts';
import type { StockSummary } from './summary.ts';

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
  summarize(query: SearchQuery): Promise<StockSummary>;
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
  /** The searched state, held until it is released. */
  hold(): HeldStock;
  /** Calls `listener` after each change of `state`. Returns a function that stops this. */
  onChange(listener: () => void): () => void;
  /** Reads a search that begins to wait at the current state, so that its first comparison is as fast as the next ones. */
  prepare?(search: KeptSearch): void;
  /** Number of live listings. */
  readonly size: number;
}

/** Identifies a state of the stock. */
export interface StockState {
  readonly storeId: string;
  readonly sequence: number;
  /**
   * Time of the change `sequence` in milliseconds since 1970; 0 if unknown. It distinguishes two histories that begin with copies
   * of one stock and use the same numbers for different changes.
   */
  readonly changedAt: number;
  /** The version of the postcode tables. */
  readonly places: string;
  /** The format of the index, with its tables of terms and makes. */
  readonly terms: string;
}

/** A listing with its times, in milliseconds since 1970. */
export interface ExportedHit extends Pick<Hit, 'dealer' | 'id' | 'record' | 'distanceKm'> {
  /** Time at which the listing arrived or last changed. */
  readonly changedAt: number;
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

/** A state that can be compared with earlier ones, whatever is imported meanwhile. */
export interface HeldStock {
  readonly state: StockState;
  /** Maximum searches compared at once; others wait. */
  readonly concurrency: number;
  /** The changes of a search between two states, whatever its order; `too_old` if a state is no longer known, or not yet. */
  findChanges(query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'>;
  /**
   * The sequence of the last change at or before a time, in milliseconds since 1970. If the log does not reach that far: the
   * earliest time that it knows.
   */
  sequenceAt(time: number): Promise<SequenceAtTime>;
  /** Time of a sequence's change, in milliseconds since 1970; 0 if unknown. */
  timeOf(sequence: number): Promise<number>;
  /** How the stock differs from that at an earlier sequence, for the searches that were unchanged up to it. */
  compareSince(from: number): Promise<StockComparison | 'too_old'>;
  /** Idempotent. */
  release(): void;
}

export type SequenceAtTime = { readonly sequence: number } | { readonly knownSince: number | undefined };

/** What changed, by keys: a search without any of these keys finds the same as before. */
export interface ChangedKeys {
  /** Undefined means all keys. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Whether a word came into the stock or left it, so that any text may be read differently. */
  readonly hasOtherWords: boolean;
  /** Whether a make or model came into the stock or left it, so that names in searches may be read differently. */
  readonly hasOtherNames: boolean;
}

/** A search that is compared after each change. */
export interface KeptSearch {
  readonly query: SearchQuery;
  /** Set by the index: how it read the search for the last comparison. */
  reading?: unknown;
}

export interface StockComparison extends ChangedKeys {
  /** The changes of a search, if they are at most `limit` and found at once; otherwise undefined, and `findChanges` finds them. */
  findNow?(search: KeptSearch, limit: number): ChangesPage | undefined;
}

/** Two states by their sequences, and the requested part of the changes between them. */
export interface ChangesSpan {
  readonly from: number;
  /** Default: the sequence of the current state. */
  readonly to?: number | undefined;
  readonly position: number;
  readonly limit: number;
}

/** A listing that came into a search, left it, or is shown differently. It is identified by its dealer and advert. */
export interface ListingChange {
  readonly change: 'entered' | 'left' | 'changed';
  readonly dealer: string;
  readonly advertUrl: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The listing; null if it left. */
  readonly hit: ExportedHit | null;
  /** The listing at the earlier state, for `left` only. */
  readonly before?: ExportedHit;
  /** The earlier values, for `changed` only. */
  readonly was?: Pick<Listing, 'priceGbp' | 'mileageMiles'>;
}

export interface ChangesPage {
  /** The sequence of the later state. */
  readonly to: number;
  /** Total number of changes. */
  readonly total: number;
  /** Changes, at most one per listing. */
  readonly changes: readonly ListingChange[];
}

/** Reads single listings of one state of the stock. */
export interface StockReader {
  /** The listing at an advert's exact URL, with its distance from `center`; of several, the first by id, then by dealer. */
  findListed(advertUrl: string, center?: SearchCenter): Promise<Hit | undefined>;
  /**
   * Calls `visit` with listings that match the search and have the base model, in the order of compareNearest, until it returns
   * false or `limit` were visited.
   */
  visitNearest(query: NearestQuery, visit: (candidate: Candidate) => boolean): Promise<void>;
  /** The advert URLs of visited listings, in the same order. */
  readAdverts(listings: readonly Pick<Candidate, 'dealer' | 'id'>[]): Promise<readonly string[]>;
}

export interface NearestQuery {
  /** The search. It must require a year, a mileage and a price; its `model`, page and order have no effect. */
  readonly search: SearchQuery;
  /** The base model, as the facet of models counts it. */
  readonly baseModel: string;
  readonly mileageMiles: number;
  readonly limit: number;
}

/** Facts of a listing, read from the index. */
export interface Candidate extends Pick<StatedFacts, 'consumptionMpg' | 'trims' | 'written_off'> {
  readonly dealer: string;
  /** The id within the dealer. Few ids are needed, so an index may read one only when asked. */
  readonly id: string;
  readonly year: number;
  readonly mileageMiles: number;
  readonly engineLitres: number | null;
  readonly priceGbp: number;
}

/** An advert that a price was compared with. */
export interface ComparedAdvert extends Pick<Candidate, 'dealer' | 'year' | 'mileageMiles' | 'priceGbp'> {
  readonly advert: string;
}

// The order of listings by how near their mileage is to a given one. It is the same on every index.

/** Sorts before all engine sizes. */
export const UNKNOWN_ENGINE = -1;

type Compared = Pick<Candidate, 'dealer' | 'id' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** The order of two listings, which is never a tie. */
export function compareNearest(mileageMiles: number, a: Compared, b: Compared): number {
  return (
    Math.abs(a.mileageMiles - mileageMiles) - Math.abs(b.mileageMiles - mileageMiles) ||
    a.mileageMiles - b.mileageMiles ||
    a.year - b.year ||
    a.priceGbp - b.priceGbp ||
    (a.engineLitres ?? UNKNOWN_ENGINE) - (b.engineLitres ?? UNKNOWN_ENGINE) ||
    (a.dealer < b.dealer ? -1 : Number(a.dealer > b.dealer)) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
