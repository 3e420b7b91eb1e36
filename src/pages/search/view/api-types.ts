// What the public API answers, as far as the page reads it. test/pages/search/api-types.test.ts holds it to what the service writes.

export interface Vehicle {
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

export interface Summary {
  readonly make: ValueCounts;
  readonly model: ValueCounts;
  readonly fuel_type: ValueCounts;
  readonly transmission: ValueCounts;
  readonly dealer: ValueCounts;
  readonly year: ValueCounts;
  readonly price: Distribution;
  readonly mileage: Distribution;
  /** Null: something matches. */
  readonly relaxations: readonly Relaxation[] | null;
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

export interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly { readonly parameter: string }[];
}
