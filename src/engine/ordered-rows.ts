// The matches of one segment in the query's order, drawn one by one and no further than a page needs. There are two
// ways, and the cheaper is taken: few matches are sorted by their keys; many are found by walking a sort order that
// the segment keeps anyway and testing each row's bit.
import { noBits, rowsOf, setRows, type Bits } from './bits.ts';
import { nearestOfList, walkOutwards } from './nearest-rows.ts';
import { after, orderedByNumber } from './number-order.ts';
import type { Matches } from './plan.ts';
import { RowTest } from './row-test.ts';
import type { Order } from './schema.ts';
import type { Segment } from './segment.ts';
import { bestRows, findCombinations, type ScoredRow } from './text/best-rows.ts';
import { scoresOf } from './text/scores.ts';
import type { WordMatch } from './text/word-match.ts';
import { smallest } from './smallest.ts';

/** A row and what it is sorted by: lower comes first, Infinity is unknown. */
export interface OrderedRow {
  readonly row: number;
  readonly sortKey: number;
}

/** What the order of one segment is made from. */
export interface Ordering {
  readonly segment: Segment;
  /** The segment's place in its snapshot. */
  readonly index: number;
  readonly matches: Matches;
  readonly order: Order;
  /** The words of the query, for relevance. */
  readonly words: readonly WordMatch[];
  /** So many rows before the first that is drawn; 0 where it is not given. */
  readonly skip?: number;
  /** The rows before this number are all that will be drawn, with those that are skipped. */
  readonly most: number;
}

/** So few matches are scored one and all in less time than it takes to line combinations up. */
const FEW_SCORED = 500;

/** For pages deeper than so many rows, scoring every match costs less than to draw the best one by one. */
const MOST_BEST = 2000;

/** By ascending sort key, then by ascending row. */
export function orderedRows(ordering: Ordering): Iterator<OrderedRow> {
  const { segment, matches, order, skip = 0 } = ordering;
  switch (order.by) {
    case 'number':
      return orderedByNumber(segment.numbers(order.field), order.direction, matches, skip, ordering.most);
    case 'distance': {
      const { place } = segment;
      const rows =
        matches.kind === 'bitmap'
          ? walkOutwards(place, order.from, new RowTest([{ within: matches.bits }]), ordering.most)
          : nearestOfList(place, order.from, matches.rows, ordering.most);
      return after(skip, rows);
    }
    case 'relevance':
      return after(skip, byRelevance(ordering));
  }
}

function byRelevance({ segment: { text }, index, matches, words, most }: Ordering): Iterator<OrderedRow> {
  if (matches.total > FEW_SCORED && most <= MOST_BEST) {
    const combinations = findCombinations(text, index, words);
    if (combinations !== undefined) return negated(bestRows(combinations, bitsOf(matches, text.size), most));
  }
  const rows = matches.kind === 'list' ? matches.rows : rowsOf(matches.bits, matches.total);
  const scores = scoresOf(text, index, rows, words);
  return sortedBy(rows, most, (i) => -scores[i]);
}

function bitsOf(matches: Matches, size: number): Bits {
  if (matches.kind === 'bitmap') return matches.bits;
  const bits = noBits(size);
  setRows(bits, matches.rows);
  return bits;
}

/** The highest score comes first, so it is the lowest sort key. */
function* negated(best: Iterator<ScoredRow>): Iterator<OrderedRow> {
  for (let next = best.next(); next.done !== true; next = best.next()) {
    yield { row: next.value.row, sortKey: -next.value.score };
  }
}

function* sortedBy(rows: Uint32Array, most: number, keyAt: (i: number) => number): Iterator<OrderedRow> {
  const sortKeys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) sortKeys[i] = keyAt(i);
  for (const i of smallest(sortKeys, most)) yield { row: rows[i], sortKey: sortKeys[i] };
}
