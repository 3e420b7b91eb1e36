// The columns of the field table: the facts that a row gives about a field. fields.ts has the rows, and types of names made from
// them.
import type { IndexedFields, Listing } from './listing.ts';
import type { TermQuery } from '../vehicle/classes.ts';

/**
 * Form of a value in the API:
 * - `text`, `integer`, `number`: as in JSON
 * - `class`: one of `enum` if the dealer's word belongs to a class, else that word
 * - `year`: a string of four digits in responses, a whole number in filters
 * - `domain`: a domain name in ASCII and lower case without `www.`
 * - `address`, `addresses`: an absolute http(s) URL, or a list of them
 * - `postcode`: a UK postcode
 * - `instant`: ISO 8601
 */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'class'
  | 'year'
  | 'domain'
  | 'address'
  | 'addresses'
  | 'postcode'
  | 'instant';

/** The name of a reader in ingest/values/read-listing.ts. */
export type FeedReader =
  | 'identity'
  | 'word'
  | 'year'
  | 'mileage'
  | 'engine_size'
  | 'price'
  | 'whole_number'
  | 'postcode'
  | 'latitude'
  | 'longitude'
  | 'image'
  | 'images'
  | 'description'
  | 'instant';

type MembersOf<Value> = { [P in keyof Listing]: Listing[P] extends Value ? P : never }[keyof Listing];

/** The options of a field in feeds. */
export interface FeedOptions {
  readonly reader: FeedReader;
  /** Records without it are rejected. */
  readonly isRequired?: true;
  /** Inclusive bounds; only for the reader `whole_number`. */
  readonly bounds?: readonly [min: number, max: number];
}

/** The common members of filters by value and by range. */
interface FilterBase {
  /** Position in lists of parameters and facets, and in canonical queries. */
  readonly order: number;
  /** Label of the field in the search form. */
  readonly label: string;
  /** Position in the search form. */
  readonly formOrder: number;
  /** Relaxations drop the least important filter first. `distance` has 0 and `q` 8. */
  readonly importance: number;
  /** Names that other services use, without case and punctuation, for suggestions. */
  readonly otherNames: readonly string[];
}

/** A filter by value: a listing matches if a term of its value equals the term of a requested value, and of no excluded one. */
export interface ValueFilter<Parameter extends string = string> extends FilterBase {
  readonly kind: 'value';
  readonly parameter: Parameter;
  /** The end of the parameter's description. */
  readonly rule: string;
  /** The rule in a few words. Default: `rule`. */
  readonly brief?: string;
  /** The term of a requested value. Default: the value itself. */
  readonly termOf?: (requested: string) => string;
  /** Whether a requested value is an alias that is a slip. Corrections report it, so it is not the same search as its name. */
  readonly isMisspelt?: (requested: string) => boolean;
  /** The terms of a listing's value. Default: the value itself. */
  readonly termsOf?: (listed: string) => string[];
  /** The value that the index stores instead of the field's, for `termsOf`; null exactly if that is unknown. */
  readonly columnValueOf?: (listing: IndexedFields) => string | null;
  /** The terms that a requested value requires, given the requested makes. Default: its own term. */
  readonly termsAskedBy?: (requested: string, makes: readonly string[]) => TermQuery;
}

/** A filter by range. Bounds are inclusive. */
export interface RangeFilter<Parameter extends string = string> extends FilterBase {
  readonly kind: 'range';
  /** What the bounds limit, as part of a sentence. */
  readonly noun: string;
  readonly numberType: 'integer' | 'number';
  readonly min: RangeParameter<Parameter>;
  readonly max: RangeParameter<Parameter>;
  /** The bound after one step of a relaxation. */
  readonly step: (bound: number) => number;
  /** Recognises bounds that are probably shortened or in another unit; they are taken literally and reported. */
  readonly plausibility?: Plausibility;
}

export interface Plausibility {
  readonly isPlausible: (bound: number) => boolean;
  /** The bound probably meant; undefined if that is uncertain. */
  readonly meant: (bound: number) => number | undefined;
  /** The end of the sentence "engine_min is …". */
  readonly rule: string;
}

export interface RangeParameter<Parameter extends string = string> {
  readonly parameter: Parameter;
  /** The bound's name for people: `lowest price`. */
  readonly label: string;
  /** The bound in words, with `#` for its number. Default: `# or more` or `At most #` around the field's `words`. */
  readonly words?: string;
  /** The end of the parameter's description. */
  readonly rule: string;
  readonly example: number;
}

