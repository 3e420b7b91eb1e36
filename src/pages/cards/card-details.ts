// What the cards show beyond the content of a tool's result. It travels in the result's `_meta`, which hosts hand to the cards and
// keep from the model, so it costs no tokens.

export const CARD_DETAILS_KEY = 'forecourt/cards';

export interface CardDetails {
  /** Pictures below this URL can be read as resources of the server, because it draws them. */
  readonly drawn_below?: string;
  readonly cars: readonly CardDetail[];
}

export interface CardDetail {
  /** The address of the dealer's advert, as in the content. */
  readonly advert: string;
  readonly picture?: string;
  readonly reason?: string;
  readonly listed_days?: number;
  /** The category, such as `Cat N`; empty: none is named. Absent: no text says that it was written off. */
  readonly written_off?: string;
  readonly is_one_owner?: true;
  /** Degrees: the middle of its town, never of the car. */
  readonly town?: { readonly lat: number; readonly lng: number };
}
