// All that the page shows at one moment. The views are functions of it.
import type { InterpretationResponse, ProblemBody, SearchResults, Summary } from './api-types.ts';
import type { SearchState } from './search-state.ts';

/**
 * - `loaded`: what is shown is what was asked for
 * - `loading`, `slow`: an answer is awaited; `slow`: for longer than usual
 * - `failed`: none came
 * - `retrying`: none can be had yet; the problem says why, and it is asked again by itself
 * - `unauthorized`: one needs a token here
 * - `invalid`: something about the search is wrong
 */
export type Phase = 'loaded' | 'loading' | 'slow' | 'failed' | 'retrying' | 'unauthorized' | 'invalid';

/** What an answer with this status, which is no success, means to a person. */
export function phaseOfStatus(status: number): 'retrying' | 'unauthorized' | 'failed' | 'invalid' {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status === 503) return 'retrying';
  return status >= 500 ? 'failed' : 'invalid';
}

export interface PageModel {
  /** Path of the page, with a slash at its end. */
  readonly basePath: string;
  /** Address of the service, without a slash at its end: what programs call. */
  readonly baseUrl: string;
  readonly search: SearchState;
  readonly phase: Phase;
  /** Of the last answer; null before the first. */
  readonly results: SearchResults | null;
  readonly summary: Summary | null;
  readonly problem: ProblemBody | null;
  /** While it is waited: after how many seconds it is asked again. */
  readonly retrySeconds: number;
  /** The last phrase, until something else is asked. */
  readonly interpretation: InterpretationResponse | null;
  /** On a small screen, where filters are hidden at first. */
  readonly filtersAreOpen: boolean;
}
