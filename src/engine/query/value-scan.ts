// Searches a list of values (four makes) one by one and merges their pages, so the cost is the sum of the values' costs, and no
// common bitmap is needed. Used only for orders in which a value's first rows are found without reading the others.
import { sortRows } from '../collect/sort-rows.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';
import type { EngineQuery, RowCursor, SortedRow } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import { type CompiledFilter, fewestRows } from './compiled-filter.ts';
import type { Arena } from './masks.ts';
import { isImplied, intersectFilters } from './planner.ts';
import { scanPostings } from './scans.ts';

/** Maximum values. For more, one common bitmap is faster. */
const MAX_MERGED_VALUES = 8;

/** Maximum depth of a page. For deeper pages, one common bitmap is faster. */
const MAX_MERGED_ROWS = 1000;

/** A cursor over the matches; undefined if the query does not qualify. The query must not have a radius. */
export function scanValues(
  reader: SegmentReader,
  { sortOrder, offset, limit }: Pick<EngineQuery, 'sortOrder' | 'offset' | 'limit'>,
  filters: readonly CompiledFilter[],
  arena: Arena,
): RowCursor | undefined {
  if (sortOrder.by !== 'number' || offset + limit > MAX_MERGED_ROWS) return undefined;
  const { segment } = reader;
  const column = segment.numbers(sortOrder.field);
  if (!column.isSortedByRow && !column.isLowCardinality) return undefined;
  const lead = fewestRows(filters);
  if (!(lead instanceof KeywordFilter) || !lead.isScattered) return undefined;
  const values = lead.singleValues();
  if (values.length > MAX_MERGED_VALUES) return undefined;
  const others = filters.filter((filter) => filter !== lead && !isImplied(filter, lead));
  const cursors = values.map((value): RowCursor => {
    const ready = scanPostings(reader, sortOrder, [value, ...others]);
    if (ready !== undefined) return ready;
    const rowSet = intersectFilters(reader, [value, ...others], arena);
    return {
      total: rowSet.total,
      iterate: (skip, end) =>
        sortRows({ segment, segmentOrd: 0, rowSet, sortOrder, words: [], skip, limit: end }),
    };
  });
  return {
    total: cursors.reduce((sum, { total }) => sum + total, 0),
    iterate: (skip, end) => merge(cursors, skip, end),
  };
}

/** The rows [`skip`, `end`) of all cursors, which must be disjoint. */
function* merge(cursors: readonly RowCursor[], skip: number, end: number): Iterator<SortedRow> {
  const rest = cursors.map((cursor) => cursor.iterate(0, end));
  const heads = rest.map(nextOf);
  for (let position = 0; position < end; position++) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (comesBefore(heads[i], heads[first])) first = i;
    const row = heads[first];
    if (row === undefined) return;
    if (position >= skip) yield row;
    if (position + 1 < end) heads[first] = nextOf(rest[first]);
  }
}

function nextOf(rows: Iterator<SortedRow>): SortedRow | undefined {
  const next = rows.next();
  return next.done === true ? undefined : next.value;
}

/** Rows with equal keys are in ascending order. */
function comesBefore(a: SortedRow | undefined, b: SortedRow | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.sortKey < b.sortKey || (a.sortKey === b.sortKey && a.row < b.row);
}
