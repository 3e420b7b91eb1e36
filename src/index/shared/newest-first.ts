// The newest listings of a search. The default order puts complete listings before others and sorts each half by arrival, so the
// halves are searched separately and merged.
import type { EngineQuery, RangeFilterSpec } from '../../engine/schema.ts';
import { arrivalOfRecord } from '../../listing/codec.ts';
import type { NewestListings } from '../../stock/listing-index.ts';
import type { ExportedHit } from '../../stock/stock-changes.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import { toEngineQuery } from './engine-query.ts';
import { DEFAULT_RANK, LAST_COMPLETE_RANK } from './listing-schema.ts';

const HALVES: readonly RangeFilterSpec[] = [
  { field: DEFAULT_RANK, min: -Infinity, max: LAST_COMPLETE_RANK },
  { field: DEFAULT_RANK, min: LAST_COMPLETE_RANK + 1, max: Infinity },
];

/** Queries for the first `limit` listings of each half of a search, by arrival. */
export function halvesByArrival(query: SearchQuery, limit: number): EngineQuery[] {
  const engineQuery = toEngineQuery({ ...query, sort: undefined, q: undefined });
  return HALVES.map((half) => ({
    ...engineQuery,
    text: query.q,
    ranges: [...engineQuery.ranges, half],
    offset: 0,
    limit,
  }));
}

/** The listings [`from`, `end`) of the halves, the newest arrivals first. */
export function newestOf(
  halves: readonly { readonly total: number; readonly hits: Iterator<ExportedHit> }[],
  from: number,
  end: number,
): Pick<NewestListings, 'total' | 'hits'> {
  const readNext = (half: Iterator<ExportedHit>): ExportedHit | undefined => {
    const next = half.next();
    return next.done === true ? undefined : next.value;
  };
  const firsts = halves.map((half) => readNext(half.hits));
  const hits: ExportedHit[] = [];
  while (hits.length < end) {
    const arrivals = firsts.map((hit) => (hit === undefined ? -Infinity : arrivalOfRecord(hit.record)));
    const newest = arrivals.indexOf(Math.max(...arrivals));
    const hit = firsts[newest];
    if (hit === undefined) break;
    hits.push(hit);
    firsts[newest] = readNext(halves[newest].hits);
  }
  return { total: halves.reduce((sum, { total }) => sum + total, 0), hits: hits.slice(from) };
}
