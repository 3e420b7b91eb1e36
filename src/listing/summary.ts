// The summary of a search: facets, distributions, listings excluded for unknown values and, if nothing matches,
// relaxations. All numbers are exact.
import {
  FILTERED_FIELDS,
  type FilteredField,
  type FilterName,
  omit,
  type Correction,
  type SearchQuery,
} from './search-query.ts';
import { oncePerObject } from '../memo.ts';
import { TERM_GROUPS, type TermGroup } from '../vehicle/term-groups.ts';
import type { Relaxation } from './relaxations.ts';
import { modelKey } from '../vehicle/name-key.ts';
import { hasBase, variantsIn } from '../vehicle/variants.ts';

/**
 * The filters that do not apply to a field's counts: its own, so the counts show the alternatives, and those of the facet's
 * `also`: makes are counted without the model too, because other makes have other models.
 */
export const excludedFilters = oncePerObject(({ property, facet }: FilteredField): readonly FilterName[] => {
  const also: readonly string[] = facet?.also ?? [];
  return FILTERED_FIELDS.map((field) => field.property).filter(
    (name) => name === property || also.includes(name),
  );
});

export interface ValueCounts {
  /**
   * The most common first, ties by their text; years the newest first. Spellings of one value are counted together and
   * shown as the most common spelling.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Values beyond `values`, and the listings that have them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Listings without a value. */
  readonly unknown: number;
}

/** The variants of the matches' one base model, as the titles name them: a listing may have several, or none. */
export interface VariantCounts {
  /** The most common first, ties by their text. */
  readonly values: readonly VariantCount[];
  /** Variants beyond `values`, and the listings whose title names one of them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Listings whose title names none. */
  readonly unknown: number;
}

export interface VariantCount {
  /** `320d`, in its most common spelling. */
  readonly value: string;
  /** The `model` that asks for it: `3 Series 320d`. */
  readonly model: string;
  /** Total of the search with this model in place of its own. */
  readonly count: number;
}

/** The groups of the trade's terms that summaries count. */
export const COUNTED_GROUPS: readonly TermGroup[] = TERM_GROUPS.counted;

export type CountedGroup = TermGroup;

export interface TermCount {
  /** As the trade writes it: `Sat nav`. */
  readonly label: string;
  /** A `q` that matches exactly the listings with this term, in any spelling. */
  readonly q: string;
  /** Matches with it; never 0. */
  readonly count: number;
}

/** By nearest rank: the lowest value that at least this percentage of the listings does not exceed. */
export const PERCENTILES = [5, 25, 50, 75, 95] as const;

/** Ranks of PERCENTILES among `known` values, from 0; empty if there are none. Integer arithmetic until the division. */
export function percentileRanks(known: number): number[] {
  return known === 0 ? [] : PERCENTILES.map((percent) => Math.ceil((percent * known) / 100) - 1);
}

/** The values of a number field in some listings. */
export interface NumberSummary {
  /** Listings with a value, and without one. */
  readonly known: number;
  readonly unknown: number;
  /** Null, as `max`, if no value is known. */
  readonly min: number | null;
  readonly max: number | null;
  /** Parallel to PERCENTILES; empty if no value is known. */
  readonly percentiles: readonly number[];
}

export interface Distribution extends NumberSummary {
  /** Bins between histogramEdges; empty ones are left out. */
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
  /** As of SearchResult. */
  readonly corrections?: readonly Correction[] | undefined;
  /** By outside name, one for each field of FACET_FIELDS. */
  readonly facets: Readonly<Record<string, ValueCounts>>;
  /** Counted without the search's own model; without values unless all matches have one base model. */
  readonly variant: VariantCounts;
  /** The terms that the matches say, the most common first, ties by their label. */
  readonly terms: Readonly<Record<CountedGroup, readonly TermCount[]>>;
  /** By outside name, one for each field of DISTRIBUTION_FIELDS. */
  readonly distributions: Readonly<Record<string, Distribution>>;
  /** With all filters applied, unlike facets and distributions. By outside name, one for each field of MATCHING_FIELDS. */
  readonly matching: Readonly<Record<string, NumberSummary>>;
  /** For each filter of the search: listings that pass all others and whose value for this one is unknown. */
  readonly excludedUnknown: ReadonlyMap<UnknownExcludingFilter, number>;
  /** Null: something matches. Empty: no single change helps. */
  readonly relaxations: readonly Relaxation[] | null;
}

