// The state of the page. Views are functions of it.
import type {
  InterpretationResponse,
  LookedUpVehicle,
  MapCounts,
  Prices,
  ProblemBody,
  SearchResults,
  SummaryTotals,
} from '../../../api/responses.ts';
import type { EmptyReason } from './empty-results.ts';
import type { SearchState } from './search-state.ts';
import type { TermChoices } from './term-choices.ts';

/**
 * - `loaded`: the results are those of the search
 * - `loading`, `slow`: waiting for a response, `slow` for longer than usual
 * - `failed`: no response
 * - `retrying`: temporarily unavailable, as the problem says; the page retries
 * - `unauthorized`: a token is required
 * - `invalid`: the search has invalid parameters
 */
export type Phase = 'loaded' | 'loading' | 'slow' | 'failed' | 'retrying' | 'unauthorized' | 'invalid';

/** The phase for an unsuccessful status. */
export function phaseOfStatus(status: number): 'retrying' | 'unauthorized' | 'failed' | 'invalid' {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status === 503) return 'retrying';
  return status >= 500 ? 'failed' : 'invalid';
}

/** What the stock alone says of a listing. */
export interface Remark {
  readonly price_mark: Pick<LookedUpVehicle['price_mark'], 'mark' | 'low' | 'high' | 'reason'>;
  readonly ulez: Pick<LookedUpVehicle['ulez'], 'verdict'>;
  readonly listed_days: number | null;
}

/** A known parameter that a search probably does not mean. */
export interface QueryWarning {
  readonly parameter: string;
  /** The value that was probably meant. */
  readonly meant?: string;
  /** A name that was read as another. */
  readonly corrected?: { readonly from: string; readonly to: string };
}

export interface PageModel {
  /** Path of the page, with a final slash. */
  readonly basePath: string;
  /** Base URL of the service, without a final slash. */
  readonly baseUrl: string;
  readonly search: SearchState;
  readonly phase: Phase;
  /** Of the last response; null before the first. */
  readonly results: SearchResults | null;
  readonly summary: SummaryTotals | null;
  /** What the search probably does not mean, of the last response. */
  readonly warnings: readonly QueryWarning[];
  readonly problem: ProblemBody | null;
  /** In phase `retrying`: seconds until the next attempt. */
  readonly retrySeconds: number;
  /** Of the last phrase, until the search changes otherwise. */
  readonly interpretation: InterpretationResponse | null;
  /** The search that this phrase may have refined. */
  readonly before: SearchState;
  /** The terms that the search, or an earlier one, can be refined by; `key` is its choicesQuery. Null before the first response. */
  readonly choices: (TermChoices & { readonly key: string }) | null;
  /** What the stock says of listings, by their `url`; of those on show, once it is known. */
  readonly remarks: ReadonlyMap<string, Remark>;
  /** The `url` of each saved listing. */
  readonly saved: ReadonlySet<string>;
  /** The query string of each kept search, as choicesQuery has it. */
  readonly kept: ReadonlySet<string>;
  /** Where the matches are, if the server draws the map. */
  readonly map: MapCounts | null;
  /** What the matches cost, if the server draws the chart. */
  readonly prices: Prices | null;
  /** Why nothing matches, once it is known. */
  readonly emptyReason: EmptyReason | null;
  /** How the name of a place was read. */
  readonly placeNote: string | null;
  /** That place's name, as long as the search is from there. */
  readonly placeName: string | null;
  /** On small screens, where filters are hidden at first. */
  readonly filtersAreOpen: boolean;
}
