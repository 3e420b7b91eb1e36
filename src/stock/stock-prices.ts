// The prices of a search's matches, by mileage: their quartiles. All numbers are exact. Both indexes use this function with their
// own order statistics.
import { omit, type SearchQuery } from '../query/search-query.ts';
import type { Range } from '../listing/field.ts';

/** Quartiles by nearest rank, in whole pounds: a quarter, half and three quarters of the prices are at most these. */
export interface PriceQuartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export interface PriceBand extends PriceQuartiles {
  /** Miles. */
  readonly from: number;
  /** Exclusive upper limit of the mileages. Null: unlimited. */
  readonly below: number | null;
  /** Matches with a price and such a mileage; at least MIN_PRICES. */
  readonly count: number;
}

export interface StockPrices {
  /** Matches with a price. */
  readonly count: number;
  /** Null if there are fewer than MIN_PRICES. */
  readonly quartiles: PriceQuartiles | null;
  /** The matches with a mileage too, by mileage. Empty if there are fewer than MIN_PRICES. */
  readonly bands: readonly PriceBand[];
}

/** Minimum prices: fewer say too little, as with price ratings. */
const MIN_PRICES = 20;
const MAX_BANDS = 16;
/** Minimum share of the matches in a band, as quartiles of few prices jump from band to band. */
const BAND_PART = 1 / 8;
const WIDE_BAND = 50;
/** Widths of bands in miles. */
const BAND_WIDTHS = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/** Order statistics of a number among matches. */
export interface NumbersFound {
  /** Number of matches with a value. */
  readonly known: number;
  /** The values at some ranks, from 0 to `known` - 1. */
  valuesAtRanks(ranks: readonly number[]): Promise<readonly number[]>;
  /** The number of values in [edge, next edge) for each edge; the last range has no upper limit. Edges must ascend. */
  countsFrom(edges: readonly number[]): Promise<readonly number[]>;
}

/** The matches of a query, which must be the same for every call. */
export interface PriceSource {
  numbers(query: SearchQuery, field: 'priceGbp' | 'mileageMiles'): Promise<NumbersFound>;
  /** The prices of matches within a range of mileages, which must be a part of the query's. */
  pricesWithin(query: SearchQuery, mileages: Range): Promise<NumbersFound>;
}

/** The prices of the query's matches, without its limit on prices, which would hide what cars cost. */
export async function findStockPrices(query: SearchQuery, source: PriceSource): Promise<StockPrices> {
  const priced: SearchQuery = { ...omit(query, ['priceGbp']), priceGbp: {} };
  const prices = await source.numbers(priced, 'priceGbp');
  const count = prices.known;
  if (count < MIN_PRICES) return { count, quartiles: null, bands: [] };
  const quartiles = await quartilesOf(prices);
  const mileages = await source.numbers(priced, 'mileageMiles');
  if (mileages.known < MIN_PRICES) return { count, quartiles, bands: [] };
  const [high] = await mileages.valuesAtRanks([rankOf(95, mileages.known)]);
  const edges = edgesTo(high);
  const bands: PriceBand[] = [];
  for (const { from, below } of mergeBands(edges, await mileages.countsFrom(edges))) {
    const { min = 0, max = Infinity } = query.mileageMiles ?? {};
    // Mileages are whole numbers.
    const last = Math.min(max, below === null ? Infinity : below - 1);
    const range = { min: Math.max(min, from), ...(last < Infinity && { max: last }) };
    const found = await source.pricesWithin(priced, range);
    bands.push({ from, below, count: found.known, ...(await quartilesOf(found)) });
  }
  return { count, quartiles, bands };
}

async function quartilesOf(prices: NumbersFound): Promise<PriceQuartiles> {
  const ranks = [25, 50, 75].map((percent) => rankOf(percent, prices.known));
  const [lower, median, upper] = await prices.valuesAtRanks(ranks);
  return { lower, median, upper };
}

/** Calculates in whole numbers until the division, so that nothing is rounded before it. */
function rankOf(percent: number, known: number): number {
  return Math.ceil((percent * known) / 100) - 1;
}

/** The edges of bands of one width, the last at or below `high`. */
function edgesTo(high: number): number[] {
  const width = BAND_WIDTHS.find((one) => one * MAX_BANDS > high) ?? BAND_WIDTHS[BAND_WIDTHS.length - 1];
  const count = Math.min(MAX_BANDS, Math.floor(high / width) + 1);
  return Array.from({ length: count }, (_, i) => i * width);
}

/** Joins neighbours until each band has enough matches. No band begins far below the mileages of its cars. */
function mergeBands(
  edges: readonly number[],
  counts: readonly number[],
): { readonly from: number; readonly below: number | null }[] {
  const starts = [edges[counts.findIndex((count) => count > 0)]];
  let left = counts.reduce((sum, count) => sum + count, 0);
  const enough = Math.min(WIDE_BAND, Math.max(MIN_PRICES, left * BAND_PART));
  let own = 0;
  counts.forEach((count, i) => {
    if (count > 0 && own >= enough && left >= enough) {
      starts.push(edges[i]);
      own = 0;
    }
    own += count;
    left -= count;
  });
  return starts.map((from, i) => ({ from, below: starts[i + 1] ?? null }));
}
