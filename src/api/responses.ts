// The types of responses, for the code that writes them and the page's script that reads them: those of clients
// (openapi-types.ts, generated from the schemas), and those that only the page receives. It imports only types, because the
// server's other files do not compile for browsers.
import type { StatedTexts } from '../listing/stated-fields.ts';
import type * as Api from './openapi-types.ts';

/** One listing: always all fifteen keys, in this order. fields.ts explains each. */
export type Vehicle = Api.Vehicle;
export type SearchResponse = Api.SearchResponse;

type LookedUp = Api.Lookup['results']['cars'][number];
type Listed = Extract<LookedUp, { readonly state: 'listed' }>;
/** A vehicle of a lookup, without the second form of its price rating. `comparables` is present only if it was requested. */
export type LookedUpVehicle = Omit<Listed, 'comparables' | 'price_rating'> &
  Partial<Pick<Listed, 'comparables'>>;
/** A vehicle as pages, cards and assistants show it: with the facts of its texts and those of the stock. */
export type RatedVehicle = Omit<LookedUpVehicle, 'similar' | 'price_mark'> &
  StatedTexts & { readonly price_rating: ExplainedRating };
/** A price rating in the words of pricing/rating.ts, which are those of `price_mark`, with its reason as a sentence. */
export type ExplainedRating = Omit<LookedUpVehicle['price_mark'], 'mark' | 'search_url'> & {
  readonly rating: LookedUpVehicle['price_mark']['mark'];
};
/** A rated vehicle as saved in the browser, perhaps by an older version of the page with fewer facts. */
export type SavedVehicle = Vehicle & Partial<RatedVehicle>;
/** An advert that is not listed. */
export type GoneAdvert = Exclude<LookedUp, Listed>;

export interface LookupResponse {
  readonly results: {
    readonly cars: readonly ((LookedUpVehicle & Pick<Listed, 'price_rating'>) | GoneAdvert)[];
  };
}

export type ValueCountsJson = Api.ValueCounts;
export type TermCountJson = Api.TermCounts[number];
export type BinJson = Api.Distribution['histogram'][number];

export type NumberSummaryJson = Api.NumberSummary;
export type DistributionJson = Api.Distribution;

export type SummaryResponse = Api.Summary;
type Summary = SummaryResponse['summary'];

/** The counts of each field. */
export type FieldSummaries = Omit<
  Summary,
  'total_vehicles' | 'matching' | 'variant' | 'terms' | 'left_out_as_unknown' | 'relaxations' | 'note'
>;

/** The parts of a summary that the page shows. The groups of terms are those of a table. */
export interface SummaryTotals
  extends Pick<Summary, 'total_vehicles' | 'relaxations'>, Partial<FieldSummaries> {
  readonly terms: Readonly<Partial<Record<string, readonly TermCountJson[]>>>;
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

/** Prices of a search's matches, without its own limits on prices. Not in the public API. */
export type { PriceBand, StockPrices as Prices } from '../stock/stock-prices.ts';

/** A completion of the words typed so far. Not in the public API. */
export interface SuggestionJson {
  readonly label: string;
  /** The whole phrase, completed. */
  readonly text: string;
  readonly count: number;
}
