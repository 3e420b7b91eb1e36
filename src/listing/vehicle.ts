// A page of results as clients see it: the names, the order of the keys and the roundings of the public answer. It
// neither searches nor knows HTTP; every surface that answers with listings uses it.
import type { Listing } from './listing.ts';
import { PER_PAGE, type Hit, type SearchQuery, type SearchResult } from './search-query.ts';

/** One listing as the API answers it: always all fifteen keys, in this order. fields.ts says what each means. */
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

/** The answer to `query`. `baseUrl` has no slash at its end. Past the last page `cars` is empty and the totals are true. */
export function toSearchResponse(query: SearchQuery, result: SearchResult, baseUrl: string): SearchResponse {
  return {
    results: {
      cars: result.hits.map((hit) => toVehicle(hit, baseUrl)),
      total_vehicles: result.total,
      current_page: query.page,
      total_pages: Math.ceil(result.total / PER_PAGE),
      per_page: PER_PAGE,
    },
  };
}

/** The address under `baseUrl` (without a slash at its end) that leads to the dealer's advert. */
export function redirectUrl(advertUrl: string, baseUrl: string): string {
  return `${baseUrl}/cars/redirect/?api_target=${encodeURIComponent(advertUrl)}`;
}

function toVehicle({ listing, distanceKm }: Hit, baseUrl: string): Vehicle {
  return {
    year: yearText(listing),
    make: listing.make,
    model: listing.model,
    mileage: listing.mileageMiles,
    fuel_type: listing.fuelType,
    transmission: listing.transmission,
    engine_size: listing.engineLitres,
    price: listing.priceGbp,
    dealer: listing.dealer,
    url: redirectUrl(listing.advertUrl, baseUrl),
    loc: listing.loc,
    thumbnail: listing.thumbnail === null ? null : pictureUrl(listing.thumbnail, baseUrl),
    images: listing.images.map((image) => pictureUrl(image, baseUrl)),
    full_description: listing.fullDescription,
    distance_km: distanceKm === null ? null : Math.round(distanceKm * 100) / 100,
  };
}

function yearText({ year }: Listing): string | null {
  return year === null ? null : String(year).padStart(4, '0');
}

/** A picture that starts with a slash is one of our own drawings, which the demo stock has. */
function pictureUrl(address: string, baseUrl: string): string {
  return address.startsWith('/') ? `${baseUrl}${address}` : address;
}
