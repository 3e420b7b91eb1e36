// Searches a snapshot: filters each segment, adds up the totals, and merges the sorted rows into one page.
import {
  type RowCursor,
  type SortedRow,
  tieBreakersOf,
  type EngineQuery,
  type EngineResult,
  type Schema,
} from './schema.ts';
import type { NumberColumn } from './columns/number-column.ts';
import { Arena } from './query/masks.ts';
import type { Segment } from './segment/segment.ts';
import type { Snapshot, SegmentReader } from './segment/snapshot.ts';
import { expandText, NO_TEXT, orderOf, type ExpandedText } from './query/word-expansion.ts';
import { scanPostings, scanGeo } from './query/scans.ts';
import { scanValues } from './query/value-scan.ts';
import { sortRows } from './collect/sort-rows.ts';
import { radiusFilter, compileFilters, intersectFilters } from './query/planner.ts';

/** Shared by all searches: each ends before the next begins. */
const arena = new Arena();

/** A row of a page. */
export interface FoundRow {
  readonly segment: Segment;
  readonly row: number;
}

/** The page of a query, and its total. Throws if the query names a field that the schema lacks. */
export function search(schema: Schema, snapshot: Snapshot, query: EngineQuery): EngineResult {
  const { total, rows } = searchRows(schema, snapshot, query);
  return {
    total,
    keys: rows.map(({ segment, row }) => segment.keys.keyAt(row)),
    points: rows.map(({ segment, row }) => segment.points.pointOf(row)),
  };
}

/** As `search`, with the rows themselves. */
export function searchRows(
  schema: Schema,
  snapshot: Snapshot,
  query: EngineQuery,
): { readonly total: number; readonly rows: readonly FoundRow[] } {
  arena.reset();
  const { total, rows } = findRows(schema, snapshot, query, arena);
  return { total, rows: [...rows] };
}

/** As `searchRows`, but each row is found when it is read, even between other searches. */
export function searchRowsLazily(
  schema: Schema,
  snapshot: Snapshot,
  query: EngineQuery,
): { readonly total: number; readonly rows: Iterator<FoundRow> } {
  return findRows(schema, snapshot, query, new Arena());
}

/** The rows are valid until the arena is reset. */
function findRows(
  schema: Schema,
  snapshot: Snapshot,
  query: EngineQuery,
  arena: Arena,
): { readonly total: number; readonly rows: IterableIterator<FoundRow> } {
  const forScores = query.sortOrder.by === 'relevance';
  const text =
    query.text === undefined ? NO_TEXT : expandText(snapshot, query.text, schema, { forScores, arena });
  if (text === undefined) return { total: 0, rows: [].values() };
  const sortOrder = orderOf(query.sortOrder, text);
  const ordered = sortOrder === query.sortOrder ? query : { ...query, sortOrder };
  const cursors = snapshot.segments.map((reader, segmentOrd) =>
    searchSegment(reader, segmentOrd, ordered, text, arena),
  );
  const total = cursors.reduce((sum, cursor) => sum + cursor.total, 0);
  if (query.offset >= total || query.limit === 0) return { total, rows: [].values() };
  return { total, rows: pageOf(schema, snapshot, cursors, ordered, total) };
}

/** The next row of a segment, while pages are merged. */
interface Head {
  readonly segment: Segment;
  readonly tieBreakers: readonly NumberColumn[];
  readonly rest: Iterator<SortedRow>;
  next: SortedRow;
}

function* pageOf(
  schema: Schema,
  snapshot: Snapshot,
  cursors: readonly RowCursor[],
  query: EngineQuery,
  total: number,
): IterableIterator<FoundRow> {
  const end = Math.min(query.offset + query.limit, total);
  let position = 0;
  const tieBreakers = tieBreakersOf(schema, query.sortOrder);
  const heads: Head[] = [];
  cursors.forEach((cursor, segmentOrd) => {
    if (cursor.total === 0) return;
    const { segment } = snapshot.segments[segmentOrd];
    // These rows precede the page even if all rows of other segments come before them.
    const skip = Math.max(0, query.offset - (total - cursor.total));
    position += skip;
    const rest = cursor.iterate(skip, end);
    const first = rest.next();
    if (first.done === true) return;
    const columns = tieBreakers.map((name) => segment.numbers(name));
    heads.push({ segment, tieBreakers: columns, rest, next: first.value });
  });
  for (; position < end && heads.length > 0; position++) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (comesBefore(heads[i], heads[first])) first = i;
    const { segment, rest, next } = heads[first];
    if (position >= query.offset) yield { segment, row: next.row };
    // Stops here, because finding another row may be expensive.
    if (position + 1 === end) break;
    const following = rest.next();
    if (following.done === true) heads.splice(first, 1);
    else heads[first].next = following.value;
  }
}

/** Whether `a` precedes `b`: by sort key, tie-breakers, then key. Rows of one segment are already in this order. */
function comesBefore(a: Head, b: Head): boolean {
  if (a.next.sortKey !== b.next.sortKey) return a.next.sortKey < b.next.sortKey;
  for (let i = 0; i < a.tieBreakers.length; i++) {
    const left = a.tieBreakers[i].valueOr(a.next.row, Infinity);
    const right = b.tieBreakers[i].valueOr(b.next.row, Infinity);
    if (left !== right) return left < right;
  }
  return a.segment.keys.keyAt(a.next.row) < b.segment.keys.keyAt(b.next.row);
}

/** The live rows that pass all filters. `segmentOrd` is the segment's index in its snapshot. Valid until `arena` is reset. */
function searchSegment(
  reader: SegmentReader,
  segmentOrd: number,
  query: EngineQuery,
  text: ExpandedText,
  arena: Arena,
): RowCursor {
  const { sortOrder, radius } = query;
  const { words } = text;
  const filters = compileFilters(reader, segmentOrd, query, text);
  if (radius === undefined) {
    const ready = scanPostings(reader, sortOrder, filters) ?? scanValues(reader, query, filters, arena);
    if (ready !== undefined) return ready;
  } else {
    const circle = radiusFilter(reader, radius);
    const ready = scanGeo(reader, radius, circle, filters, sortOrder, arena);
    if (ready !== undefined) return ready;
    filters.push(circle);
  }
  const rowSet = intersectFilters(reader, filters, arena);
  const { segment } = reader;
  return {
    total: rowSet.total,
    iterate: (skip, limit) => sortRows({ segment, segmentOrd, rowSet, sortOrder, words, skip, limit }),
  };
}
