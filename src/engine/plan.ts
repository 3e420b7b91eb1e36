// How the filters of a query are brought together in one segment. The filter that keeps fewest rows leads. If it
// keeps few, its rows are listed and the others thin the list out; if many, bitmaps are intersected. Either way the
// number of rows left is exact.
import { setInterval, type Bits } from './bits.ts';
import { intersectMasks, type RoundedMask } from './intersect-masks.ts';
import type { RowFilter } from './row-filter.ts';
import { inOrder, rowsInBits } from './row-lists.ts';
import { commonRun, type RowRun } from './row-test.ts';
import type { EngineQuery, RadiusFilterSpec } from './schema.ts';
import { Scratch } from './scratch.ts';
import type { LiveSegment } from './snapshot.ts';
import type { MatchedWord } from './text/word-match.ts';
import { TextFilter } from './text/text-filter.ts';
import { ValueFilter } from './value-column.ts';

/** The live rows that match: as a list while they are few, as a bitmap when they are many. Not to be written to. */
export type Matches =
  | { readonly kind: 'list'; readonly total: number; readonly rows: Uint32Array }
  | { readonly kind: 'bitmap'; readonly total: number; readonly bits: Bits };

/**
 * A list costs a step for each of its rows, a bitmap a step for each word of 32 rows; a list's steps go to places all
 * over a column, so it is taken only when it has half as many.
 */
const LIST_SHARE = 64;

/** The list of a value lies ready, and up to this share no bitmap of it does. */
const POSTING_SHARE = 32;

/** The live rows of a segment that pass every filter of the query. `index` is the segment's place in its snapshot. */
export function findMatches(
  segment: LiveSegment,
  index: number,
  query: EngineQuery,
  words: readonly MatchedWord[] | undefined,
): Matches {
  const filters = compileFilters(segment, index, query, words);
  if (query.radius !== undefined) filters.push(circleOf(segment, query.radius));
  return matchAll(segment, filters);
}

/**
 * The live rows that pass every one of some filters, which are put in another order. A bitmap of them is taken from
 * `scratch`.
 */
export function matchAll(segment: LiveSegment, filters: RowFilter[], scratch = new Scratch()): Matches {
  filters.sort((a, b) => a.estimate - b.estimate);
  const { size } = segment.segment;
  if (filters.length === 0) {
    return { kind: 'bitmap', total: segment.live, bits: segment.alive ?? segment.segment.allRows };
  }
  const [lead, ...behind] = filters;
  const others = behind.filter((filter) => !isImplied(filter, lead));
  const share = lead instanceof ValueFilter ? POSTING_SHARE : LIST_SHARE;
  const isFew = lead.estimate * share <= size && !(others.length === 0 && isScattered(lead));
  return isFew ? asList(lead, others, segment) : asBitmap([lead, ...others], segment, scratch);
}

/** The filters of a query but for its circle, which is the only one that takes long to make. */
export function compileFilters(
  { segment }: LiveSegment,
  index: number,
  query: EngineQuery,
  words: readonly MatchedWord[] | undefined,
): RowFilter[] {
  return [
    ...query.values.map(({ field, keys }) => segment.values(field).filter(keys)),
    ...query.ranges.map(({ field, min, max }) => segment.numbers(field).filter(min, max)),
    ...(words ?? []).map((word) => word.filters[index]),
  ];
}

export function circleOf({ segment }: LiveSegment, { center, km }: RadiusFilterSpec): RowFilter {
  return segment.place.filter(center, km);
}

/** Whether a filter keeps all that `lead` keeps. */
export function isImplied(filter: RowFilter, lead: RowFilter): boolean {
  return filter instanceof ValueFilter && lead instanceof ValueFilter && filter.isImpliedBy(lead);
}

/** Alone, such a filter needs no list: the page is read from a bitmap. */
function isScattered(filter: RowFilter): boolean {
  return filter instanceof ValueFilter && filter.isScattered;
}

function asList(lead: RowFilter, others: readonly RowFilter[], segment: LiveSegment): Matches {
  const { alive } = segment;
  if (lead instanceof TextFilter && lead.anyOrder !== undefined) {
    return asSortedList(lead.anyOrder, others, segment);
  }
  let rows = lead.rows();
  // What costs nothing goes first, and leaves less to the others.
  for (const filter of others) if (filter.cuts) rows = filter.keepRows(rows);
  if (alive !== null) rows = rowsInBits(rows, alive);
  for (const filter of others) if (!filter.cuts && rows.length > 0) rows = filter.keepRows(rows);
  return { kind: 'list', total: rows.length, rows };
}

/** Rows in any order are put in order after the filters that need none: few are left then. */
function asSortedList(
  anyOrder: Uint32Array,
  others: readonly RowFilter[],
  { segment, alive }: LiveSegment,
): Matches {
  let rows = alive === null ? anyOrder : rowsInBits(anyOrder, alive);
  const left: RowFilter[] = [];
  for (const filter of others) {
    if (filter instanceof TextFilter) rows = rowsInBits(rows, filter.bits());
    else left.push(filter);
  }
  rows = inOrder([rows], segment.size);
  for (const filter of left) rows = filter.keepRows(rows);
  return { kind: 'list', total: rows.length, rows };
}

function asBitmap(filters: readonly RowFilter[], { segment, alive }: LiveSegment, scratch: Scratch): Matches {
  const [lead] = filters;
  if (filters.length === 1 && lead instanceof ValueFilter && lead.isScattered) {
    const bits = scratch.take((segment.size + 31) >>> 5);
    return { kind: 'bitmap', total: lead.addTo(bits, alive), bits };
  }
  if (filters.length === 1 && alive === null && lead.exact && lead.run === undefined) {
    return { kind: 'bitmap', total: lead.estimate, bits: lead.bits() };
  }
  let run: RowRun = { from: 0, to: segment.size };
  const masks: RoundedMask[] = [];
  for (const filter of filters) {
    if (filter.run === undefined) masks.push(filter.roundedMask() ?? { within: filter.bits(), spare: [] });
    else run = commonRun(run, filter.run);
  }
  if (alive !== null) masks.push({ within: alive, spare: [] });
  const bits = scratch.take((segment.size + 31) >>> 5);
  if (masks.length > 0) return { kind: 'bitmap', total: intersectMasks(masks, run, bits), bits };
  setInterval(bits, run.from, run.to);
  return { kind: 'bitmap', total: run.to - run.from, bits };
}
