// A clause of a phrase that changes a search: what it asks for, and what it does with it.
import type { ParameterName } from '../../listing/parameters.ts';
import type { How } from './steps.ts';
import type { SearchParameters, Words } from './search-under-change.ts';

export interface Clause {
  readonly how: Exclude<How, 'exclude'>;
  /** What it asks for. */
  readonly asked: SearchParameters;
  /** Whether it leaves out what the search asks for: no words of it are excluded then. */
  readonly omits: boolean;
  /** Whether words such as `what about` introduce what takes the place of a value. */
  readonly replaces: boolean;
  /** Whether it takes back what was said last: a bound keeps its side then. */
  readonly corrects: boolean;
  /** Whether its order was asked for, rather than following from its place. */
  readonly hasOrder: boolean;
  /** The words of a parameter. */
  readonly wordsOf: (parameter: ParameterName) => Words;
}
