// The known values of a number field among matches, from the lowest to the highest, asked of a cluster. Where matches are
// few, their values are read; where they are many, the value at a place of the order is looked for between bounds, which
// hundreds of counts at a time draw together.
import type { Clause } from './clauses.ts';
import type { ClusterView } from './cluster-view.ts';
import { findBuckets, type ValueBucket } from './value-buckets.ts';

export interface ViewNumbers {
  /** Number of matches with a value, and without one. */
  readonly known: number;
  readonly unknown: number;
  /** The lowest and the highest; meaningless where no value is known. */
  readonly min: number;
  readonly max: number;
  /** The values at some places of the order, from 0 up to but not including `known`. */
  valuesAt(places: readonly number[]): Promise<readonly number[]>;
  /** How many lie from each edge up to but not including the next; from the last one on all. Edges ascend. */
  countsFrom(edges: readonly number[]): Promise<readonly number[]>;
}

type Searched = Pick<ClusterView, 'search'>;

/** Fewer values are read. It is also how far a cluster skips. */
const FEW = 10_000;
/** Bounds are drawn together to one in so many at a time. */
const PARTS = 512;

/** `few` is for tests. */
export async function findNumbers(
  view: Searched,
  query: Clause,
  field: string,
  few = FEW,
): Promise<ViewNumbers> {
  const { hits, aggregations } = await view.search({ query, size: 0, aggs: { stats: { stats: { field } } } });
  const { count, min, max } = aggregations?.['stats'] as Readonly<Record<'count' | 'min' | 'max', number>>;
  const unknown = hits.total.value - count;
  if (count > few)
    return new ManyNumbers(view, { query, field, few }, { count, min, max, below: 0 }, unknown);
  const { buckets } = count === 0 ? { buckets: [] } : await findBuckets<number>(view, query, field);
  return new FewNumbers(buckets, unknown);
}

class FewNumbers implements ViewNumbers {
  readonly known: number;
  readonly unknown: number;
  readonly min: number;
  readonly max: number;
  readonly #buckets: readonly ValueBucket<number>[];

  /** The buckets ascend. */
  constructor(buckets: readonly ValueBucket<number>[], unknown: number) {
    this.#buckets = buckets;
    this.known = buckets.reduce((sum, { count }) => sum + count, 0);
    this.unknown = unknown;
    this.min = buckets.at(0)?.value ?? NaN;
    this.max = buckets.at(-1)?.value ?? NaN;
  }

  async valuesAt(places: readonly number[]): Promise<readonly number[]> {
    return places.map((place) => this.#valueAt(place));
  }

  async countsFrom(edges: readonly number[]): Promise<readonly number[]> {
    return edges.map((from, i) =>
      this.#buckets
        .filter(({ value }) => value >= from && value < (edges[i + 1] ?? Infinity))
        .reduce((sum, { count }) => sum + count, 0),
    );
  }

  #valueAt(place: number): number {
    let below = 0;
    for (const { value, count } of this.#buckets) {
      below += count;
      if (below > place) return value;
    }
    throw new Error(`there is no place ${place} among ${this.known} values`);
  }
}

/** Values from `min` to `max`: so many, of all that are known behind so many. */
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

class ManyNumbers implements ViewNumbers {
  readonly known: number;
  readonly unknown: number;
  readonly min: number;
  readonly max: number;
  readonly #view: Searched;
  readonly #asked: { readonly query: Clause; readonly field: string; readonly few: number };
  readonly #all: Span;

  constructor(
    view: Searched,
    asked: { readonly query: Clause; readonly field: string; readonly few: number },
    all: Span,
    unknown: number,
  ) {
    this.#view = view;
    this.#asked = asked;
    this.#all = all;
    this.known = all.count;
    this.min = all.min;
    this.max = all.max;
    this.unknown = unknown;
  }

  async valuesAt(places: readonly number[]): Promise<readonly number[]> {
    const values = await this.#valuesIn(this.#all, places);
    return places.map((place) => values.get(place) ?? NaN);
  }

  async countsFrom(edges: readonly number[]): Promise<readonly number[]> {
    return (await this.#count(this.#asked.query, edges)).map(({ doc_count }) => doc_count);
  }

  async #valuesIn(span: Span, places: readonly number[]): Promise<Map<number, number>> {
    if (span.min === span.max) return new Map(places.map((place) => [place, span.min]));
    if (span.count <= this.#asked.few) {
      const values = places.map((place) => this.#valueBehind(span, place - span.below));
      return new Map((await Promise.all(values)).map((value, i) => [places[i], value]));
    }
    const parts = await this.#divide(span);
    const found = parts.map(async (part) => {
      const within = places.filter((place) => place >= part.below && place < part.below + part.count);
      return within.length === 0 ? [] : [...(await this.#valuesIn(part, within))];
    });
    return new Map((await Promise.all(found)).flat());
  }

  /** Narrower spans that hold all of its values. */
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

  async #count(query: Clause, edges: readonly number[]): Promise<readonly RangeBucket[]> {
    const { field } = this.#asked;
    const ranges = edges.map((from, i) => ({ from, ...(i + 1 < edges.length && { to: edges[i + 1] }) }));
    const { aggregations } = await this.#view.search({
      query,
      size: 0,
      aggs: {
        parts: { range: { field, ranges }, aggs: { min: { min: { field } }, max: { max: { field } } } },
      },
    });
    return (aggregations?.['parts'] as { readonly buckets: readonly RangeBucket[] }).buckets;
  }

  /** The value behind so many of a span's. */
  async #valueBehind(span: Span, skipped: number): Promise<number> {
    const { field } = this.#asked;
    const { hits } = await this.#view.search({
      query: this.#within(span),
      sort: [{ [field]: 'asc' }],
      from: skipped,
      size: 1,
      _source: false,
      track_total_hits: false,
    });
    const value = hits.hits[0]?.sort?.[0];
    if (typeof value !== 'number') throw new Error(`no ${field} lies behind ${skipped} of ${span.count}`);
    return value;
  }

  #within({ min, max }: Span): Clause {
    const { query, field } = this.#asked;
    return { bool: { filter: [query, { range: { [field]: { gte: min, lte: max } } }] } };
  }
}