/** How summaries count a field's values. */
export interface FacetOptions {
  /** Maximum listed values; all others are counted together. */
  readonly limit: number;
  /** Fields whose filters are removed too, besides the field's own. */
  readonly also?: readonly MembersOf<string | null>[];
  /** The value counted instead of the field's. The field's filter for it must find at least the counted listings. */
  readonly counted?: CountedValue;
  /** The plural for people: `Makes`. */
  readonly plural: string;
  readonly note: string;
}

/** A value of a listing that is only counted, and has its own column. */
export interface CountedValue {
  readonly column: string;
  /** The value; null if the field's value is unknown. */
  readonly valueOf: (listing: IndexedFields) => string | null;
  /** Spellings with equal terms count as one value. */
  readonly termOf: (value: string) => string;
}

/** How summaries describe the distribution of a field's numbers. */
export interface DistributionOptions {
  /** Minimum width of a bin of the histogram. */
  readonly minBinWidth: number;
  /** The plural for people: `Prices`. */
  readonly plural: string;
  readonly note: string;
}

/** The text columns of the index. `facts` has the words of several short fields. */
export type TextColumnName = 'make' | 'model' | 'facts' | 'loc' | 'dealer' | 'fullDescription';

/** A column of the table that `forecourt search` prints. Fields with the same title share a column. */
export interface TableColumnOptions {
  readonly title: string;
  readonly order: number;
  /** Maximum width in characters. */
  readonly maxWidth: number;
}

export interface FieldFacts {
  /** Name in responses and in feeds. */
  readonly name: string;
  readonly kind: FieldKind;
  /** The classes of a field of kind `class`. */
  readonly enum?: readonly string[];
  /** The canonical spelling or class of a dealer's word, if there is one. The replaced word stays searchable by `q`. */
  readonly canonicalize?: (word: string) => string | undefined;
  /** Words that mean a class in searches but not in listings; only for suggestions. */
  readonly meant?: Readonly<Record<string, string>>;
  readonly unit?: 'miles' | 'litres' | 'GBP' | 'km' | 'degrees';
  /** The maximum of a number, the maximum length of a text, or the maximum number of items of a list. Imports enforce it. */
  readonly limit?: number;
  /** Whether the value may be unknown in responses, or in feed records if the field is not in responses. */
  readonly nullable: boolean;
  /** Whether it is a key of a Vehicle in responses. */
  readonly inResponse: boolean;
  /** Absent if no feed carries the field. */
  readonly feed?: FeedOptions;
  /** The text column of its words, and its words. Default: the value itself. */
  readonly text?: { readonly column: TextColumnName; readonly words?: (value: string | number) => string };
  /** A value in words for people, with `#` for the value: `# miles`. Default: `#`. */
  readonly words?: string;
  /**
   * Lists the field among a vehicle's facts on the page, with this number of decimals, and in texts for assistants, which show
   * `unknown` if it is null.
   */
  readonly fact?: { readonly unknown?: string; readonly decimals?: number };
  readonly column?: TableColumnOptions;
  /** Description in plain sentences, at most 300 characters. */
  readonly description: string;
  readonly example: string | number | readonly string[];
}

/**
 * A row. `property` is the member of Listing with the value; null if the value also depends on the search. `filter` is absent if
 * the field has no parameter of its own: searches may find it by `q`, or by a place. Summaries describe only filtered fields.
 */
export type FieldRow<
  Parameter extends string = string,
  Ranged extends keyof Listing = MembersOf<number | null>,
  Valued extends keyof Listing = MembersOf<string | null>,
> = FieldFacts &
  (
    | {
        readonly property: Ranged;
        readonly filter: RangeFilter<Parameter>;
        readonly facet?: FacetOptions;
        readonly distribution?: DistributionOptions;
      }
    | {
        readonly property: Valued;
        readonly filter: ValueFilter<Parameter>;
        readonly facet?: FacetOptions;
        readonly distribution?: undefined;
      }
    | {
        readonly property: keyof Listing | null;
        readonly filter?: undefined;
        readonly facet?: undefined;
        readonly distribution?: undefined;
      }
  );

/** Inclusive bounds; an absent bound is open. Unknown values are in no range. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Values to match. A listing must have any of `any`, if present, and none of `none`; unknown values match neither. The lists are
 * sorted, without duplicates and not empty; at least one is present.
 */
export interface Values<Value extends string = string> {
  readonly any?: readonly Value[];
  readonly none?: readonly Value[];
}
