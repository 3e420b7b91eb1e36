// A search as every surface asks it: typed, checked, canonical. Nothing in it needs parsing again; absent means
// "not asked". parse-query.ts is the only maker of queries from outside text.
import type { Point } from '../geo/great-circle.ts';
import type { Sort } from './sorts.ts';

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const TRANSMISSIONS = ['Manual', 'Automatic'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

/** Radius in kilometres of each distance band; band 6 is unlimited. */
export const DISTANCE_BANDS_KM = [1, 5, 10, 25, 50, 100, Infinity] as const;

/** Listings on a page. Fixed: `per_page` always says so. */
export const PER_PAGE = 20;

/** Inclusive bounds; an absent one is open. A listing whose value is unknown is in no range. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Where distances are measured from. */
export interface SearchCenter {
  /** Canonical postcode, for example `SW1A 1AA`. */
  readonly postcode: string;
  readonly point: Point;
}

export interface SearchQuery {
  /** Free text as sent, trimmed. The index folds and splits it. */
  readonly q?: string;
  readonly make?: string;
  readonly model?: string;
  readonly fuelType?: FuelType;
  readonly transmission?: Transmission;
  /** Domains as listings carry them, sorted, each once. Any of them will do. */
  readonly dealer?: readonly string[];
  readonly priceGbp?: Range;
  readonly mileageMiles?: Range;
  readonly year?: Range;
  readonly engineLitres?: Range;
  readonly center?: SearchCenter;
  /** An index into DISTANCE_BANDS_KM. Without an origin it has no effect. */
  readonly distanceBand?: number;
  /** As asked; absent means the default order. */
  readonly sort?: Sort;
  /** 1-indexed. */
  readonly page: number;
}

/** One listing of a page. */
export interface Hit {
  readonly dealer: string;
  readonly id: string;
  /** The listing's text (codec.ts) in UTF-8. */
  readonly record: Uint8Array;
  /** Unrounded, from the query's origin; null without an origin or without a position of the listing. */
  readonly distanceKm: number | null;
}

export interface SearchResult {
  /** At most PER_PAGE, in the query's order; empty past the last page. */
  readonly hits: readonly Hit[];
  /** Exact number of listings that match. */
  readonly total: number;
}
