// What a search asks of the fields of a listing: the members of SearchQuery that rows of the field table filter by, each with the name
// of the member of Listing. Absent members do not filter.
import type { FuelType, Transmission } from '../vehicle/classes.ts';

/** Inclusive bounds; an absent one is open. Unknown values are in no range. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * A listing matches with any of `any`, if that is present, and none of `none`. Unknown values match neither. The lists are
 * sorted, have each value once, and are not empty; at least one of them is present.
 */
export interface Values<Value extends string = string> {
  readonly any?: readonly Value[];
  readonly none?: readonly Value[];
}

export interface FieldFilters {
  readonly make?: Values;
  readonly model?: Values;
  readonly fuelType?: Values<FuelType>;
  readonly transmission?: Values<Transmission>;
  /** Domains as listings have them. */
  readonly dealer?: Values;
  readonly priceGbp?: Range;
  readonly mileageMiles?: Range;
  readonly year?: Range;
  readonly engineLitres?: Range;
}
