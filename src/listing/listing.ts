// A listing: one advertised vehicle, with every value parsed and in the unit that its name ends with, and the limits of values.
// Null means unknown; no value is guessed. The names of the API and of feeds (`price`, `advert_url`) are in fields.ts.
import type { Point } from '../geo/great-circle.ts';

export interface Listing {
  /** The dealer's own id, unique within the dealer, printable, 1 to 200 characters. */
  readonly id: string;
  /** Domain name in lower case without `www.`. */
  readonly dealer: string;
  /** Absolute http(s) URL of the dealer's advert. */
  readonly advertUrl: string;
  readonly year: number | null;
  /** Canonical if the make is known (`Volkswagen`), otherwise the dealer's word. */
  readonly make: string | null;
  readonly model: string | null;
  readonly mileageMiles: number | null;
  /** One of FUEL_TYPES if the class is known, otherwise the dealer's word (`Hydrogen`). */
  readonly fuelType: string | null;
  /** One of TRANSMISSIONS if the class is known, otherwise the dealer's word. */
  readonly transmission: string | null;
  readonly engineLitres: number | null;
  readonly priceGbp: number | null;
  /** General location as text, such as a town. */
  readonly loc: string | null;
  /** The dealer's postcode, trimmed and in upper case; it may not exist. */
  readonly postcode: string | null;
  /** The feed's coordinates. If it has none, null: the postcode then gives the position. */
  readonly point: Point | null;
  readonly thumbnail: string | null;
  readonly images: readonly string[];
  readonly fullDescription: string | null;
  /** Time of the first arrival, in milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The dealer's words that canonical ones replaced (`VW`, `Plug-in Hybrid`), for full-text search. */
  readonly sourceTerms: string | null;
}

/** The members of a listing that is known only by dealer, id, advert and arrival. */
export const NOTHING_KNOWN = {
  year: null,
  make: null,
  model: null,
  mileageMiles: null,
  fuelType: null,
  transmission: null,
  engineLitres: null,
  priceGbp: null,
  loc: null,
  postcode: null,
  point: null,
  thumbnail: null,
  images: [],
  fullDescription: null,
  sourceTerms: null,
} as const satisfies Omit<Listing, 'id' | 'dealer' | 'advertUrl' | 'arrivedAt'>;

/** The fields that indexes read. Of pictures they need only whether there are any. */
export type IndexedFields = Omit<Listing, 'thumbnail' | 'images'> & {
  readonly thumbnail: unknown;
  readonly images: { readonly length: number };
};

/** A listing of a feed. A null arrival keeps the stored one or, for a new listing, becomes the time of the import. */
export type IncomingListing = Omit<Listing, 'arrivedAt'> & { readonly arrivedAt: number | null };

/** `dealer/id`, unique among all listings. It can be split again, because domains contain no slash. */
export type ListingKey = string;

export function listingKey(listing: Pick<Listing, 'dealer' | 'id'>): ListingKey {
  return `${listing.dealer}/${listing.id}`;
}

export interface VehicleIdentifiers {
  /** The number plate, in upper case without spaces. */
  readonly registration?: string;
  /** The 17 characters of the chassis number, in upper case. */
  readonly vin?: string;
}

/** The shared identifier of two adverts of one vehicle, in the order of comparison. */
export type SharedIdentifier = 'advert address' | keyof VehicleIdentifiers;

/** The make and model of a withdrawn listing, to search for similar ones. */
export interface WithdrawnAdvert {
  readonly make: string | null;
  readonly model: string | null;
}

export type AdvertState =
  | { readonly state: 'listed' }
  | { readonly state: 'withdrawn'; readonly was: WithdrawnAdvert }
  /** No listing has or had this URL. */
  | { readonly state: 'unknown' };

/** Looks up adverts by their exact URL. */
export interface AdvertLookup {
  findAdvert(advertUrl: string): AdvertState | Promise<AdvertState>;
}

export const MAX_MILES = 2_000_000;
export const MAX_LITRES = 20;
/** Exclusive upper limit of prices. */
export const MAX_PRICE_GBP = 100_000_000;
/** Half of the Earth's circumference, rounded up. */
export const MAX_DISTANCE_KM = 20_016;
export const MAX_IMAGES = 100;
/** In UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
