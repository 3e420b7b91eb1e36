// The summary of a search: facets, distributions, listings excluded for unknown values and, if nothing matches,
// relaxations. All numbers are exact.
import {
  FILTERED_FIELDS,
  type FilteredField,
  type FilterName,
  type Correction,
} from '../query/search-query.ts';
import { oncePerObject } from '../memo.ts';
import { TERM_GROUPS, type TermGroup } from '../vehicle/term-groups.ts';
import type { Relaxation } from './relaxations.ts';

/**
 * The filters that a field's counts leave out: its own, so that the counts show the alternatives, and those of the facet's
 * `also`. Makes are counted without the model too, because other makes have other models.
 */
export const excludedFilters = oncePerObject(({ property, facet }: FilteredField): readonly FilterName[] => {
  const also: readonly string[] = facet?.also ?? [];
  return FILTERED_FIELDS.map((field) => field.property).filter(
    (name) => name === property || also.includes(name),
  );
});

export interface ValueCounts {
  /**
   * The most common first, ties by their text; years the newest first. Spellings of one value count as one, under the most common
   * spelling.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** The number of values beyond `values`, and of the listings with them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Listings without a value. */
  readonly unknown: number;
}

/** The variants of the matches' one base model, as titles name them. A listing may have several, or none. */
export interface VariantCounts {
  /** The most common first, ties by their text. */
  readonly values: readonly VariantCount[];
  /** The number of variants beyond `values`, and of the listings whose titles name one of them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Listings whose titles name none. */
  readonly unknown: number;
}

export interface VariantCount {
  /** The most common spelling: `320d`. */
  readonly value: string;
  /** The `model` that requests it: `3 Series 320d`. */
  readonly model: string;
  /** Total of the search with this model in place of its own. */
  readonly count: number;
}

/** The groups of the trade's terms that summaries count. */
export const COUNTED_GROUPS: readonly TermGroup[] = TERM_GROUPS.counted;

/** Some terms of a group. */
export interface SomeTerms {
  readonly group: TermGroup;
  readonly labels: readonly string[];
}

/** The parts of a summary that are counted; the others are empty. */
export interface SummaryParts {
  /** The groups of which all or some terms are counted. Always the same list, so that an index resolves their terms once. */
  readonly groups: readonly (TermGroup | SomeTerms)[];
  /** Without variants, the matches' own numbers, and what unknown values exclude, which cost as much as facets. */
  readonly isBrief: boolean;
}

export const ALL_PARTS: SummaryParts = { groups: COUNTED_GROUPS, isBrief: false };

export interface TermCount {
  /** The trade's spelling: `Sat nav`. */
  readonly label: string;
  /** A `q` that matches exactly the listings with this term, in any spelling. */
  readonly q: string;
  /** Matches with the term; never 0. */
  readonly count: number;
}

/**
 * Percentages, by nearest rank: the percentile is the lowest value that at least this percentage of the listings does not exceed.
 */
export const PERCENTILES = [5, 25, 50, 75, 95] as const;

/** Ranks of PERCENTILES among `known` values, from 0; empty if there are none. Integer arithmetic until the division. */
export function percentileRanks(known: number): number[] {
  return known === 0 ? [] : PERCENTILES.map((percent) => Math.ceil((percent * known) / 100) - 1);
}

/** The values of a number field in some listings. */
export interface NumberSummary {
  /** Listings with a value; `unknown` counts those without. */
  readonly known: number;
  readonly unknown: number;
  /** Null if no value is known; so is `max`. */
  readonly min: number | null;
  readonly max: number | null;
  /** Parallel to PERCENTILES; empty if no value is known. */
  readonly percentiles: readonly number[];
}

export interface Distribution extends NumberSummary {
  /** Bins between histogramEdges; empty bins are omitted. */
  readonly histogram: readonly Bin[];
}

export interface Bin {
  readonly from: number;
  /** Exclusive upper limit of the values. Null: unlimited. */
  readonly below: number | null;
  readonly count: number;
}

/** A filter that excludes listings with an unknown value. Every dealer is known, and no text is unknown. */
export type UnknownExcludingFilter = Exclude<FilterName, 'q' | 'dealer'>;

export function excludesUnknown(name: FilterName): name is UnknownExcludingFilter {
  return name !== 'q' && name !== 'dealer';
}

export interface StockSummary {
  /** Number of matches. */
  readonly total: number;
  /** As in SearchResult. */
  readonly corrections?: readonly Correction[] | undefined;
  /** By public name, one for each field of FACET_FIELDS. */
  readonly facets: Readonly<Record<string, ValueCounts>>;
  /** Counted without the search's own model. It has no values unless all matches have one base model. */
  readonly variant: VariantCounts;
  /** The terms that the matches contain, the most common first, ties by label. */
  readonly terms: Readonly<Record<TermGroup, readonly TermCount[]>>;
  /** By public name, one for each field of DISTRIBUTION_FIELDS. */
  readonly distributions: Readonly<Record<string, Distribution>>;
  /** By public name, one for each field of MATCHING_FIELDS; with all filters applied, unlike facets and distributions. */
  readonly matching: Readonly<Record<string, NumberSummary>>;
  /** For each filter of the search: the listings that pass all other filters and whose value for this one is unknown. */
  readonly excludedUnknown: ReadonlyMap<UnknownExcludingFilter, number>;
  /** Null if something matches; empty if no single change helps. */
  readonly relaxations: readonly Relaxation[] | null;
}

/**
 * Maximum bins. Edges are round numbers, and the last bin is open, so that one outlier does not press all values into the first
 * bin.
 */
const MAX_BINS = 20;

/**
 * The lower edges of at most MAX_BINS bins for values from `min`, nearly all of which are at most `high`. The width is `minWidth`
 * or a round multiple of it; edges are multiples of the width. The first bin holds `min`, the last one `high`.
 */
export function histogramEdges(min: number, high: number, minWidth: number): number[] {
  let width = minWidth;
  while (indexOf(high, width) - indexOf(min, width) >= MAX_BINS) width = nextWidth(width);
  const first = indexOf(min, width);
  return Array.from({ length: indexOf(high, width) - first + 1 }, (_, i) => (first + i) * width);
}

function indexOf(value: number, width: number): number {
  return Math.floor(value / width);
}

/** The next round width: 1000 after 500, then 2000, then 5000. */
function nextWidth(width: number): number {
  return String(width).startsWith('2') ? width * 2.5 : width * 2;
}
