// One search over one snapshot: match in every segment, add up the totals, merge the segments' orders, cut out the
// page. The only function that users of the engine need besides building.
import { orderedRows, type OrderedRow } from './ordered-rows.ts';
import { findMatches, type Matches } from './plan.ts';
import type { EngineQuery, EngineResult, Schema } from './schema.ts';
import type { Segment } from './segment.ts';
import type { Snapshot } from './snapshot.ts';
import { matchWords, type WordMatch } from './text/word-match.ts';

/** A filter, range or order on a field that the schema lacks is a bug of the caller and throws. */
export function search(schema: Schema, snapshot: Snapshot, query: EngineQuery): EngineResult {
  const words = query.text === undefined ? undefined : matchWords(snapshot, query.text, schema.aliases);
  if (words?.length === 0) return { total: 0, keys: [] };
  const found = snapshot.segments.map((segment, index) => findMatches(segment, index, query, words));
  const total = found.reduce((sum, matches) => sum + matches.total, 0);
  if (query.offset >= total || query.limit === 0) return { total, keys: [] };
  return { total, keys: pageOf(snapshot, found, query, words ?? []) };
}

/** The next row of one segment in a merge. */
interface Head extends OrderedRow {
  readonly segment: Segment;
  readonly rest: Iterator<OrderedRow>;
}

function pageOf(
  snapshot: Snapshot,
  found: readonly Matches[],
  query: EngineQuery,
  words: readonly WordMatch[],
): string[] {
  const most = query.offset + query.limit;
  let heads: Head[] = [];
  found.forEach((matches, index) => {
    const { segment } = snapshot.segments[index];
    if (matches.total === 0) return;
    const rest = orderedRows({ segment, index, matches, order: query.order, words, most });
    heads.push(...nextHead(segment, rest));
  });
  const keys: string[] = [];
  for (let drawn = 0; drawn < most && heads.length > 0; drawn++) {
    const first = heads.reduce((best, head) => (comesBefore(head, best) ? head : best));
    if (drawn >= query.offset) keys.push(first.segment.keys.keyOf(first.row));
    heads = heads.flatMap((head) => (head === first ? nextHead(head.segment, head.rest) : head));
  }
  return keys;
}

function nextHead(segment: Segment, rest: Iterator<OrderedRow>): Head[] {
  const next = rest.next();
  return next.done === true ? [] : [{ segment, rest, ...next.value }];
}

/** The order across segments: sort key, tie-breaker, key. Within one segment rows are in that order already. */
function comesBefore(a: Head, b: Head): boolean {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey;
  const left = a.segment.tieBreaker.valueOr(a.row, Infinity);
  const right = b.segment.tieBreaker.valueOr(b.row, Infinity);
  if (left !== right) return left < right;
  return a.segment.keys.keyOf(a.row) < b.segment.keys.keyOf(b.row);
}
