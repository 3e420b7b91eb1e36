// What became of a dealer's advert, as the redirect needs to know it.

/** A word about a withdrawn listing, enough to search for similar ones. */
export interface WithdrawnAdvert {
  readonly make: string | null;
  readonly model: string | null;
}

export type AdvertState =
  | { readonly state: 'listed' }
  | { readonly state: 'withdrawn'; readonly was: WithdrawnAdvert }
  /** No listing carries this address, and none ever did. */
  | { readonly state: 'unknown' };

/** Looks adverts up by their exact address. */
export interface AdvertLookup {
  findAdvert(advertUrl: string): AdvertState | Promise<AdvertState>;
}
