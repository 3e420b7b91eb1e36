// Order statistics of a number field among matches. Few values are fetched; with many, ranks are found by repeatedly
// dividing a range into hundreds of parts and counting each.
import type { QueryDsl } from './query-dsl.ts';
import type { NumberStatistics } from '../stock/summarize.ts';
import type { Searchable } from './point-in-time.ts';
import { onceUnlessFailed } from '../memo.ts';
import { fetchBuckets, type ValueBucket } from './composite-buckets.ts';

/** Maximum values that are fetched as a list. It is also the cluster's limit on skipped hits. */
const LISTED_THRESHOLD = 10_000;
/** Parts into which each step divides a range. */
const PARTS = 512;

/** Only tests set `threshold`. */
export async function findNumbers(
  pit: Searchable,
  query: QueryDsl,
  field: string,
  threshold = LISTED_THRESHOLD,
): Promise<NumberStatistics> {
  const { hits, aggregations } = await pit.search({ query, size: 0, aggs: { stats: { stats: { field } } } });
  const { count, min, max } = aggregations?.['stats'] as Readonly<Record<'count' | 'min' | 'max', number>>;
  const known = { known: count, unknown: hits.total.value - count, min, max };
  if (count > threshold) {
    const bisection = new Bisection(pit, { query, field, threshold });
    const all = { count, min, max, below: 0 };
    return {
      ...known,
      valuesAtRanks: (ranks) => bisection.valuesAtRanks(all, ranks),
      countsFrom: (edges) => bisection.countsFrom(edges),
    };
  }
  // Fetched lazily: some callers need only the lowest and highest.
  const listed = onceUnlessFailed(() => fetchBuckets<number>(pit, query, field));
  return {
    ...known,
    valuesAtRanks: async (ranks) => {
      const { buckets } = await listed();
      return ranks.map((rank) => valueAtRank(buckets, rank));
    },
    countsFrom: async (edges) => {
      const { buckets } = await listed();
      return edges.map((from, i) =>
        buckets
          .filter(({ value }) => value >= from && value < (edges[i + 1] ?? Infinity))
          .reduce((sum, { count }) => sum + count, 0),
      );
    },
  };
}

function valueAtRank(buckets: readonly ValueBucket<number>[], rank: number): number {
  let below = 0;
  for (const { value, count } of buckets) {
    below += count;
    if (below > rank) return value;
  }
  throw new Error(`no value has the rank ${rank}`);
}

/** A range of values: `count` values from `min` to `max`, with `below` known values before them. */
interface Span {
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly below: number;
}

interface RangeBucket {
  readonly doc_count: number;
  readonly min?: { readonly value: number | null };
  readonly max?: { readonly value: number | null };
}

class Bisection {
  readonly #pit: Searchable;
  readonly #range: { readonly query: QueryDsl; readonly field: string; readonly threshold: number };

  constructor(
    pit: Searchable,
    range: { readonly query: QueryDsl; readonly field: string; readonly threshold: number },
  ) {
    this.#pit = pit;
    this.#range = range;
  }

  async valuesAtRanks(all: Span, ranks: readonly number[]): Promise<readonly number[]> {
    const values = await this.#valuesIn(all, ranks);
    return ranks.map((rank) => values.get(rank) ?? NaN);
  }

  async countsFrom(edges: readonly number[]): Promise<readonly number[]> {
    return (await this.#count(this.#range.query, edges)).map(({ doc_count }) => doc_count);
  }

  async #valuesIn(span: Span, ranks: readonly number[]): Promise<Map<number, number>> {
    if (span.min === span.max) return new Map(ranks.map((rank) => [rank, span.min]));
    if (span.count <= this.#range.threshold) {
      const values = ranks.map((rank) => this.#valueBehind(span, rank - span.below));
      return new Map((await Promise.all(values)).map((value, i) => [ranks[i], value]));
    }
    const parts = await this.#divide(span);
    const found = parts.map(async (part) => {
      const within = ranks.filter((rank) => rank >= part.below && rank < part.below + part.count);
      return within.length === 0 ? [] : [...(await this.#valuesIn(part, within))];
    });
    return new Map((await Promise.all(found)).flat());
  }

  /** Narrower spans that together contain all values of `span`. */
  async #divide(span: Span): Promise<Span[]> {
    const { min, max } = span;
    const edges = Array.from({ length: PARTS }, (_, i) => min + ((max - min) / PARTS) * i);
    const buckets = await this.#count(this.#within(span), [
      ...new Set(edges),
      ...(edges.includes(max) ? [] : [max]),
    ]);
    let { below } = span;
    return buckets.flatMap((bucket): Span[] => {
      const { doc_count: count, min, max } = bucket;
      if (count === 0 || typeof min?.value !== 'number' || typeof max?.value !== 'number') return [];
      const part = { min: min.value, max: max.value, count, below };
      below += count;
      return [part];
    });
  }

  async #count(query: QueryDsl, edges: readonly number[]): Promise<readonly RangeBucket[]> {
    const { field } = this.#range;
    const ranges = edges.map((from, i) => ({ from, ...(i + 1 < edges.length && { to: edges[i + 1] }) }));
    const { aggregations } = await this.#pit.search({
      query,
      size: 0,
      aggs: {
        parts: { range: { field, ranges }, aggs: { min: { min: { field } }, max: { max: { field } } } },
      },
    });
    return (aggregations?.['parts'] as { readonly buckets: readonly RangeBucket[] }).buckets;
  }

  /** The value of a span that follows `skipped` others. */
  async #valueBehind(span: Span, skipped: number): Promise<number> {
    const { field } = this.#range;
    const { hits } = await this.#pit.search({
      query: this.#within(span),
      sort: [{ [field]: 'asc' }],
      from: skipped,
      size: 1,
      _source: false,
      track_total_hits: false,
    });
    const value = hits.hits[0]?.sort?.[0];
    if (typeof value !== 'number') throw new Error(`no ${field} follows ${skipped} of ${span.count}`);
    return value;
  }

  #within({ min, max }: Span): QueryDsl {
    const { query, field } = this.#range;
    return { bool: { filter: [query, { range: { [field]: { gte: min, lte: max } } }] } };
  }
}
