// The answer: what a phrase asks for, which of its words said so, and which words were left out.
import type { ParameterName } from '../listing/parameter-names.ts';
import type { SearchQuery } from '../listing/search-query.ts';

/** Words of the text. `start` and `end` count UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

export interface Understood extends Span {
  readonly parameter: ParameterName;
  readonly value: string;
  /** How the words were read, where they could be read otherwise. */
  readonly note?: string;
}

export interface Unsupported extends Span {
  /** One sentence or two. */
  readonly why: string;
}

export interface Interpretation {
  /** The text without white space at its ends. */
  readonly text: string;
  /** In the specification's order; a search accepts all of them. */
  readonly parameters: Readonly<Partial<Record<ParameterName, string>>>;
  /** In the order of the text. Two of them have the same span or spans that do not touch. */
  readonly understood: readonly Understood[];
  /** The same as the parameter, or null. */
  readonly q: string | null;
  readonly unsupported: readonly Unsupported[];
  /** Words without a meaning of their own: `looking for a`. */
  readonly ignoredWords: readonly Span[];
  /** The search that the parameters are. */
  readonly query: SearchQuery;
}
