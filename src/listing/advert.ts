// The state of a dealer's advert, for the redirect.

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
