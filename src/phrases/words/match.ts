// What matchers read a phrase with, and what they make of it: a match is a run of words and their meaning. Matches never
// overlap; each word of a text is in exactly one.
import type { ResolvedPostcode, Gazetteer } from '../../geo/postcode-gazetteer.ts';
import type { FilterParameter } from '../../listing/fields.ts';
import type { FuelType, Transmission } from '../../vehicle/classes.ts';
import type { Sort } from '../../query/sorts.ts';
import type { Question } from './query-builder.ts';
import type { Phrase, WordRange } from './tokenized-phrase.ts';
import type { Towns } from '../../geo/towns.ts';
import type { ModelName, Vocabulary } from './vocabulary.ts';

/** The beginning of both parameters of a range. */
export type RangeParameterName = FilterParameter extends infer Name
  ? Name extends `${infer Start}_min`
    ? Start
    : never
  : never;

export type Meaning =
  | { readonly kind: 'make'; readonly make: string }
  /**
   * `models` of one name and different makes. `badge`: a version that implies the model (`320d`), as the trade writes it.
   * `isGuess`: it is written otherwise.
   */
  | {
      readonly kind: 'model';
      readonly models: readonly ModelName[];
      readonly badge?: string;
      readonly isGuess?: true;
      /** Said right behind it. */
      readonly trim?: string;
    }
  /** `narrow`: the words of one kind of it, such as `plug-in`. */
  | { readonly kind: 'fuel'; readonly value: FuelType; readonly narrow?: string }
  | { readonly kind: 'transmission'; readonly value: Transmission; readonly narrow?: string }
  | {
      readonly kind: 'range';
      readonly field: RangeParameterName;
      readonly min?: number;
      readonly max?: number;
      readonly note?: string;
      /** Words such as `under` say its side. */
      readonly hasComparator?: true;
      /** Negatives before it turned its side round: `nothing over 10k`. */
      readonly isTurned?: true;
      /** It includes the refusal of the vehicles that it describes: `won't look at a Golf over 10k`. */
      readonly includesRefusal?: true;
      /** Around an amount: another limit that ends it counts instead. */
      readonly isAround?: true;
      /** An amount without a unit: a price, unless the text has another price. */
      readonly mayBeMiles?: true;
      /** Counts only if no other limit of the kind was said. */
      readonly isFallback?: true;
      /** The same amount as a distance, in kilometres: `less than 50 miles`. */
      readonly orDistanceKm?: number;
    }
  | { readonly kind: 'distance'; readonly km: number; readonly hasComparator?: true }
  | {
      readonly kind: 'location';
      readonly location: ResolvedPostcode;
      readonly place: 'postcode' | 'town' | 'area';
      readonly introWords: number;
      readonly note?: string;
      /** Of a town. */
      readonly name?: string;
      /** The distance band that holds an area. */
      readonly band?: number;
      /** The distance band of a word such as `near`. */
      readonly near?: number;
    }
  /** Within a distance band of a place that other words name. */
  | { readonly kind: 'nearby'; readonly band: number }
  /** A town of several places. Another place of the phrase may say which. */
  | {
      readonly kind: 'ambiguous_town';
      readonly name: string;
      readonly options: readonly ResolvedPostcode[];
      readonly introWords: number;
      readonly nameWords: number;
      readonly near?: number;
    }
  | { readonly kind: 'dealer'; readonly domain: string }
  /** `strength`: 2 asks for an order, 1 hints at one, 0 does so where neither a place nor a price is named. */
  | { readonly kind: 'sort'; readonly sort: Sort; readonly strength: number }
  | { readonly kind: 'anywhere' }
  /** How somebody stands to the words beside it: `not`, `if possible`. */
  | {
      readonly kind: 'stance';
      readonly stance: Stance;
      /** Which words: the next ones, the last ones before it in the clause, or what a pronoun in it stands for. */
      readonly of: 'next' | 'last' | 'pronoun';
      /** A lack, which another exclusion turns round: `nothing without aircon`. */
      readonly isLack?: true;
      /** What follows is allowed although it belongs to what was excluded: `no Toyotas except the GT86`. */
      readonly isException?: true;
      /** Beside a search: what it is about is not needed any more (`the sunroof can go`). */
      readonly isGivenUp?: true;
      /**
       * Of a wish: about all that is listed after it, or about equipment only (`hoping for leather`, but not `hoping for a
       * Juke`). `perhaps`: a car will do too (`maybe a Juke`). `choice`: about what was said before, apart from the car (`red,
       * but I'll take any`).
       */
      readonly scope?: 'list' | 'equipment' | 'perhaps' | 'choice';
    }
  /** What was said before it is replaced by what follows: `scrap that`. */
  | { readonly kind: 'correction' }
  /**
   * No parameter supports it. `keptInText`: how many of its last words go to `q` all the same. `isDistance`: a place may
   * follow, as after `half an hour of`.
   */
  | {
      readonly kind: 'unsupported';
      readonly reason: string;
      readonly keptInText?: number;
      readonly isDistance?: true;
      readonly isRunningCost?: true;
      /** What it may mean. */
      readonly asks?: Question;
      /** The limit that it would be. */
      readonly limit?: MeaningOf<'range'>;
    }
  /** Has no meaning of its own. `joins`: it joins two alternatives. */
  /** `isCondition`: a negative among them turns no limit round, as in `if it isn't under 5k I'm out`. */
  | { readonly kind: 'stop_words'; readonly joins?: true; readonly isCondition?: true }
  /**
   * Goes to `q`, spelt as `as` if given. `mayBeMisspelt`: the search may correct it. `plural`: of the kind of vehicle that it
   * names; `isOther`: of which no listing is one.
   */
  | {
      readonly kind: 'free_text';
      readonly as?: string;
      readonly mayBeMisspelt?: true;
      /** The search before it has these words. */
      readonly isHeld?: true;
      readonly plural?: string;
      readonly isOther?: true;
    };

