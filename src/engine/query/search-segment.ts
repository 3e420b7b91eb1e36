// The way of one search through one segment: filters whose answers lie ready have ways of their own, which look at little
// of the segment; all others are brought together by planner.ts.
import type { Cursor } from '../collect/cursor.ts';
import { scanPostings } from './posting-scan.ts';
import { scanGeo } from './geo-scan.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { radiusFilter, compileFilters, intersectFilters } from './planner.ts';
import type { EngineQuery } from '../schema.ts';
import type { Arena } from './arena.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import type { ExpandedWord } from './word-expansion.ts';

/** What is alive and passes every filter. `segmentOrd` is the segment's place in its snapshot. Good until `arena` restarts. */
export function searchSegment(
  reader: SegmentReader,
  segmentOrd: number,
  query: EngineQuery,
  words: readonly ExpandedWord[] | undefined,
  arena: Arena,
): Cursor {
  const { sortOrder, radius } = query;
  const filters = compileFilters(reader, segmentOrd, query, words);
  const ready =
    radius === undefined
      ? scanPostings(reader, sortOrder, filters)
      : scanGeo(reader, radius, sortOrder, filters);
  if (ready !== undefined) return ready;
  if (radius !== undefined) filters.push(radiusFilter(reader, radius));
  const rowSet = intersectFilters(reader, filters, arena);
  const { segment } = reader;
  return {
    total: rowSet.total,
    iterate: (skip, limit) =>
      sortRows({ segment, segmentOrd, rowSet, sortOrder, words: words ?? [], skip, limit }),
  };
}
