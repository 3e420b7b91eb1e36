// Counts matches by value, with composite aggregations that page through all values: a terms aggregation merges each shard's top
// values and may be wrong. Spellings of a value are counted as one, as in engine/collect/facet-counts.ts.
import { byCount, firstFacets } from '../engine/collect/facet-counts.ts';
import type { ValueCounts } from '../stock/summary.ts';
import { LISTING_SCHEMA } from '../index/shared/listing-schema.ts';
import type { QueryDsl } from './query-dsl.ts';
import type { Searchable } from './point-in-time.ts';

/** Values per page. A cluster allows 65,536 per response. */
const BATCH_SIZE = 5000;

export interface ValueBucket<Value> {
  readonly value: Value;
  readonly count: number;
}

interface CompositeResponse<Value> {
  readonly after_key?: Readonly<Record<string, Value>>;
  readonly buckets: readonly { readonly key: { readonly value: Value }; readonly doc_count: number }[];
}

interface Buckets<Value> {
  /** Ascending. */
  readonly buckets: readonly ValueBucket<Value>[];
  /** Matches without a value. */
  readonly unknown: number;
}

/** Every value of the matches, and its number of matches. */
export async function fetchBuckets<Value extends string | number>(
  pit: Searchable,
  query: QueryDsl,
  field: string,
): Promise<Buckets<Value>> {
  const buckets: ValueBucket<Value>[] = [];
  for (let after: Readonly<Record<string, Value>> | undefined; ;) {
    const composite = {
      size: BATCH_SIZE,
      sources: [{ value: { terms: { field } } }],
      ...(after !== undefined && { after }),
    };
    const response = await pit.search({ query, size: 0, aggs: { values: { composite } } });
    const page = response.aggregations?.['values'] as CompositeResponse<Value>;
    for (const { key, doc_count } of page.buckets) buckets.push({ value: key.value, count: doc_count });
    if (page.buckets.length === BATCH_SIZE) {
      after = page.after_key;
      continue;
    }
    return { buckets, unknown: response.hits.total.value - sumOf(buckets) };
  }
}

/** The most common values of a keyword column; spellings of a value are counted as one. */
export async function countValues(
  pit: Searchable,
  query: QueryDsl,
  field: string,
  limit: number,
): Promise<ValueCounts> {
  const { buckets, unknown } = await fetchBuckets<string>(pit, query, `${field}.value`);
  const groups = new Map<string, ValueBucket<string>[]>();
  const definition = LISTING_SCHEMA.values.find(({ name }) => name === field);
  for (const bucket of buckets) {
    // A value without terms is a group of its own. No term begins with NUL.
    const key = definition?.termsOf(bucket.value).at(-1) ?? `\0${bucket.value}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [bucket]);
    else group.push(bucket);
  }
  const values = Array.from(groups.values(), (group) => ({
    value: group.toSorted(byCount)[0].value,
    count: sumOf(group),
  })).sort(byCount);
  return firstFacets(values, limit, unknown);
}

/** The values of a number field, the highest first. */
export async function countNumbers(
  pit: Searchable,
  query: QueryDsl,
  field: string,
  limit: number,
): Promise<ValueCounts> {
  const { buckets, unknown } = await fetchBuckets<number>(pit, query, field);
  const highestFirst = buckets.toReversed().map(({ value, count }) => ({ value: String(value), count }));
  return firstFacets(highestFirst, limit, unknown);
}

function sumOf(buckets: readonly ValueBucket<unknown>[]): number {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}
