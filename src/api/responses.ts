// The types of responses, for the code that writes them and for the page's script that reads them. It imports nothing, because what
// the server's other files import does not compile for browsers.

/** One listing: always all fifteen keys, in this order. fields.ts says what each means. */
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

export interface SearchResults {
  readonly cars: readonly Vehicle[];
  readonly total_vehicles: number;
  readonly current_page: number;
  readonly total_pages: number;
  readonly per_page: number;
}

export interface SearchResponse {
  readonly results: SearchResults;
}

/** A listing that was looked up. */
export interface LookedUpVehicle extends Vehicle {
  readonly advert: string;
  readonly state: 'listed';
  readonly price_mark: {
    readonly mark: 'below' | 'around' | 'above' | null;
    readonly comparables: number | null;
    readonly expected: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly reason: string;
    readonly search_url: string | null;
  };
  /** The adverts that its price was compared with, the nearest in mileage first; only where they were asked for. */
  readonly comparables?: readonly string[];
  readonly ulez: { readonly verdict: 'likely' | 'unlikely' | 'unknown'; readonly rule: string };
  /** Days since it was first seen. */
  readonly listed_days: number;
  readonly similar: readonly string[];
}

/** An advert that is not listed. */
export interface GoneAdvert {
  readonly advert: string;
  readonly state: 'withdrawn' | 'unknown';
  readonly similar: readonly string[];
}

export interface LookupResponse {
  readonly results: { readonly cars: readonly (LookedUpVehicle | GoneAdvert)[] };
}

export interface ValueCounts {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Values beyond `values`, and the listings that have them. */
  readonly more: { readonly values: number; readonly count: number };
  readonly unknown: number;
}

export interface NumberSummaryJson {
  readonly known: number;
  readonly unknown: number;
  readonly min: number | null;
  readonly max: number | null;
  /** By the percentage, for example `50`; null if no value is known. */
  readonly percentiles: Readonly<Record<string, number | null>>;
}

export interface Bin {
  readonly from: number;
  /** Null: there is no end. */
  readonly below: number | null;
  readonly count: number;
}

export interface DistributionJson extends NumberSummaryJson {
  readonly histogram: readonly Bin[];
}

export interface TermCount {
  readonly label: string;
  /** The `q` that searches for it. */
  readonly q: string;
  readonly count: number;
}

export interface VariantCounts extends ValueCounts {
  readonly values: readonly {
    readonly value: string;
    /** The `model` that asks for it. */
    readonly model: string;
    readonly count: number;
  }[];
}

/** A summary without the counts of each field, which are under the field's name. */
export interface SummaryTotals {
  readonly total_vehicles: number;
  /** The terms of the trade that the matches say, by group. */
  readonly terms: Readonly<Partial<Record<string, readonly TermCount[]>>>;
  /** Null: something matches. */
  readonly relaxations:
    | readonly {
        readonly parameter: string;
        /** Null: leave it out. */
        readonly value: string | null;
        /** To send with it. */
        readonly parameters?: Readonly<Record<string, string>>;
        readonly total_vehicles: number;
        readonly url: string;
      }[]
    | null;
}

/** Typed names of the table's facets and distributions; the code reads and writes them by loops over the table. */
export type FieldSummaries = Readonly<
  Record<'make' | 'model' | 'fuel_type' | 'transmission' | 'dealer' | 'year', ValueCounts> &
    Record<'price' | 'mileage', DistributionJson>
>;

export interface SummaryResponse {
  readonly summary: SummaryTotals &
    FieldSummaries & {
      readonly matching: Readonly<Record<string, NumberSummaryJson>>;
      readonly variant: VariantCounts;
      readonly left_out_as_unknown: Readonly<Record<string, number>>;
      readonly note: string | null;
    };
}

export interface MapCounts {
  readonly zoom: number;
  readonly total_vehicles: number;
  readonly unplaced: number;
  readonly outside: number;
  /** Those with most matches first. */
  readonly cells: readonly {
    /** Asks for its listings, as the parameter `cell`. */
    readonly cell: string;
    readonly count: number;
    readonly latitude: number;
    readonly longitude: number;
    /** West, south, east, north. */
    readonly bbox: readonly [number, number, number, number];
    readonly town: string | null;
  }[];
}

export interface MapResponse {
  readonly map: MapCounts;
}

/** Words of the text, from `start` to before `end`. */
interface Words {
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

export interface InterpretationResponse {
  readonly text: string;
  readonly notice: string | null;
  readonly understood_share: number;
  readonly parameters: Readonly<Partial<Record<string, string>>>;
  readonly understood: readonly (Words & {
    readonly parameter: string;
    readonly value: string;
    readonly note?: string;
  })[];
  readonly q: string | null;
  readonly not_understood: readonly (Words & { readonly why: string })[];
  readonly left_out: readonly Words[];
  readonly questions: readonly (Words & {
    readonly question: string;
    readonly choices: readonly {
      readonly label: string;
      readonly parameters: Readonly<Partial<Record<string, string>>>;
      readonly search_url: string;
    }[];
  })[];
  readonly refines: boolean;
  readonly changes: readonly (Words & {
    readonly operation: string;
    readonly parameter: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly sentence: string;
  })[];
  readonly search_url: string;
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

/** By nearest rank: at least a quarter, half and three quarters of the prices are no higher. GBP. */
interface PriceQuartiles {
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

/** What the matches of a search cost, whatever limits it sets on prices. Not in the public API. */
export interface Prices {
  /** Matches with a price. */
  readonly count: number;
  /** Null: they are too few. */
  readonly quartiles: PriceQuartiles | null;
  /** By mileage, of those that have one; empty if they are too few. */
  readonly bands: readonly PriceBand[];
}

/** What completes the words typed so far. Not in the public API. */
export interface Suggestion {
  readonly label: string;
  /** The whole phrase, completed. */
  readonly text: string;
  /** Listings that it finds. */
  readonly count: number;
}
