// One search over one snapshot: match in every segment, add up the totals, merge the segments' orders, cut out the
// page. The only function that users of the engine need besides building.
import type { Point } from '../geo/great-circle.ts';
import { orderedRows, type OrderedRow } from './ordered-rows.ts';
import { findMatches, type Matches } from './plan.ts';
import type { EngineQuery, EngineResult, Schema } from './schema.ts';
import type { Segment } from './segment.ts';
import type { Snapshot } from './snapshot.ts';
import { matchWords, type MatchedWord } from './text/word-match.ts';

/** A filter, range or order on a field that the schema lacks is a bug of the caller and throws. */
export function search(schema: Schema, snapshot: Snapshot, query: EngineQuery): EngineResult {
  const words = query.text === undefined ? undefined : matchWords(snapshot, query.text, schema.aliases);
  if (words?.length === 0) return { total: 0, keys: [], points: [] };
  const found = snapshot.segments.map((segment, index) => findMatches(segment, index, query, words));
  const total = found.reduce((sum, matches) => sum + matches.total, 0);
  if (query.offset >= total || query.limit === 0) return { total, keys: [], points: [] };
  return { total, ...pageOf(snapshot, found, query, words ?? []) };
}

/** The next row of one segment, in a merge. */
interface Head {
  readonly segment: Segment;
  readonly rest: Iterator<OrderedRow>;
  next: OrderedRow;
}

function pageOf(
  snapshot: Snapshot,
  found: readonly Matches[],
  query: EngineQuery,
  words: readonly MatchedWord[],
): Pick<EngineResult, 'keys' | 'points'> {
  const most = query.offset + query.limit;
  const heads: Head[] = [];
  found.forEach((matches, index) => {
    if (matches.total === 0) return;
    const { segment } = snapshot.segments[index];
    const rest = orderedRows({ segment, index, matches, order: query.order, words, most });
    const first = rest.next();
    if (first.done !== true) heads.push({ segment, rest, next: first.value });
  });
  const keys: string[] = [];
  const points: (Point | null)[] = [];
  for (let drawn = 0; drawn < most && heads.length > 0; drawn++) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (comesBefore(heads[i], heads[first])) first = i;
    const { segment, rest, next } = heads[first];
    if (drawn >= query.offset) {
      keys.push(segment.keys.keyOf(next.row));
      points.push(segment.place.pointOf(next.row));
    }
    const following = rest.next();
    if (following.done === true) heads.splice(first, 1);
    else heads[first].next = following.value;
  }
  return { keys, points };
}

/** The order across segments: sort key, tie-breaker, key. Within one segment rows are in that order already. */
function comesBefore(a: Head, b: Head): boolean {
  if (a.next.sortKey !== b.next.sortKey) return a.next.sortKey < b.next.sortKey;
  const left = a.segment.tieBreaker.valueOr(a.next.row, Infinity);
  const right = b.segment.tieBreaker.valueOr(b.next.row, Infinity);
  if (left !== right) return left < right;
  return a.segment.keys.keyOf(a.next.row) < b.segment.keys.keyOf(b.next.row);
}
