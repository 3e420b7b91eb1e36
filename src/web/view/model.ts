// All that the page shows at one moment. The views are functions of it.
import type { Reading, Refusal, Results, Summary } from './answers.ts';
import type { Search } from './search.ts';

/**
 * - `shown`: what is shown is what was asked for
 * - `asking`, `slow`: an answer is awaited, for longer than usual
 * - `failed`: none came
 * - `starting`: the service still reads its listings
 * - `refused`: something about the search is wrong
 */
export type Phase = 'shown' | 'asking' | 'slow' | 'failed' | 'starting' | 'refused';

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
  /** The last phrase, until something else is asked. */
  readonly reading: Reading | null;
  /** On a small screen, where filters are hidden at first. */
  readonly filtersAreOpen: boolean;
}
