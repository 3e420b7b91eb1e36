// Listings and pages of results as objects, in the API's names, for callers that read their members. search-response.ts writes
// the same as JSON; test/api/search-response.test.ts compares the two.
import { decodeHit, yearText } from '../listing/codec.ts';
import type { FieldKind } from '../listing/field.ts';
import { type Field, FIELDS, type ResponseField } from '../listing/fields.ts';
import type { Listing } from '../listing/listing.ts';
import { PER_PAGE, type SearchQuery, type SearchResult } from '../query/search-query.ts';
import type { SearchResponse, Vehicle } from './responses.ts';
import { REDIRECT_PARAMETER, REDIRECT_PATH } from './paths.ts';

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

export function pageNumbersOf({ page }: SearchQuery, total: number): Omit<SearchResponse['results'], 'cars'> {
  const pages = Math.ceil(total / PER_PAGE);
  return { total_vehicles: total, current_page: page, total_pages: pages, per_page: PER_PAGE };
}

/** The fields in the order of the response. */
export const RESPONSE_FIELDS = FIELDS.filter(
  (field): field is Field & { readonly name: ResponseField } => field.inResponse,
);

export function toVehicle(listing: Listing, distanceKm: number | null, baseUrl: string): Vehicle {
  const vehicle: Partial<Record<ResponseField, unknown>> = {};
  for (const { name, property, kind } of RESPONSE_FIELDS) {
    if (property === null) vehicle[name] = shownDistance(distanceKm);
    else if (property === 'advertUrl')
      vehicle[name] = redirectPrefix(baseUrl) + encodeURIComponent(listing.advertUrl);
    else vehicle[name] = shownValue(listing[property], kind, baseUrl);
  }
  return vehicle as Vehicle;
}

/** The start of the URL that redirects to an advert, whose encoded URL follows. */
export function redirectPrefix(baseUrl: string): string {
  return `${baseUrl}${REDIRECT_PATH}?${REDIRECT_PARAMETER}=`;
}

/** The distance rounded to hundredths of a kilometre. */
export function shownDistance(km: number | null): number | null {
  return km === null ? null : Math.round(km * 100) / 100;
}

function shownValue(value: unknown, kind: FieldKind, baseUrl: string): unknown {
  if (value === undefined) return null;
  if (kind === 'year' && typeof value === 'number') return yearText(value);
  if (kind === 'address' && typeof value === 'string') return pictureUrl(value, baseUrl);
  return Array.isArray(value) ? value.map((url: string) => pictureUrl(url, baseUrl)) : value;
}

/** Our own drawings, which only the demo stock has, are stored without the base URL. */
function pictureUrl(url: string, baseUrl: string): string {
  return url.startsWith('/') ? `${baseUrl}${url}` : url;
}
