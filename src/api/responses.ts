// The types of responses, for the code that writes them and for the page's script that reads them: those that clients have
// (openapi-types.ts, made from the schemas), and what the page alone is sent. It imports types only, because what the server's
// other files import does not compile for browsers.
import type * as Api from './openapi-types.ts';

/** One listing: always all fifteen keys, in this order. fields.ts says what each means. */
export type Vehicle = Api.Vehicle;
export interface SearchResults extends Omit<Api.SearchResponse['results'], 'per_page'> {
  readonly per_page: number;
}
export interface SearchResponse {
  readonly results: SearchResults;
}

type LookedUp = Api.Lookup['results']['cars'][number];
type Listed = Extract<LookedUp, { readonly state: 'listed' }>;
/** Its `comparables` are there only where they were asked for. */
export type LookedUpVehicle = Omit<Listed, 'comparables'> & Partial<Pick<Listed, 'comparables'>>;
/** An advert that is not listed. */
export type GoneAdvert = Exclude<LookedUp, Listed>;

export interface LookupResponse {
  readonly results: { readonly cars: readonly (LookedUpVehicle | GoneAdvert)[] };
}

/** What loops over the tables write: names of parameters and operations are texts. */
type Written<Entry> = {
  readonly [Member in keyof Entry]: Member extends 'parameter' | 'operation' ? string : Entry[Member];
};

export type ValueCounts = Api.ValueCounts;
export type TermCount = Api.TermCounts[number];
export type Bin = Api.Distribution['histogram'][number];

export interface NumberSummaryJson extends Omit<Api.Distribution, 'histogram' | 'percentiles'> {
  /** By the percentage, for example `50`; null if no value is known. */
  readonly percentiles: Readonly<Record<string, number | null>>;
}

export type DistributionJson = NumberSummaryJson & Pick<Api.Distribution, 'histogram'>;

type Summary = Api.Summary['summary'];

type Relaxation = Written<NonNullable<Summary['relaxations']>[number]> & {
  readonly parameters?: Readonly<Record<string, string>>;
};

/** A summary without the counts of each field, which are under the field's name. */
export interface SummaryTotals extends Pick<Summary, 'total_vehicles'> {
  readonly terms: Readonly<Partial<Record<string, readonly TermCount[]>>>;
  readonly relaxations: readonly Relaxation[] | null;
}

type MembersLike<Value> = {
  [Name in keyof Summary]: Summary[Name] extends Value ? Name : never;
}[Exclude<keyof Summary, 'variant'>];

export type FieldSummaries = Readonly<
  Record<MembersLike<ValueCounts>, ValueCounts> & Record<MembersLike<Api.Distribution>, DistributionJson>
>;

export interface SummaryResponse {
  readonly summary: SummaryTotals &
    FieldSummaries &
    Pick<Summary, 'variant' | 'left_out_as_unknown' | 'note'> & {
      readonly matching: Readonly<Record<string, NumberSummaryJson>>;
    };
}

export type MapResponse = Api.StockMap;
export type MapCounts = MapResponse['map'];

type Lists = 'understood' | 'questions' | 'changes';

export type InterpretationResponse = Omit<Api.Interpretation, Lists | 'parameters'> & {
  readonly [List in Lists]: readonly Written<Api.Interpretation[List][number]>[];
} & { readonly parameters: Readonly<Partial<Record<string, string>>> };

export interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly (Pick<Api.ParameterIssue, 'parameter'> &
    Partial<Pick<Api.ParameterIssue, 'value' | 'suggestion'> & { readonly code: string }>)[];
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
  readonly count: number;
}
