// Sorts the matches of one segment lazily, as far as a page needs. Few matches are sorted by their keys. For many, or for deep
// pages, an existing sort order of the segment is walked, testing each row's bit.
import { bitmapToRows } from '../postings/bitmap.ts';
import { after, type SortedRow, type SortOrder } from '../schema.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import { sortByNumber } from './sort-by-number.ts';
import { bitmapOf, type RowSet } from '../query/planner.ts';
import { RowPredicate } from '../query/row-predicate.ts';
import type { Segment } from '../segment/segment.ts';
import { iterateByScore, scoreCombinations, scoreRows } from './impact-ordered.ts';
import type { ExpandedWord } from '../query/word-expansion.ts';
import { SmallestNumbers } from './top-k.ts';
import { sortByDistance, iterateRings } from './sort-by-distance.ts';

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
