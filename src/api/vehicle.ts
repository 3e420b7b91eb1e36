// A page of results as clients see it. search-response.ts writes it; what is here is for those who read it. It neither
// searches nor knows HTTP.
import type { SearchQuery, SearchResult } from '../listing/search-query.ts';
import { writeSearchResponse } from './search-response.ts';

/** One listing in a response: always all fifteen keys, in this order. fields.ts says what each means. */
export interface Vehicle {
  /** Four digits. */
  readonly year: string | null;
  readonly make: string | null;
  readonly model: string | null;
  /** Miles. */
  readonly mileage: number | null;
  readonly fuel_type: string | null;
  readonly transmission: string | null;
  /** Litres. */
  readonly engine_size: number | null;
  /** GBP. */
  readonly price: number | null;
  readonly dealer: string | null;
  readonly url: string;
  readonly loc: string | null;
  readonly thumbnail: string | null;
  readonly images: readonly string[];
  readonly full_description: string | null;
  /** Two decimals. */
  readonly distance_km: number | null;
}

export interface SearchResponse {
  readonly results: {
    readonly cars: readonly Vehicle[];
    readonly total_vehicles: number;
    readonly current_page: number;
    readonly total_pages: number;
    readonly per_page: number;
  };
}

/** The response to `query` as an object, for callers that read its members. */
export function toSearchResponse(query: SearchQuery, result: SearchResult, baseUrl: string): SearchResponse {
  return JSON.parse(writeSearchResponse(query, result, baseUrl).toString()) as SearchResponse;
}
