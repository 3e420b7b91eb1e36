// The operations on a search that a phrase beside it says, in the order of the phrase.
import type { WordRange } from '../tokenized-phrase.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import type { Span } from '../query-builder.ts';
import type { AmountStep } from './amount-steps.ts';
import type { PageStep } from './page-step.ts';
import type { Comparative, Topic } from './refine-words.ts';
import type { SearchParameters } from './search-under-change.ts';

/** What a clause does with what it names. */
export type How = 'set' | 'add' | 'remove';

export type Step =
  | { readonly kind: 'clause'; readonly how: How; readonly words: readonly number[] }
  | AmountStep
  | (WordRange & { readonly kind: 'topics'; readonly topics: readonly Topic[] })
  | (WordRange & {
      readonly kind: 'compare';
      readonly by: Comparative;
      readonly isLarge: boolean;
      readonly isOrder: boolean;
    })
  | PageStep;

export interface Operations {
  readonly steps: readonly Step[];
  /** Words that say what is done and hold no value. */
  readonly markers: readonly WordRange[];
  /** `strong`: nothing but a search before it gives the phrase a meaning. `weak`: it may also be a request of its own. */
  readonly reference: 'strong' | 'weak' | 'none';
  /** Whether names follow words that introduce them to the search: `what about an Audi`, `or a Polo`. */
  readonly introduces: boolean;
  readonly resets: boolean;
  /** Whether it takes back what was said last: `no, 2015`. */
  readonly corrects: boolean;
}

/** A clause that changes a search: what it asks for, and what it does with it. */
export interface Clause {
  readonly how: How;
  /** What it asks for. */
  readonly asked: SearchParameters;
  /** Whether words such as `what about` introduce what takes the place of a value. */
  readonly replaces: boolean;
  /** Whether it takes back what was said last: a bound keeps its side then. */
  readonly corrects: boolean;
  /** Whether its order was asked for, rather than following from its place. */
  readonly hasOrder: boolean;
  /** The words of a parameter. */
  readonly wordsOf: (parameter: ParameterName) => Span;
}
