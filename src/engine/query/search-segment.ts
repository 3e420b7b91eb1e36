// Searches one segment. Some queries, whose filters have cached masks, are scanned without filtering the whole
// segment; planner.ts filters it for all others.
import type { Cursor } from '../collect/cursor.ts';
import { scanPostings } from './posting-scan.ts';
import { scanGeo } from './geo-scan.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { radiusFilter, compileFilters, intersectFilters } from './planner.ts';
import type { EngineQuery } from '../schema.ts';
import type { Arena } from './arena.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import type { ExpandedWord } from './word-expansion.ts';

/**
 * The live rows that pass all filters. `segmentOrd` is the segment's index in its snapshot. Valid until `arena` is
 * reset.
 */
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
