// Counts the variants of a base model for a summary. An index only counts the listings of each title and of a search.
import { modelKey } from '../vehicle/name-key.ts';
import { hasBase, variantsIn } from '../vehicle/variants.ts';
import { type SearchQuery, omit } from '../query/search-query.ts';
import type { VariantCounts, ValueCounts, StockSummary } from './summary.ts';

export const MAX_VARIANTS = 20;

export const NO_VARIANTS: VariantCounts = { values: [], more: { values: 0, count: 0 }, unknown: 0 };

export interface VariantSource {
  /** The base models of the matches. Two are enough. */
  readonly baseModels: () => ValueCounts | Promise<ValueCounts>;
  /** The titles (`titleOf`) of a search's matches, with the number of listings of each. */
  readonly titles: (query: SearchQuery) => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** The totals of searches. */
  readonly totals: (queries: readonly SearchQuery[]) => readonly number[] | Promise<readonly number[]>;
}

interface Named {
  /** Number of listings by the spelling in their titles. */
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
