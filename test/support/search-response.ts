// Pages of results as objects, made of the listings themselves. What the program writes is copied from their records.
import type { SearchResponse } from '../../src/api/responses.ts';
import { pageNumbersOf, toVehicle } from '../../src/api/vehicle.ts';
import { decodeHit } from '../../src/listing/codec.ts';
import type { SearchQuery, SearchResult } from '../../src/query/search-query.ts';

/** The response to `query`. `baseUrl` has no slash at its end. */
export function toSearchResponse(query: SearchQuery, result: SearchResult, baseUrl: string): SearchResponse {
  const { hits, total } = result;
  return {
    results: {
      cars: hits.map((hit) => toVehicle(decodeHit(hit), hit.distanceKm, baseUrl)),
      ...pageNumbersOf(query, total),
    },
  };
}