/** `exclude`: must not be; `needless`: need not be; `wish`: may be, if there is a choice; `also`: will do too. */
type Stance = 'exclude' | 'needless' | 'wish' | 'also';

export type MeaningOf<Kind extends Meaning['kind']> = Extract<Meaning, { kind: Kind }>;

export interface Match extends WordRange {
  readonly meaning: Meaning;
  readonly isExcluded?: true;
  /** It will do as well as others of its kind. */
  readonly isAlternative?: true;
  /** Beside a search: it is not needed. */
  readonly isNeedless?: true;
  /** A place which orders the results but limits nothing, or a price which counts unless another one was said. */
  readonly isWished?: true;
}

export type MatchOf<Kind extends Meaning['kind']> = Match & { readonly meaning: MeaningOf<Kind> };

/** A set of kinds of meanings. */
export function kinds(...names: readonly Meaning['kind'][]): ReadonlySet<Meaning['kind']> {
  return new Set(names);
}

/** Places to look near. */
export const PLACES = kinds('location', 'ambiguous_town', 'nearby');

export const NAMED = kinds('make', 'model', 'fuel', 'transmission');

/** What can be excluded, and what lists may mix: `no BMW or diesel`. */
export const EXCLUDABLE = kinds(...NAMED, 'free_text', 'dealer');

/** What may describe a vehicle that other words name. */
export const DESCRIBING = kinds('fuel', 'transmission', 'free_text');

export function isPlace(match: Match): match is MatchOf<'location' | 'ambiguous_town'> {
  return match.meaning.kind === 'location' || match.meaning.kind === 'ambiguous_town';
}

export type Name = MatchOf<'make'> | MatchOf<'model'>;

export function isName(match: Match): match is Name {
  return match.meaning.kind === 'make' || match.meaning.kind === 'model';
}

/** The range of a match, if words such as `under` say its side. */
export function limitOf(match: Match | undefined): MeaningOf<'range'> | undefined {
  const meaning = match?.meaning;
  return meaning?.kind === 'range' && meaning.hasComparator === true ? meaning : undefined;
}

/** The range of a match, if no words say its side. */
export function bareAmountOf(match: Match | undefined): MeaningOf<'range'> | undefined {
  const meaning = match?.meaning;
  return meaning?.kind === 'range' && meaning.hasComparator !== true ? meaning : undefined;
}

export function isPrice({ meaning }: Match): boolean {
  return meaning.kind === 'range' && meaning.field === 'price';
}

export function isJoint({ meaning }: Match): boolean {
  return meaning.kind === 'stop_words' && meaning.joins === true;
}

export function makeJustBefore(previous: Match | undefined, at: number): string | undefined {
  return previous?.meaning.kind === 'make' && previous.to === at ? previous.meaning.make : undefined;
}

export function unsupported({ from, to, meaning }: WordRange & Partial<Match>, reason: string): Match {
  const limit = meaning?.kind === 'range' ? { limit: meaning } : undefined;
  return { from, to, meaning: { kind: 'unsupported', reason, ...limit } };
}

/** What a phrase is read with. */
export interface PhraseContext {
  readonly vocabulary: Vocabulary;
  readonly gazetteer: Gazetteer;
  readonly towns: Towns;
  /** The base of plates and ages. */
  readonly thisYear: number;
  /** Whether there is a search before the phrase. */
  readonly hasSearch?: boolean;
  /** The models of that search. */
  readonly searchedModels?: readonly ModelName[];
}

/** The match that begins at word `at`, if any. `previous` ends there. Reads a bounded number of words. */
export type Matcher = (
  phrase: Phrase,
  at: number,
  context: PhraseContext,
  previous: Match | undefined,
) =>
  | {
      readonly length: number;
      readonly meaning: Meaning;
      /** How many words before `at` belong to the match, if nothing else needs them: `wouldn't go` before `over 5k`. */
      readonly back?: number;
    }
  | undefined;

/** Words that ask for nothing. */
export const STOP_WORDS: Meaning = { kind: 'stop_words' };

export function asStopWords(match: Match): Match {
  return { ...match, meaning: STOP_WORDS };
}
