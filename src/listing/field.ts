// The columns of the field table: what a row says about a field. The rows are in fields.ts, which derives from them all types of names.
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

/** Names a reader of ingest/values/read-listing.ts. */
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

/** How a feed carries a field. */
export interface FeedOptions {
  readonly reader: FeedReader;
  /** Records without it are rejected. */
  readonly isRequired?: true;
  /** Inclusive bounds; only for the reader `whole_number`. */
  readonly bounds?: readonly [min: number, max: number];
}

/** The common members of filters by value and by range. */
interface FilterBase {
  /** Position among the filters in lists of parameters and facets, and in canonical queries. */
  readonly order: number;
  /** Heads the field in the search form. */
  readonly label: string;
  /** Position in the search form. */
  readonly formOrder: number;
  /** Relaxations drop the least important filter first. `distance` has 0 and `q` 8. */
  readonly importance: number;
  /** Names that other services use, for suggestions; without case and punctuation. */
  readonly otherNames: readonly string[];
}

/** Matches if a term of the listing's value equals the term of a requested value, and of no excluded one. */
export interface ValueFilter<Parameter extends string = string> extends FilterBase {
  readonly kind: 'value';
  readonly parameter: Parameter;
  /** Ends the parameter's description. */
  readonly rule: string;
  /** The same in a few words. Default: the rule. */
  readonly brief?: string;
  /** Default: the value itself. */
  readonly termOf?: (requested: string) => string;
  /** Default: the value itself. */
  readonly termsOf?: (listed: string) => string[];
  /** What the index has of a listing in place of the field's value, for `termsOf`; null exactly if that is unknown. */
  readonly columnValueOf?: (listing: IndexedFields) => string | null;
  /** What a requested value asks of these terms, beside the requested makes. Default: that its term is one of them. */
  readonly termsAskedBy?: (requested: string, makes: readonly string[]) => TermQuery;
}

/** Matches within inclusive bounds. */
export interface RangeFilter<Parameter extends string = string> extends FilterBase {
  readonly kind: 'range';
  /** What the bounds limit, within a sentence. */
  readonly noun: string;
  readonly numberType: 'integer' | 'number';
  readonly min: RangeParameter<Parameter>;
  readonly max: RangeParameter<Parameter>;
  /** How far one step of a relaxation moves a bound. */
  readonly step: (bound: number) => number;
  /** Bounds that are probably in another unit, or shortened. They are taken literally, and reported. Absent: there are none. */
  readonly plausibility?: Plausibility;
}

export interface Plausibility {
  readonly isPlausible: (bound: number) => boolean;
  /** The bound that is probably meant; undefined if that is uncertain. */
  readonly meant: (bound: number) => number | undefined;
  /** Ends the sentence "engine_min is …". */
  readonly rule: string;
}

export interface RangeParameter<Parameter extends string = string> {
  readonly parameter: Parameter;
  /** Names the bound for people: `lowest price`. */
  readonly label: string;
  /** The bound in words, `#` standing for its number; default: `# or more` or `At most #` around the field's `words`. */
  readonly words?: string;
  /** Ends the parameter's description. */
  readonly rule: string;
  readonly example: number;
}

/** By what else searches find a field. */
type OtherFilter =
  | { readonly kind: 'none' }
  /** Searched by `q`, with other fields. */
  | { readonly kind: 'text'; readonly parameter: 'q' }
  /** Within a radius of a given place. */
  | { readonly kind: 'place'; readonly parameters: readonly ['location', 'distance'] };

export const NO_FILTER: OtherFilter = { kind: 'none' };
export const PLACE: OtherFilter = { kind: 'place', parameters: ['location', 'distance'] };
export const FULL_TEXT: OtherFilter = { kind: 'text', parameter: 'q' };

