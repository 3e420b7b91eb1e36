// The types of responses, for the code that writes them and for the page's script that reads them: those that clients have
// (openapi-types.ts, made from the schemas), and what the page alone is sent. It imports types only, because what the server's
// other files import does not compile for browsers.
import type { StatedTexts } from '../listing/stated-fields.ts';
import type * as Api from './openapi-types.ts';

/** One listing: always all fifteen keys, in this order. fields.ts says what each means. */
export type Vehicle = Api.Vehicle;
export type SearchResponse = Api.SearchResponse;

type LookedUp = Api.Lookup['results']['cars'][number];
type Listed = Extract<LookedUp, { readonly state: 'listed' }>;
/** Its `comparables` are there only where they were asked for. */
export type LookedUpVehicle = Omit<Listed, 'comparables'> & Partial<Pick<Listed, 'comparables'>>;
/** What pages, cards and assistants show: a vehicle, what its texts state, and what the stock says of it. */
export type RatedVehicle = Omit<LookedUpVehicle, 'similar' | 'price_mark'> &
  StatedTexts & { readonly price_mark: Omit<LookedUpVehicle['price_mark'], 'search_url'> };
/** A rated vehicle, as far as the version of the page knew it that saved it in the browser. */
export type SavedVehicle = Vehicle & Partial<RatedVehicle>;
/** An advert that is not listed. */
export type GoneAdvert = Exclude<LookedUp, Listed>;

export interface LookupResponse {
  readonly results: { readonly cars: readonly (LookedUpVehicle | GoneAdvert)[] };
}

export type ValueCounts = Api.ValueCounts;
export type TermCount = Api.TermCounts[number];
export type Bin = Api.Distribution['histogram'][number];

export type NumberSummaryJson = Api.NumberSummary;
export type DistributionJson = Api.Distribution;

export type SummaryResponse = Api.Summary;
type Summary = SummaryResponse['summary'];

/** The counts of each field. */
export type FieldSummaries = Omit<
  Summary,
  'total_vehicles' | 'matching' | 'variant' | 'terms' | 'left_out_as_unknown' | 'relaxations' | 'note'
>;

/** What the page shows of a summary. The groups of terms are those of a table. */
export interface SummaryTotals
  extends Pick<Summary, 'total_vehicles' | 'relaxations'>, Partial<FieldSummaries> {
  readonly terms: Readonly<Partial<Record<string, readonly TermCount[]>>>;
}

export type MapResponse = Api.StockMap;
export type MapCounts = MapResponse['map'];

export type ChangesResponse = Api.Changes;
export type InterpretationResponse = Api.Interpretation;

export interface ProblemBody {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly (Pick<Api.ParameterIssue, 'parameter'> &
    Partial<Pick<Api.ParameterIssue, 'value' | 'suggestion'> & { readonly code: string }>)[];
}

/** What the matches of a search cost, whatever limits it sets on prices. Not in the public API. */
export type { PriceBand, StockPrices as Prices } from '../listing/stock-prices.ts';

/** What completes the words typed so far. Not in the public API. */
export interface Suggestion {
  readonly label: string;
  /** The whole phrase, completed. */
  readonly text: string;
  readonly count: number;
}
