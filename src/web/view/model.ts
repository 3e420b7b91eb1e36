// All that the page shows at one moment. The views are functions of it.
import type { Reading, Refusal, Results, Summary } from './answers.ts';
import type { Search } from './search.ts';

/**
 * - `shown`: what is shown is what was asked for
 * - `asking`, `slow`: an answer is awaited, for longer than usual
 * - `failed`: none came
 * - `waiting`: none can be had yet; the refusal says why, and it is asked again by itself
 * - `closed`: one needs a token here
 * - `refused`: something about the search is wrong
 */
export type Phase = 'shown' | 'asking' | 'slow' | 'failed' | 'waiting' | 'closed' | 'refused';

/** What an answer with this status, which is no success, means to a person. */
export function phaseOfStatus(status: number): 'waiting' | 'closed' | 'failed' | 'refused' {
  if (status === 401 || status === 403) return 'closed';
  if (status === 429 || status === 503) return 'waiting';
  return status >= 500 ? 'failed' : 'refused';
}

export interface Model {
  /** Path of the page, with a slash at its end. */
  readonly root: string;
  /** Address of the service, without a slash at its end: what programs call. */
  readonly site: string;
  readonly search: Search;
  readonly phase: Phase;
  /** Of the last answer; null before the first. */
  readonly results: Results | null;
  readonly summary: Summary | null;
  readonly refusal: Refusal | null;
  /** While it is waited: after how many seconds it is asked again. */
  readonly waitSeconds: number;
  /** The last phrase, until something else is asked. */
  readonly reading: Reading | null;
  /** On a small screen, where filters are hidden at first. */
  readonly filtersAreOpen: boolean;
}
