// Sorts the matches of one segment lazily, as far as a page needs. Few matches are sorted by their keys. For many, or for deep
// pages, an existing sort order of the segment is walked, testing each row's bit.
import { bitmapToRows } from '../postings/bitmap.ts';
import { after, type SortedRow, type SortOrder } from '../schema.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import { sortByNumber } from './sort-by-number.ts';
import { bitmapOf, type RowSet } from '../query/planner.ts';
import { RowPredicate } from '../query/compiled-filter.ts';
import type { Segment } from '../segment/segment.ts';
import { iterateByScore, scoreCombinations, scoreRows } from './impact-ordered.ts';
import type { ExpandedWord } from '../query/word-expansion.ts';
import { SmallestNumbers, smallestK } from './top-k.ts';
import type { Point } from '../../geo/great-circle.ts';
import type { GeoPointColumn } from '../columns/geo-point-column.ts';
import { mergeDisjointRows } from '../postings/row-lists.ts';

/** The matches of one segment, and their sort. */
export interface SortInput {
  readonly segment: Segment;
  /** The segment's index in its snapshot. */
  readonly segmentOrd: number;
  readonly rowSet: RowSet;
  readonly sortOrder: SortOrder;
  /** The words of the query, for relevance. */
  readonly words: readonly ExpandedWord[];
  /** Number of rows to skip; 0 by default. */
  readonly skip?: number;
  /** The caller reads rows [`skip`, `limit`) only. */
  readonly limit: number;
}

/** Up to this many matches, scoring all of them is faster than combining values. */
const SCORE_ALL_THRESHOLD = 1500;

/** For pages deeper than this many rows, scoring every match is cheaper than iterating by score. */
const MAX_IMPACT_ORDERED_ROWS = 2000;

/** The matches by ascending sort key. Ties go by ascending row, or by the shuffle if the schema says so. */
export function sortRows(input: SortInput): Iterator<SortedRow> {
  const { segment, rowSet, sortOrder, skip = 0 } = input;
  switch (sortOrder.by) {
    case 'number':
      return sortByNumber(segment.numbers(sortOrder.field), sortOrder.direction, rowSet, skip, input.limit);
    case 'distance': {
      const { points: geoPoints } = segment;
      const wanted = Math.min(input.limit, rowSet.total);
      if (rowSet.kind === 'list' && wanted * Math.log2(wanted + 1) < segment.size)
        return after(skip, sortByDistance(geoPoints, sortOrder.from, rowSet.rows, input.limit));
      const predicate = new RowPredicate([{ include: bitmapOf(rowSet, segment.size) }]);
      return iterateRings(geoPoints, sortOrder.from, predicate, { skip, limit: input.limit });
    }
    case 'relevance':
      return byRelevance({ ...input, skip });
  }
}

function byRelevance({
  segment: { text, shuffle },
  segmentOrd,
  rowSet,
  words,
  skip,
  limit,
}: SortInput & { readonly skip: number }): Iterator<SortedRow> {
  if (rowSet.total > SCORE_ALL_THRESHOLD && limit <= MAX_IMPACT_ORDERED_ROWS) {
    const combinations = scoreCombinations(text, segmentOrd, words);
    if (combinations !== undefined) return iterateByScore(combinations, rowSet, { skip, limit }, shuffle);
  }
  const rows = rowSet.kind === 'list' ? rowSet.rows : bitmapToRows(rowSet.bitmap, rowSet.total);
  const scores = scoreRows(text, segmentOrd, rows, words);
  return bestScores(rows, scores, { skip, limit }, shuffle);
}

/** Score and position are combined into one exact number: a score at the maximum length of a text is below 2 ** 29. */
function* bestScores(
  rows: Uint32Array,
  scores: Float64Array,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  shuffle: NumberColumn,
): Iterator<SortedRow> {
  const { positions, size } = shuffle;
  const best = new SmallestNumbers(Math.min(limit, rows.length));
  for (let i = 0; i < rows.length; i++) best.add(positions[rows[i]] - scores[i] * size);
  for (const number of best.sorted().subarray(skip)) {
    const sortKey = Math.floor(number / size);
    yield { row: shuffle.rowAt(number - sortKey * size), sortKey };
  }
}

// Sorts matches by their distance from a point: nearest first, ties by row, unknown positions last. Distances are measured once
// per point, and only for as many points as a page needs.

/** The first `limit` of `rows`, which ascend. */
export function* sortByDistance(
  geoPoints: GeoPointColumn,
  from: Point,
  rows: Uint32Array,
  limit: number,
): Iterator<SortedRow> {
  const near = geoPoints.nearlyNearest(rows, from, limit);
  const kmTo = geoPoints.distancesFrom(from);
  const kms = Float64Array.from(near, (i) => {
    const point = geoPoints.pointIds[rows[i]];
    return point === 0 ? Infinity : kmTo(point);
  });
  for (const i of smallestK(kms, limit)) yield { row: rows[near[i]], sortKey: kms[i] };
}

const FIRST_RING_KM = 2;

/** The rows [`skip`, `limit`) that pass, in expanding rings. The first ring reaches `firstKm`, each next one twice as far. */
export function* iterateRings(
  geoPoints: GeoPointColumn,
  from: Point,
  predicate: RowPredicate,
  { skip = 0, limit }: { readonly skip?: number; readonly limit: number },
  firstKm = FIRST_RING_KM,
): Iterator<SortedRow> {
  let left = skip;
  const kmTo = geoPoints.distancesFrom(from);
  let seen = 1;
  let inner = -1;
  for (let outer = firstKm; seen < geoPoints.distinct; inner = outer, outer *= 2) {
    const ring = geoPoints.pointsBetween(from, inner, outer);
    seen += ring.length;
    const points = geoPoints.pointsWithAny(ring, predicate);
    const before = left === 0 ? 0 : geoPoints.countRows(points, predicate);
    if (before > 0 && before <= left) {
      left -= before;
      continue;
    }
    const kms = new Float64Array(points.length);
    for (let i = 0; i < points.length; i++) kms[i] = kmTo(points[i]);
    // Each of these points has a row for the page, so a page needs no more points than rows. But other points at the last one's
    // distance may have lower rows.
    const order = withTies(kms, smallestK(kms, limit));
    for (let i = 0; i < order.length;) {
      const km = kms[order[i]];
      let end = i + 1;
      while (end < order.length && kms[order[end]] === km) end++;
      const runs: Uint32Array[] = [];
      for (; i < end; i++) runs.push(geoPoints.rowsAt(points[order[i]]));
      const rows = runs.length === 1 ? runs[0] : mergeDisjointRows(runs, geoPoints.size);
      for (const row of rows) {
        if (!predicate.test(row)) continue;
        if (left > 0) left--;
        else yield { row, sortKey: km };
      }
    }
  }
  for (const row of geoPoints.rowsAt(0)) {
    if (!predicate.test(row)) continue;
    if (left > 0) left--;
    else yield { row, sortKey: Infinity };
  }
}

/** `order`, followed by the indexes of all other values that equal its last value. */
function withTies(values: Float64Array, order: Uint32Array): Uint32Array {
  if (order.length === 0 || order.length === values.length) return order;
  const last = order[order.length - 1];
  const ties: number[] = [];
  // Equal values with lower indexes are already in `order`.
  for (let i = last + 1; i < values.length; i++) if (values[i] === values[last]) ties.push(i);
  return ties.length === 0 ? order : Uint32Array.from([...order, ...ties]);
}
