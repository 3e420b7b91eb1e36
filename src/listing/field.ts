// The columns of the field table: what a row says of a field. The rows are in fields.ts.
import type { Listing } from './listing.ts';
import type { Sort } from './search-query.ts';

/**
 * What a value looks like outside:
 * - `text`, `integer`, `number`: as in JSON
 * - `class`: one of `enum` if the dealer's word is of a known class, else that word
 * - `year`: a string of four digits in responses, a whole number in filters
 * - `domain`: a domain name in lower case without `www.`
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

/** What the filters of values and of ranges have in common. */
interface FilterBase {
  /** Position among the fields wherever parameters, facets or columns are listed: that of the specification. */
  readonly order: number;
  /** Relaxations drop the least important filter first. `distance` has 0 and `q` 8. */
  readonly importance: number;
  /** Names that other services use, for suggestions; without case and punctuation. */
  readonly otherNames: readonly string[];
}

/** Equal to an asked value: a key of the listing's value equals the key of the asked one. */
export interface ValueFilter extends FilterBase {
  readonly kind: 'value';
  readonly parameter: string;
  /** Ends the parameter's description. */
  readonly rule: string;
  /** Default: the value itself. */
  readonly termOf?: (requested: string) => string;
  /** Default: the value itself. */
  readonly termsOf?: (listed: string) => string[];
  /** Takes several values, separated by commas; any of them matches. */
  readonly isList?: true;
}

/** Within inclusive bounds. */
export interface RangeFilter extends FilterBase {
  readonly kind: 'range';
  /** What the bounds limit, as a sentence names it. */
  readonly noun: string;
  readonly numberType: 'integer' | 'number';
  readonly min: RangeParameter;
  readonly max: RangeParameter;
  /** How far one step of a relaxation moves a bound. */
  readonly step: (bound: number) => number;
}

export type FieldFilter =
  | { readonly kind: 'none' }
  /** Searched by `q`, with other fields. */
  | { readonly kind: 'text'; readonly parameter: 'q' }
  | ValueFilter
  | RangeFilter
  /** Within a radius of a given place. */
  | { readonly kind: 'place'; readonly parameters: readonly ['location', 'distance'] };

export const NO_FILTER: FieldFilter = { kind: 'none' };
export const PLACE: FieldFilter = { kind: 'place', parameters: ['location', 'distance'] };

export interface RangeParameter {
  readonly parameter: string;
  /** Ends the parameter's description. */
  readonly rule: string;
  readonly example: number;
}

/** How summaries count a field's values. */
export interface FacetOptions {
  /** More values are counted together. */
  readonly limit: number;
  /** Fields whose filters are removed too, besides the field's own. */
  readonly also?: readonly ('make' | 'model')[];
  /** For people: `Makes`. */
  readonly plural: string;
  readonly note: string;
}

/** How summaries describe the distribution of a field's numbers. */
export interface DistributionOptions {
  /** Of its histogram. */
  readonly minBinWidth: number;
  /** For people: `Prices`. */
  readonly plural: string;
  readonly note: string;
}

/** The text columns of the index. `facts` holds the words of several short fields. */
export type TextColumnName = 'make' | 'model' | 'facts' | 'loc' | 'dealer' | 'fullDescription';

export interface Field {
  /** Outside name, in responses and in feeds. */
  readonly name: string;
  /** Member of Listing that holds the value; null for what depends on the search as well. */
  readonly property: keyof Listing | null;
  readonly kind: FieldKind;
  /** Only of kind `class`. */
  readonly enum?: readonly string[];
  /** The class of a dealer's word, if it has one; only of kind `class`. */
  readonly classify?: (text: string) => string | undefined;
  /** Words that a search may mean a class by, but a listing may not; only for suggestions. */
  readonly meant?: Readonly<Record<string, string>>;
  readonly unit?: 'miles' | 'litres' | 'GBP' | 'km' | 'degrees';
  /** Whether responses, or feed records if the field is not in responses, may leave it unknown. */
  readonly nullable: boolean;
  /** Whether it is a key of a Vehicle in responses. */
  readonly inResponse: boolean;
  /** Whether a feed record may carry it. */
  readonly inFeed: boolean;
  readonly filter: FieldFilter;
  readonly facet?: FacetOptions;
  readonly distribution?: DistributionOptions;
  /** Where its words are searched, and which words; default: the value itself. */
  readonly text?: { readonly column: TextColumnName; readonly words?: (value: string | number) => string };
  readonly sorts: readonly Sort[];
  /** Plain sentences, at most 300 characters. */
  readonly description: string;
  readonly example: string | number | readonly string[];
}
