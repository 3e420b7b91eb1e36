// The interface of search backends. Totals are exact, and while the state stays the same, pages partition the result: no
// listing occurs twice, and none is skipped.
import type { Listing } from './listing.ts';
import type { StatedFacts } from './stated-fields.ts';
import type { Correction, Hit, SearchCenter, SearchQuery, SearchResult } from './search-query.ts';
import type { PlaceCounts } from './stock-map.ts';
import type { StockPrices } from './stock-prices.ts';
import type { StockSummary } from './summary.ts';

/** Words of a phrase that would be searched for. */
export interface TextPiece {
  readonly text: string;
  /** Resembles a name or a term, so listings that say it in another spelling count too. */
  readonly mayBeMisspelt: boolean;
  /** The text is a model of this make, if titles say it. */
  readonly modelOf?: string;
}

export interface ListingIndex {
  /** One page, from one consistent state of the stock. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** The summary of the matches, from one consistent state. Ignores the query's order and page. */
  summarize(query: SearchQuery): Promise<StockSummary>;
  /** Where the matches are, by cell of the map's grid at `zoom`, from one consistent state. Ignores order and page. */
  countPlaces(query: SearchQuery, zoom: number): Promise<PlaceCounts>;
  /** What the matches cost, by mileage, from one consistent state. Ignores order, page and limits on the price. */
  prices(query: SearchQuery): Promise<StockPrices>;
  /** The texts of the pieces with a word that is in no listing. The last word of the last piece may be unfinished. */
  findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>>;
  /** The result of `work`, which reads listings of one consistent state. It may be called again after an error. */
  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T>;
  /**
   * All listings of a search from position `from` of its order on, from one consistent state, which is held until the export is
   * closed.
   */
  openExport(query: SearchQuery, from: number): Promise<ListingExport>;
  /** Listings of a search from position `from` on, the newest arrivals first, from one consistent state. */
  findNewest(query: SearchQuery, from: number, limit: number): Promise<NewestListings>;
  /** The state that is searched. Equal states give equal results. */
  readonly state: StockState;
  /** The state that is searched, held until it is released. */
  hold(): HeldStock;
  /** Calls `listener` after each change of `state`; returns how that is ended. */
  onChange(listener: () => void): () => void;
  /** Number of live listings. */
  readonly size: number;
}

/** The name of a state of the stock. */
export interface StockState {
  readonly storeId: string;
  readonly sequence: number;
  /**
   * When the change of `sequence` was made, in milliseconds since 1970; 0 if that is not known. Two histories that begin with the same
   * copy of a stock have the same numbers for different changes.
   */
  readonly changedAt: number;
  /** The version of the postcode tables. */
  readonly places: string;
  /** The format of the index, and the tables of terms and makes. */
  readonly terms: string;
}

/** A listing with its times, in milliseconds since 1970. */
export interface ExportedHit extends Pick<Hit, 'dealer' | 'id' | 'record' | 'distanceKm'> {
  /** When it came into the stock, or last became another. */
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
  /** When the stock last changed, in milliseconds since 1970; 0 if that is not known. */
  readonly stockChangedAt: number;
}

/** A state that can be compared with earlier ones, whatever is imported meanwhile. */
export interface HeldStock {
  readonly state: StockState;
  /** The maximum number of searches that are compared at once; others wait. */
  readonly concurrency: number;
  /** What changed in a search between two states, whatever its order; `too_old` if a state is no longer known, or not yet. */
  findChanges(query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'>;
  /**
   * The sequence of the last change at or before a time, in milliseconds since 1970. If the log no longer reaches that far: the
   * earliest time that it knows.
   */
  sequenceAt(time: number): Promise<SequenceAtTime>;
  /** When the change of a sequence was made, in milliseconds since 1970; 0 if that is not known. */
  timeOf(sequence: number): Promise<number>;
  /** Which searches may find other listings than at an earlier sequence. */
  findChangedKeys(from: number): Promise<ChangedKeys | 'too_old'>;
  /** Idempotent. */
  release(): void;
}

export type SequenceAtTime = { readonly sequence: number } | { readonly knownSince: number | undefined };

/** A search without any of these keys finds the same as before. */
export interface ChangedKeys {
  /** Undefined: all. */
  readonly keys: ReadonlySet<string> | undefined;
  /** Whether a word is new in the stock or gone from it, so that any text may be read differently. */
  readonly hasOtherWords: boolean;
  /** The same for makes and models, and the names in searches. */
  readonly hasOtherNames: boolean;
}

/** Two states by their sequences, and which part of the changes between them. */
export interface ChangesSpan {
  readonly from: number;
  /** Default: the sequence of the current state. */
  readonly to?: number | undefined;
  readonly position: number;
  readonly limit: number;
}

/** A listing that came into a search, left it, or is shown otherwise. Its name is its dealer and its advert together. */
export interface ListingChange {
  readonly change: 'entered' | 'left' | 'changed';
  readonly dealer: string;
  readonly advertUrl: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Null: it left. */
  readonly hit: ExportedHit | null;
  /** Only for `left`: the listing at the earlier state. */
  readonly before?: ExportedHit;
  /** Only for `changed`: the values before. */
  readonly was?: Pick<Listing, 'priceGbp' | 'mileageMiles'>;
}

export interface ChangesPage {
  /** The sequence of the later state. */
  readonly to: number;
  /** Number of changes in all. */
  readonly total: number;
  /** At most one for each listing. */
  readonly changes: readonly ListingChange[];
}

/** Reads single listings of one state of the stock. */
export interface StockReader {
  /** The listing at an advert's exact URL, with its distance from a centre; of several, the first in the order of ids, then dealers. */
  findListed(advertUrl: string, center?: SearchCenter): Promise<Hit | undefined>;
  /**
   * Calls `visit` with listings that match the search and have the base model, in the order of compareNearest, until it returns false
   * or `limit` were visited.
   */
  visitNearest(query: NearestQuery, visit: (candidate: Candidate) => boolean): Promise<void>;
  /** The addresses of the adverts of visited listings, in their order. */
  readAdverts(listings: readonly Pick<Candidate, 'dealer' | 'id'>[]): Promise<readonly string[]>;
}

export interface NearestQuery {
  /** Its `model` does not filter, and its page and order have no effect. It requires a year, a mileage and a price. */
  readonly search: SearchQuery;
  /** As the facet of models counts it. */
  readonly baseModel: string;
  readonly mileageMiles: number;
  readonly limit: number;
}

/** Facts of a listing, read from the index. */
export interface Candidate extends Pick<StatedFacts, 'consumptionMpg' | 'trims' | 'written_off'> {
  readonly dealer: string;
  /** Within the dealer. Few are asked for, so an index may read it only then. */
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

// The order of listings by how near their mileage is to a given one, the same on every index.

/** Sorts before all sizes. */
export const UNKNOWN_ENGINE = -1;

type Compared = Pick<Candidate, 'dealer' | 'id' | 'year' | 'mileageMiles' | 'engineLitres' | 'priceGbp'>;

/** No two listings are equal. */
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
