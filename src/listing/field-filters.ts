// What a search asks of the fields of a listing: the members of SearchQuery that rows of the field table filter by, each with the name
// of the member of Listing. Absent members do not filter.
import type { FuelType, Transmission } from '../vehicle/classes.ts';

/** Inclusive bounds; an absent one is open. Unknown values are in no range. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

export interface FieldFilters {
  readonly make?: string;
  readonly model?: string;
  readonly fuelType?: FuelType;
  readonly transmission?: Transmission;
  /** Domains as listings have them, sorted, each once; any of them matches. */
  readonly dealer?: readonly string[];
  readonly priceGbp?: Range;
  readonly mileageMiles?: Range;
  readonly year?: Range;
  readonly engineLitres?: Range;
}
