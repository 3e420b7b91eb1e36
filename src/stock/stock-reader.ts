// Reads single listings of one state of the stock, and those nearest to a mileage, in an order that is the same on every index.
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { SearchCenter, Hit, SearchQuery } from '../query/search-query.ts';

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
