// The parts of the API's responses that the page reads by name; it reads others by the names in search-fields.ts.
// test/pages/search/api-types.test.ts holds these types to those of the service.

export interface Vehicle {
  readonly year: string | null;
  readonly make: string | null;
  readonly model: string | null;
  /** Miles. */
  readonly mileage: number | null;
  /** GBP. */
  readonly price: number | null;
  readonly dealer: string | null;
  readonly url: string;
  readonly loc: string | null;
  readonly thumbnail: string | null;
  readonly images: readonly string[];
  readonly full_description: string | null;
  readonly distance_km: number | null;
}

export interface SearchResults {
  readonly cars: readonly Vehicle[];
  readonly total_vehicles: number;
  readonly current_page: number;
  readonly total_pages: number;
}

export interface ValueCounts {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly unknown: number;
}

export interface Bin {
  readonly from: number;
  /** Null: there is no end. */
  readonly below: number | null;
  readonly count: number;
}

export interface Distribution {
  readonly known: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly percentiles: Readonly<Record<string, number | null>>;
  readonly histogram: readonly Bin[];
}

export interface Relaxation {
  readonly parameter: string;
  /** Null: leave it out. */
  readonly value: string | null;
  readonly total_vehicles: number;
}

/** It also has the ValueCounts or the Distribution of each field that is counted, under the field's name. */
export interface Summary {
  readonly total_vehicles: number;
  /** The terms of the trade that the matches say, by group. */
  readonly terms: Readonly<
    Partial<Record<string, readonly { readonly label: string; readonly q: string; readonly count: number }[]>>
  >;
  /** Null: something matches. */
  readonly relaxations: readonly Relaxation[] | null;
}

/** Where the matches of a search are. */
export interface MapCounts {
  readonly total_vehicles: number;
  readonly unplaced: number;
  readonly outside: number;
  /** Those with most matches first. */
  readonly cells: readonly {
    readonly count: number;
    readonly latitude: number;
    readonly longitude: number;
    /** West, south, east, north. */
    readonly bbox: readonly [number, number, number, number];
    readonly town: string | null;
  }[];
}

/** By nearest rank: at least a quarter, half and three quarters of the prices are no higher. GBP. */
export interface PriceQuartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export interface PriceBand extends PriceQuartiles {
  /** Miles. */
  readonly from: number;
  /** Null: there is no end. */
  readonly below: number | null;
  readonly count: number;
}

/** What the matches of a search cost, whatever limits it sets on prices. */
export interface Prices {
  /** Matches with a price. */
  readonly count: number;
  /** Null: they are too few. */
  readonly quartiles: PriceQuartiles | null;
  /** By mileage, of those that have one; empty if they are too few. */
  readonly bands: readonly PriceBand[];
}

export interface InterpretationResponse {
  readonly text: string;
  readonly parameters: Readonly<Partial<Record<string, string>>>;
  readonly understood: readonly {
    readonly parameter: string;
    readonly words: string;
    readonly note?: string;
  }[];
  readonly not_understood: readonly { readonly words: string; readonly why: string }[];
}

/** What the search box suggests for the words typed so far. */
export interface Suggestion {
  readonly label: string;
  /** The whole phrase, completed. */
  readonly text: string;
  /** Listings that it finds. */
  readonly count: number;
}

export interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly {
    readonly parameter: string;
    readonly code?: string;
    readonly value?: string;
    readonly suggestion?: string;
  }[];
}