/** Edges are round numbers, and the last bin is open, so one outlier does not press all other values into the first. */
const MAX_BINS = 20;

/**
 * The lower edges of at most 20 bins for values from `min`, nearly all up to `high`. The width is `minWidth` or a round
 * multiple of it; edges are multiples of the width. The first bin holds `min`, the last one `high`.
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

/** 1000 after 500, 2000 after that, then 5000. */
function nextWidth(width: number): number {
  return String(width).startsWith('2') ? width * 2.5 : width * 2;
}

// Counts the variants of a base model for a summary. An index only counts the listings of each title and of a search.

export const MAX_VARIANTS = 20;

const NO_VARIANTS: VariantCounts = { values: [], more: { values: 0, count: 0 }, unknown: 0 };

export interface VariantSource {
  /** The base models of the matches; two are enough. */
  readonly baseModels: () => ValueCounts | Promise<ValueCounts>;
  /** The titles (`titleOf`) of a search's matches, and how many have each. */
  readonly titles: (query: SearchQuery) => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** The totals of searches. */
  readonly totals: (queries: readonly SearchQuery[]) => readonly number[] | Promise<readonly number[]>;
}

interface Named {
  /** Listings by how their titles write it. */
  readonly spellings: Map<string, number>;
  count: number;
}

/** The variants that most titles name, with the totals of their searches, which may be larger: `SE` finds an `SE L` too. */
export async function countVariants(
  query: SearchQuery,
  source: VariantSource,
): Promise<StockSummary['variant']> {
  const { values, more, unknown } = await source.baseModels();
  if (values.length !== 1 || more.values > 0 || unknown > 0) return NO_VARIANTS;
  const [{ value: base }] = values;
  const withModel = (model: string): SearchQuery => ({ ...omit(query, ['model']), model: { any: [model] } });
  const titles = Array.from(await source.titles(withModel(base)))
    .filter(([title]) => hasBase(title, modelKey(base)))
    .map(([title, count]) => ({ variants: variantsIn(title), count }));
  const named = new Map<string, Named>();
  for (const { variants, count } of titles) {
    for (const { key, name } of variants) {
      const known = named.get(key) ?? { spellings: new Map<string, number>(), count: 0 };
      known.spellings.set(name, (known.spellings.get(name) ?? 0) + count);
      known.count += count;
      named.set(key, known);
    }
  }
  const inOrder = [...named].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  const listed = inOrder.slice(0, MAX_VARIANTS).map(([, { spellings }]) => {
    const value = mostCommon(spellings);
    return { value, model: `${base} ${value}` };
  });
  const others = new Set(inOrder.slice(MAX_VARIANTS).map(([key]) => key));
  const totals = await source.totals(listed.map(({ model }) => withModel(model)));
  const listingsWhere = (isCounted: (keys: readonly string[]) => boolean): number =>
    titles
      .filter(({ variants }) => isCounted(variants.map(({ key }) => key)))
      .reduce((sum, { count }) => sum + count, 0);
  return {
    values: listed
      .map((one, i) => ({ ...one, count: totals[i] }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    more: { values: others.size, count: listingsWhere((keys) => keys.some((key) => others.has(key))) },
    unknown: listingsWhere((keys) => keys.length === 0),
  };
}

function mostCommon(spellings: ReadonlyMap<string, number>): string {
  const [[spelling]] = [...spellings].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return spelling;
}
