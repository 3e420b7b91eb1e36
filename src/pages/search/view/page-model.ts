// The state of the page. Views are functions of it. Everything except the visitor's saved data comes from the server, with the
// page and with each later search.
import type {
  InterpretationResponse,
  MapCounts,
  Prices,
  ProblemBody,
  SearchResponse,
  SummaryTotals,
  RatedVehicle,
} from '../../../api/responses.ts';
import type { Cell } from './map-clusters.ts';
import type { PageUrls } from '../../site-frame.ts';
import type { SearchState, StateChange } from '../../view/search-state.ts';
import type { TermChoices } from '../../view/term-choices.ts';

/**
 * - `loaded`: the results are those of the search
 * - `loading`, `slow`: waiting for a response, `slow` for longer than usual
 * - `failed`: no response
 * - `retrying`: temporarily unavailable, as the problem says; the page retries
 * - `unauthorized`: a token is required
 * - `invalid`: the search has invalid parameters
 */
export type Phase = 'loaded' | 'loading' | 'slow' | 'failed' | 'retrying' | 'unauthorized' | 'invalid';

export function phaseOfStatus(status: number): 'retrying' | 'unauthorized' | 'failed' | 'invalid' {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status === 503) return 'retrying';
  return status >= 500 ? 'failed' : 'invalid';
}

export interface QueryWarning {
  readonly parameter: string;
  readonly meant?: string;
  readonly corrected?: { readonly from: string; readonly to: string };
}

export type PageMap = Omit<MapCounts, 'cells'> & { readonly cells: readonly Cell[] };

/** The reason why a search finds nothing. */
export interface EmptyReason {
  /** Sentences such as `No Nissan is in stock.` Empty if each filter finds something, but not all together. */
  readonly sentences: readonly string[];
  /** Removes all parts that find nothing; null if there are none, or if no other part would be left. */
  readonly change: StateChange | null;
  readonly total: number;
}

export interface PageState {
  /** The requested URL below the base path: that of the search on show, or of the one in flight. */
  readonly asked: string;
  readonly search: SearchState;
  readonly phase: Phase;
  /** Null if the request was refused. */
  readonly results:
    (Omit<SearchResponse['results'], 'cars'> & { readonly cars: readonly RatedVehicle[] }) | null;
  readonly summary: SummaryTotals | null;
  /** Probable mistakes in the search, from the last response. */
  readonly warnings: readonly QueryWarning[];
  readonly problem: ProblemBody | null;
  /** In phase `retrying`: seconds until the next attempt. */
  readonly retrySeconds: number;
  /** The interpretation of the last phrase, until the search changes in another way. */
  readonly interpretation: InterpretationResponse | null;
  readonly before: SearchState;
  readonly choices: TermChoices;
  readonly map: PageMap | null;
  readonly prices: Prices | null;
  readonly emptyReason: EmptyReason | null;
  readonly placeNote: string | null;
}

export interface PageModel extends PageUrls, PageState {
  /** The `url` of each saved listing. */
  readonly saved: ReadonlySet<string>;
  /** The query string of each saved search, as from `choicesQuery`. */
  readonly kept: ReadonlySet<string>;
  /** Number of new or cheaper cars in saved searches. */
  readonly news: number;
  readonly filtersAreOpen: boolean;
}

/** The model of a page that has just been loaded, without anything of the visitor's. */
export function firstModel(urls: PageUrls, state: PageState): PageModel {
  return { ...urls, ...state, saved: new Set(), kept: new Set(), news: 0, filtersAreOpen: false };
}
