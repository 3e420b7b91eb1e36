// The way of one search through one segment: filters whose answers lie ready have ways of their own, which look at little
// of the segment; all others are brought together by plan.ts.
import type { FoundRows } from './found-rows.ts';
import { findGrouped } from './grouped-rows.ts';
import { findNearby } from './nearby-rows.ts';
import { orderedRows } from './ordered-rows.ts';
import { circleOf, compileFilters, matchAll } from './plan.ts';
import type { EngineQuery } from './schema.ts';
import type { Scratch } from './scratch.ts';
import type { LiveSegment } from './snapshot.ts';
import type { MatchedWord } from './text/word-match.ts';

/** What is alive and passes every filter. `index` is the segment's place in its snapshot. Good until `scratch` restarts. */
export function findRows(
  live: LiveSegment,
  index: number,
  query: EngineQuery,
  words: readonly MatchedWord[] | undefined,
  scratch: Scratch,
): FoundRows {
  const { order, radius } = query;
  const filters = compileFilters(live, index, query, words);
  const ready =
    radius === undefined ? findGrouped(live, order, filters) : findNearby(live, radius, order, filters);
  if (ready !== undefined) return ready;
  if (radius !== undefined) filters.push(circleOf(live, radius));
  const matches = matchAll(live, filters, scratch);
  const { segment } = live;
  return {
    total: matches.total,
    draw: (skip, most) => orderedRows({ segment, index, matches, order, words: words ?? [], skip, most }),
  };
}
