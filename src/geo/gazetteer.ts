// The port of this room: what the others may ask about postcodes, without knowing which tables answer.
import type { Point } from './great-circle.ts';

/** How exact a position is: a unit postcode's own, or the centroid of its sector or district. */
export type Precision = 'unit' | 'sector' | 'district';

/** A postcode that was found. `postcode` is its canonical spelling: upper case, one space (`SW1A 1AA`). */
export interface ResolvedPostcode {
  readonly postcode: string;
  readonly point: Point;
  readonly precision: Precision;
}

/** Why a text is no known postcode, and what to try instead, where that is obvious. */
export interface UnresolvedPostcode {
  readonly reason: 'not_a_postcode' | 'area_only' | 'place_name' | 'unknown_district';
  /** A district that would be accepted, for example `LS1` for `Leeds` or `SW1A` for `SW`. */
  readonly suggestion?: string;
}

export interface Gazetteer {
  /**
   * Finds the position of a postcode as people type it: unit, sector or district, in any case, spaces free.
   * An unknown unit is placed at its sector, else at its district. Without a space, `G22` is the district
   * where there is one, else the sector `G2 2`.
   */
  resolve(text: string): ResolvedPostcode | UnresolvedPostcode;
  /** Changes whenever the tables do; equal versions give equal answers. */
  readonly version: string;
}