/** How summaries count a field's values. */
export interface FacetOptions {
  /** Values listed; all others are counted together. */
  readonly limit: number;
  /** Properties of fields whose filters are removed too, besides the field's own. */
  readonly also?: readonly MembersOf<string | null>[];
  /** Counts this in place of the field's value. Its filter, asked for what is counted, finds at least what counts. */
  readonly counted?: CountedValue;
  /** For people: `Makes`. */
  readonly plural: string;
  readonly note: string;
}

/** A value of a listing that is only counted, in a column of its own. */
export interface CountedValue {
  readonly column: string;
  /** Null if the field's value is unknown. */
  readonly valueOf: (listing: IndexedFields) => string | null;
  /** Spellings of equal terms count as one value. */
  readonly termOf: (value: string) => string;
}

/** How summaries describe the distribution of a field's numbers. */
export interface DistributionOptions {
  /** Minimum width of a bin of the histogram. */
  readonly minBinWidth: number;
  /** For people: `Prices`. */
  readonly plural: string;
  readonly note: string;
}

/** The text columns of the index. `facts` holds the words of several short fields. */
export type TextColumnName = 'make' | 'model' | 'facts' | 'loc' | 'dealer' | 'fullDescription';

/** A column of the table that `forecourt search` prints. Fields of one title share a column. */
export interface TableColumnOptions {
  readonly title: string;
  readonly order: number;
  /** In characters. */
  readonly maxWidth: number;
}

export interface FieldFacts {
  /** Name in responses and in feeds. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Only of kind `class`. */
  readonly enum?: readonly string[];
  /** The canonical spelling or class of a dealer's word, if it has one. The replaced word stays searchable by `q`. */
  readonly canonicalize?: (word: string) => string | undefined;
  /** Words that stand for a class in searches but not in listings; only for suggestions. */
  readonly meant?: Readonly<Record<string, string>>;
  readonly unit?: 'miles' | 'litres' | 'GBP' | 'km' | 'degrees';
  /** The maximum of a number, the maximum length of a text, or the maximum number of items of a list. Imports enforce it. */
  readonly limit?: number;
  /** Whether responses, or feed records if the field is not in responses, may leave it unknown. */
  readonly nullable: boolean;
  /** Whether it is a key of a Vehicle in responses. */
  readonly inResponse: boolean;
  /** Absent: no feed carries it. */
  readonly feed?: FeedOptions;
  readonly facet?: FacetOptions;
  readonly distribution?: DistributionOptions;
  /** Where its words are searched, and which words; default: the value itself. */
  readonly text?: { readonly column: TextColumnName; readonly words?: (value: string | number) => string };
  /** A value in words for people, `#` standing for it: `# miles`. Default: `#`. */
  readonly words?: string;
  /**
   * Lists it among a vehicle's facts on the page, with this number of decimals, and in texts for assistants, which say
   * `unknown` if it is null.
   */
  readonly fact?: { readonly unknown?: string; readonly decimals?: number };
  readonly column?: TableColumnOptions;
  /** Plain sentences, at most 300 characters. */
  readonly description: string;
  readonly example: string | number | readonly string[];
}

/** A row. The property is the member of Listing that holds the value; null if it depends on the search as well. */
export type FieldRow<
  Parameter extends string = string,
  Ranged extends keyof Listing = MembersOf<number | null>,
  Valued extends keyof Listing = MembersOf<string | null>,
> = FieldFacts &
  (
    | { readonly property: Ranged; readonly filter: RangeFilter<Parameter> }
    | { readonly property: Valued; readonly filter: ValueFilter<Parameter> }
    | { readonly property: keyof Listing | null; readonly filter: OtherFilter }
  );

/** Inclusive bounds; an absent one is open. Unknown values are in no range. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/**
 * A listing matches with any of `any`, if that is present, and none of `none`. Unknown values match neither. The lists are
 * sorted, have each value once, and are not empty; at least one of them is present.
 */
export interface Values<Value extends string = string> {
  readonly any?: readonly Value[];
  readonly none?: readonly Value[];
}
