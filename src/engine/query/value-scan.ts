// Searches a list of values (four makes) as a search of each, and merges their pages: so it costs what its values cost one by one,
// and no bitmap of all is made. Only in orders in which the first rows of a value are found without reading the others.
import type { Cursor, SortedRow } from '../collect/cursor.ts';
import { sortRows } from '../collect/sort-rows.ts';
import { KeywordFilter } from '../columns/keyword-column.ts';
import type { EngineQuery } from '../schema.ts';
import type { SegmentReader } from '../segment/snapshot.ts';
import type { Arena } from './arena.ts';
import { fewestRows, type CompiledFilter } from './compiled-filter.ts';
import { intersectFilters, isImplied } from './planner.ts';
import { scanPostings } from './posting-scan.ts';

/** With more values, one bitmap of all is faster. */
const MAX_VALUES = 8;

/** For deeper pages, one bitmap of all is faster. */
const MAX_MERGED_ROWS = 1000;

/** Undefined if the query does not qualify. For queries without a radius. */
export function scanValues(
  reader: SegmentReader,
  { sortOrder, offset, limit }: Pick<EngineQuery, 'sortOrder' | 'offset' | 'limit'>,
  filters: readonly CompiledFilter[],
  arena: Arena,
): Cursor | undefined {
  if (sortOrder.by !== 'number' || offset + limit > MAX_MERGED_ROWS) return undefined;
  const { segment } = reader;
  const column = segment.numbers(sortOrder.field);
  if (!column.isSortedByRow && !column.isLowCardinality) return undefined;
  const lead = fewestRows(filters);
  if (!(lead instanceof KeywordFilter) || !lead.isScattered) return undefined;
  const values = lead.singleValues();
  if (values.length > MAX_VALUES) return undefined;
  const others = filters.filter((filter) => filter !== lead && !isImplied(filter, lead));
  const cursors = values.map((value): Cursor => {
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

/** The rows [`skip`, `end`) of all, which are disjoint. */
function* merge(cursors: readonly Cursor[], skip: number, end: number): Iterator<SortedRow> {
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

/** Rows of equal keys ascend. */
function comesBefore(a: SortedRow | undefined, b: SortedRow | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.sortKey < b.sortKey || (a.sortKey === b.sortKey && a.row < b.row);
}
