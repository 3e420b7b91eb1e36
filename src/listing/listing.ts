// What a listing is inside Forecourt: one advertised vehicle, every value already parsed and in the unit that its
// name says. Null means unknown; nothing here is ever guessed. The outside names (`price`, `advert_url`) are in
// fields.ts.
import type { Point } from '../geo/great-circle.ts';

export interface Listing {
  /** The dealer's own id, unique within the dealer, printable, 1 to 200 characters. */
  readonly id: string;
  /** Domain name in lower case without `www.`. */
  readonly dealer: string;
  /** Absolute http(s) address of the dealer's advert. */
  readonly advertUrl: string;
  readonly year: number | null;
  /** Canonical where the make is known (`Volkswagen`), else the dealer's word. */
  readonly make: string | null;
  readonly model: string | null;
  readonly mileageMiles: number | null;
  /** One of FUEL_TYPES where its class is known, else the dealer's word (`Hydrogen`). */
  readonly fuelType: string | null;
  /** One of TRANSMISSIONS where its class is known, else the dealer's word. */
  readonly transmission: string | null;
  readonly engineLitres: number | null;
  readonly priceGbp: number | null;
  /** General location as text, for example a town. */
  readonly loc: string | null;
  /** As the dealer wrote it, trimmed and in upper case; it need not exist. */
  readonly postcode: string | null;
  /** The coordinates that the feed gave. Null when it gave none: then the postcode says where. */
  readonly point: Point | null;
  readonly thumbnail: string | null;
  readonly images: readonly string[];
  readonly fullDescription: string | null;
  /** When the listing first arrived: milliseconds since 1970, UTC. */
  readonly arrivedAt: number;
  /** The dealer's words that canonical ones replaced (`VW`, `Plug-in Hybrid`), kept for full-text search. */
  readonly sourceTerms: string | null;
}

/** What a search asks of a listing: of its addresses only whether there are pictures. */
export type IndexedFields = Omit<Listing, 'advertUrl' | 'thumbnail' | 'images'> & {
  readonly thumbnail: unknown;
  readonly images: { readonly length: number };
};

/** A listing on its way in. A null arrival keeps the earlier one, or is the time of the import for a new listing. */
export type IncomingListing = Omit<Listing, 'arrivedAt'> & { readonly arrivedAt: number | null };

/** Identifies a listing among all dealers: `dealer/id`. No dealer holds a slash, so it can be taken apart again. */
export type ListingKey = string;

export function listingKey(listing: Pick<Listing, 'dealer' | 'id'>): ListingKey {
  return `${listing.dealer}/${listing.id}`;
}
