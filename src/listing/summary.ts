// What a stock holds of what a search asks for: counts, spreads, what was left out because it is not known, and, where
// nothing matches, what would help. All numbers are exact. An index makes it; summary-response.ts writes it.
import type { FilteredField, FilterName } from './filtered-fields.ts';
import type { Relaxation } from './relaxations.ts';

/**
 * The filters that a field's counts are made without: its own, so that they show what else there is. Makes are counted
 * without the model too, because other makes have other models.
 */
export function excludedFilters({ property, facet }: FilteredField): readonly FilterName[] {
  return [property, ...(facet?.also ?? [])] as readonly FilterName[];
}

export interface ValueCounts {
  /**
   * The most common first, equal ones by their text; years the newest first. Spellings of one value are counted together
   * and shown as the most common of them.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** What is not among `values`: how many values, and how many listings have them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Listings without a value. */
  readonly unknown: number;
}

/** Each is the value of a listing: the lowest that at least so many percent of the listings do not exceed. */
export const PERCENTILES = [5, 25, 50, 75, 95] as const;

export interface Distribution {
  /** Listings with a value, and without one. */
  readonly known: number;
  readonly unknown: number;
  /** Null: no value is known. The same holds of `max`. */
  readonly min: number | null;
  readonly max: number | null;
  /** Parallel to PERCENTILES; empty if no value is known. */
  readonly percentiles: readonly number[];
  /** As histogram.ts cuts it, without empty bins. */
  readonly histogram: readonly Bin[];
}

export interface Bin {
  readonly from: number;
  /** Values are less than this. Null: there is no end. */
  readonly below: number | null;
  readonly count: number;
}

/** A filter that excludes listings with an unknown value. Every dealer is known, and no text is unknown. */
export type UnknownExcludingFilter = Exclude<FilterName, 'q' | 'dealer'>;

export function excludesUnknown(name: FilterName): name is UnknownExcludingFilter {
  return name !== 'q' && name !== 'dealer';
}

export interface StockSummary {
  /** Listings that match, as a search says it. */
  readonly total: number;
  /** By outside name, one for each field of FACET_FIELDS. */
  readonly facets: Readonly<Record<string, ValueCounts>>;
  /** By outside name, one for each field of DISTRIBUTION_FIELDS. */
  readonly distributions: Readonly<Record<string, Distribution>>;
  /** Of each filter that was asked: listings that pass all others, and whose value for this one is not known. */
  readonly excludedUnknown: ReadonlyMap<UnknownExcludingFilter, number>;
  /** Null: something matches, so nothing was tried. Empty: no single change helps. */
  readonly relaxations: readonly Relaxation[] | null;
}
