// What a recogniser says of some words of a text. Claims are made from left to right, the longest first, and never
// overlap: each word of a text is in exactly one.
import type { ResolvedPostcode, Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { FuelType, Transmission } from '../listing/search-query.ts';
import type { Sort } from '../listing/sorts.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import type { Towns } from '../geo/towns.ts';
import type { ModelName, Vocabulary } from './vocabulary.ts';

export type RangeParameterName = 'price' | 'miles' | 'year' | 'engine';

export type Meaning =
  | { readonly kind: 'make'; readonly make: string }
  /** `models` of the same name and different makes. `keptInText`: the words stay in `q` as well (`320d`). */
  | { readonly kind: 'model'; readonly models: readonly ModelName[]; readonly keptInText?: true }
  | { readonly kind: 'fuel'; readonly value: FuelType; readonly note?: string }
  | { readonly kind: 'transmission'; readonly value: Transmission }
  | {
      readonly kind: 'range';
      readonly field: RangeParameterName;
      readonly min?: number;
      readonly max?: number;
      readonly note?: string;
      /** No unit was said: a price, unless another price was. */
      readonly unsure?: true;
      /** Also the kilometres that it would be as a distance: `less than 50 miles`. */
      readonly orKm?: number;
    }
  | { readonly kind: 'distance'; readonly km: number }
  | {
      readonly kind: 'location';
      readonly location: ResolvedPostcode;
      readonly introWords: number;
      readonly note?: string;
    }
  | { readonly kind: 'sort'; readonly sort: Sort; readonly strength: 1 | 2 }
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'negation' }
  /** Cannot be asked of a search. `keptInText`: how many of the last words go to `q` all the same. */
  | { readonly kind: 'unsupported'; readonly reason: string; readonly keptInText?: number }
  /** Carries no meaning of its own. `joins` two alternatives. */
  | { readonly kind: 'stop_words'; readonly joins?: true }
  /** Goes to `q`, as `as` where that differs from what was written. */
  | { readonly kind: 'free_text'; readonly as?: string };

export type MeaningOf<Kind extends Meaning['kind']> = Extract<Meaning, { kind: Kind }>;

/** The words from `from` until before `to`. */
export interface Match {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
}

export interface MatchContext {
  readonly vocabulary: Vocabulary;
  readonly gazetteer: Gazetteer;
  readonly towns: Towns;
  /** Plates and ages are counted from it. */
  readonly thisYear: number;
}

/** The claim that begins at word `at`, if there is one. It looks at a bounded number of words. */
export type Matcher = (
  phrase: TokenizedPhrase,
  at: number,
  context: MatchContext,
  previous: Match | undefined,
) => { readonly length: number; readonly meaning: Meaning } | undefined;
