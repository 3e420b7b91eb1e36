// The columns of the field table: what a row says of a field. Plain data with closed sets of kinds. The rows are in
// fields.ts.
import type { Listing } from './listing.ts';
import type { ParameterName } from './parameter-names.ts';
import type { Sort } from './search-query.ts';

/**
 * What a value looks like outside:
 * - `text`, `integer`, `number`: as in JSON
 * - `class`: one of `classes` where the dealer's word is of a known class, else that word
 * - `year`: a text of four digits in answers, a whole number in filters
 * - `domain`: a domain name in lower case without `www.`
 * - `address`, `addresses`: an absolute http(s) address, or a list of them
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

/** What a search can ask of a field. Each `rule` is what its parameter says beyond the general rule of its kind. */
export type Filter =
  | { readonly kind: 'none' }
  /** Searched by `q`, with other fields. */
  | { readonly kind: 'text'; readonly parameter: 'q' }
  /** Equal to a given value, or to one of them. */
  | { readonly kind: 'value'; readonly parameter: ParameterName; readonly rule: string }
  /** Within inclusive bounds. `noun` is what they bound, as a sentence names it. */
  | {
      readonly kind: 'range';
      readonly noun: string;
      readonly asked: 'integer' | 'number';
      readonly min: Bound;
      readonly max: Bound;
    }
  /** Within a radius of a given place. */
  | { readonly kind: 'place'; readonly parameters: readonly ['location', 'distance'] };

export interface Bound {
  readonly parameter: ParameterName;
  readonly rule: string;
  readonly example: number;
}

export interface Field {
  /** Outside name, in answers and in feeds. */
  readonly name: string;
  /** Where a listing holds it; null for what depends on the search as well. */
  readonly property: keyof Listing | null;
  readonly kind: FieldKind;
  /** Only of kind `class`. */
  readonly classes?: readonly string[];
  readonly unit?: 'miles' | 'litres' | 'GBP' | 'km' | 'degrees';
  /** Whether answers, or feed records where the field is not in answers, may leave it unknown. */
  readonly nullable: boolean;
  /** Whether it is a key of a Vehicle in answers. */
  readonly answered: boolean;
  /** Whether a feed record may carry it. */
  readonly imported: boolean;
  readonly filter: Filter;
  readonly sorts: readonly Sort[];
  /** Plain sentences, at most 300 characters. */
  readonly description: string;
  readonly example: string | number | readonly string[];
}
