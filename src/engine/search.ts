// One search over one snapshot: match in every segment, add up the totals, merge the segments' orders, cut out the
// page. The only function that users of the engine need besides building.
import type { Point } from '../geo/great-circle.ts';
import { findRows } from './find-rows.ts';
import type { FoundRows } from './found-rows.ts';
import type { OrderedRow } from './ordered-rows.ts';
import type { EngineQuery, EngineResult, Schema } from './schema.ts';
import { Scratch } from './scratch.ts';
import type { Segment } from './segment.ts';
import type { Snapshot } from './snapshot.ts';
import { matchWords } from './text/word-match.ts';

/** One search is over before the next begins. */
const scratch = new Scratch();

/** A filter, range or order on a field that the schema lacks is a bug of the caller and throws. */
export function search(schema: Schema, snapshot: Snapshot, query: EngineQuery): EngineResult {
  const words = query.text === undefined ? undefined : matchWords(snapshot, query.text, schema.aliases);
  if (words?.length === 0) return { total: 0, keys: [], points: [] };
  scratch.restart();
  const found = snapshot.segments.map((segment, index) => findRows(segment, index, query, words, scratch));
  const total = found.reduce((sum, matches) => sum + matches.total, 0);
  if (query.offset >= total || query.limit === 0) return { total, keys: [], points: [] };
  return { total, ...pageOf(snapshot, found, query, total) };
}

/** The next row of one segment, in a merge. */
interface Head {
  readonly segment: Segment;
  readonly rest: Iterator<OrderedRow>;
  next: OrderedRow;
}

function pageOf(
  snapshot: Snapshot,
  found: readonly FoundRows[],
  query: EngineQuery,
  total: number,
): Pick<EngineResult, 'keys' | 'points'> {
  const most = Math.min(query.offset + query.limit, total);
  let drawn = 0;
  const heads: Head[] = [];
  found.forEach((rows, index) => {
    if (rows.total === 0) return;
    const { segment } = snapshot.segments[index];
    // Were all rows of the others to come before the page, these would still come before it too.
    const skip = Math.max(0, query.offset - (total - rows.total));
    drawn += skip;
    const rest = rows.draw(skip, most);
    const first = rest.next();
    if (first.done !== true) heads.push({ segment, rest, next: first.value });
  });
  const keys: string[] = [];
  const points: (Point | null)[] = [];
  for (; drawn < most && heads.length > 0; drawn++) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (comesBefore(heads[i], heads[first])) first = i;
    const { segment, rest, next } = heads[first];
    if (drawn >= query.offset) {
      keys.push(segment.keys.keyOf(next.row));
      points.push(segment.place.pointOf(next.row));
    }
    // What follows the last row of the page may be far to find.
    if (drawn + 1 === most) break;
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
