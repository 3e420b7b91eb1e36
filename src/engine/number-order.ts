// Matches in the order of a number column. Unknown values come last in either direction, equal ones by ascending row. A
// column in row order has them lie ready; one of few values has a bitmap of each, or has few matches counted into place.
// Else few matches are sorted by a heap, and for many the column's own order is walked until the page is full.
import type { Arrangement } from './arrangement.ts';
import { countBetween, countOnes, hasBit, rowsOf, type Bits } from './bits.ts';
import type { NumberColumn, Ranks } from './number-column.ts';
import type { OrderedRow } from './ordered-rows.ts';
import type { Matches } from './plan.ts';
import { gallop } from './row-lists.ts';
import { smallest } from './smallest.ts';

type Direction = 'ascending' | 'descending';

/** Fewer matches than one row in so many are counted into place sooner than the bitmaps of values are read. */
const DENSE_SHARE = 256;

/** From the row with the number `skip` on, counted from 0, and no further than to number `most`. */
export function orderedByNumber(
  column: NumberColumn,
  direction: Direction,
  matches: Matches,
  skip: number,
  most: number,
): Iterator<OrderedRow> {
  const { total } = matches;
  if (column.inRowOrder) {
    if (direction === 'ascending') return inRowOrder(matches, column, skip);
    return matches.kind === 'list'
      ? after(skip, listBackwards(column, matches.rows))
      : after(skip, bitsBackwards(column, matches.bits));
  }
  if (matches.kind === 'bitmap' && total * DENSE_SHARE > column.size && column.isByValue) {
    return valueByValue(column, direction, matches.bits, skip);
  }
  // Matches lie all over the order, so the walk to the last row of the page passes so many others.
  const steps = (Math.min(most, total) * column.size) / Math.max(1, total);
  if (matches.kind === 'bitmap' && steps < total) {
    const { bits } = matches;
    return after(
      skip,
      direction === 'ascending' ? walkAscending(column, bits) : walkDescending(column, bits),
    );
  }
  const rows = matches.kind === 'list' ? matches.rows : rowsOf(matches.bits, total);
  const { ranks } = column;
  return ranks === undefined
    ? after(skip, byHeap(column, direction, rows, most))
    : counted(ranks, direction, rows, skip, most);
}

/** The rows of an order without the first `skip`. */
export function after(skip: number, order: Iterator<OrderedRow>): Iterator<OrderedRow> {
  for (let i = 0; i < skip; i++) order.next();
  return order;
}

/**
 * The rows of one value are those below it in the order less those below the value before. The first `skip` are counted off. With an
 * arrangement, bits are those of its positions.
 */
export function* valueByValue(
  column: NumberColumn,
  direction: Direction,
  bits: Bits,
  skip: number,
  arrangement?: Arrangement,
): Iterator<OrderedRow> {
  const { cumulative } = column;
  const below = (slice: number): Bits => {
    const kept = cumulative.bits[slice];
    return arrangement === undefined ? kept : arrangement.of(kept);
  };
  const rowAt = arrangement?.rows;
  let left = skip;
  const slices = cumulative.positions.length - 1;
  for (let i = 0; i <= slices; i++) {
    const isUnknown = i === slices;
    const slice = isUnknown ? slices : direction === 'ascending' ? i : slices - 1 - i;
    const lower = below(slice);
    const upper = isUnknown ? bits : below(slice + 1);
    const value = isUnknown ? Infinity : column.valueOr(column.rowAt(cumulative.positions[slice]), Infinity);
    const sortKey = direction === 'ascending' || isUnknown ? value : -value;
    if (left > 0) {
      const count = countBetween(bits, upper, lower);
      if (count <= left) {
        left -= count;
        continue;
      }
    }
    for (let at = 0; at < bits.length; at++) {
      let word = bits[at] & upper[at] & ~lower[at];
      for (; word !== 0 && left > 0; left--) word &= word - 1;
      for (; word !== 0; word &= word - 1) {
        const position = (at << 5) + 31 - Math.clz32(word & -word);
        yield { row: rowAt === undefined ? position : rowAt[position], sortKey };
      }
    }
  }
}

function* byHeap(
  column: NumberColumn,
  direction: Direction,
  rows: Uint32Array,
  most: number,
): Iterator<OrderedRow> {
  const sign = direction === 'ascending' ? 1 : -1;
  const sortKeys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) sortKeys[i] = sign * column.valueOr(rows[i], sign * Infinity);
  for (const i of smallest(sortKeys, most)) yield { row: rows[i], sortKey: sortKeys[i] };
}

/** How many rows have each value says where the page's rows are: O(rows), however deep the page. */
function* counted(
  { ranks, values }: Ranks,
  direction: Direction,
  rows: Uint32Array,
  skip: number,
  most: number,
): Iterator<OrderedRow> {
  const counts = new Uint32Array(values.length + 1);
  for (let i = 0; i < rows.length; i++) counts[ranks[rows[i]]]++;
  const inOrder = Array.from(values, (_, i) => (direction === 'ascending' ? i : values.length - 1 - i));
  inOrder.push(values.length);
  // Ranks beyond the page get no place.
  const NOWHERE = 0xffffffff;
  const places = new Uint32Array(values.length + 1).fill(NOWHERE);
  let length = 0;
  for (const rank of inOrder) {
    if (length >= most) break;
    places[rank] = length;
    length += counts[rank];
  }
  const sorted = new Uint32Array(length);
  for (let i = 0; i < rows.length; i++) {
    const rank = ranks[rows[i]];
    if (places[rank] !== NOWHERE) sorted[places[rank]++] = rows[i];
  }
  const sign = direction === 'ascending' ? 1 : -1;
  for (const row of sorted.subarray(skip)) {
    const rank = ranks[row];
    yield { row, sortKey: rank === values.length ? Infinity : sign * values[rank] };
  }
}

function* inRowOrder(matches: Matches, column: NumberColumn, skip: number): Iterator<OrderedRow> {
  const rows =
    matches.kind === 'list'
      ? matches.rows.subarray(skip)
      : presentRows(matches.bits, positionOf(matches.bits, skip), column.size);
  for (const row of rows) yield { row, sortKey: column.valueOr(row, Infinity) };
}

/** The row present with the number `index`, counted from 0; the end of the bitmap if there are not so many. */
function positionOf(bits: Bits, index: number): number {
  let left = index;
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at];
    const count = countOnes(word);
    if (count <= left) {
      left -= count;
      continue;
    }
    for (; left > 0; left--) word &= word - 1;
    return (at << 5) + 31 - Math.clz32(word & -word);
  }
  return bits.length << 5;
}

/** The rows present from `from` up to but not including `to`. */
function* presentRows(bits: Bits, from: number, to: number): Iterable<number> {
  for (let i = from >>> 5; i << 5 < to; i++) {
    let word = i === from >>> 5 ? bits[i] & (-1 << (from & 31)) : bits[i];
    for (; word !== 0; word &= word - 1) {
      const row = (i << 5) + 31 - Math.clz32(word & -word);
      if (row >= to) return;
      yield row;
    }
  }
}

/** Values from the last to the first, but rows of one value forwards. */
function* listBackwards(column: NumberColumn, rows: Uint32Array): Iterator<OrderedRow> {
  const known = gallop(rows, column.known, 0);
  for (let end = known; end > 0;) {
    const value = column.valueOr(rows[end - 1], Infinity);
    let first = end - 1;
    while (first > 0 && column.valueOr(rows[first - 1], Infinity) === value) first--;
    for (let i = first; i < end; i++) yield { row: rows[i], sortKey: -value };
    end = first;
  }
  for (let i = known; i < rows.length; i++) yield { row: rows[i], sortKey: Infinity };
}

function* bitsBackwards(column: NumberColumn, bits: Bits): Iterator<OrderedRow> {
  for (let end = column.known; end > 0;) {
    const last = lastBefore(bits, end);
    if (last < 0) break;
    const value = column.valueOr(last, Infinity);
    const first = column.firstAtLeast(value);
    for (const row of presentRows(bits, first, end)) yield { row, sortKey: -value };
    end = first;
  }
  for (const row of presentRows(bits, column.known, column.size)) yield { row, sortKey: Infinity };
}

/** The last row present before `end`, or -1. */
function lastBefore(bits: Bits, end: number): number {
  let i = (end - 1) >>> 5;
  let word = bits[i] & (-1 >>> (31 - ((end - 1) & 31)));
  while (word === 0 && i > 0) word = bits[--i];
  return word === 0 ? -1 : (i << 5) + 31 - Math.clz32(word);
}

function* walkAscending(column: NumberColumn, bits: Bits): Iterator<OrderedRow> {
  for (let position = 0; position < column.size; position++) {
    const row = column.rowAt(position);
    if (hasBit(bits, row)) yield { row, sortKey: column.valueOr(row, Infinity) };
  }
}

/** Values from the last to the first, but rows of one value forwards. */
function* walkDescending(column: NumberColumn, bits: Bits): Iterator<OrderedRow> {
  for (let end = column.known; end > 0;) {
    const value = column.valueOr(column.rowAt(end - 1), Infinity);
    const first = column.firstAtLeast(value);
    for (let position = first; position < end; position++) {
      const row = column.rowAt(position);
      if (hasBit(bits, row)) yield { row, sortKey: -value };
    }
    end = first;
  }
  yield* unknownRows(column, bits);
}

function* unknownRows(column: NumberColumn, bits: Bits): Generator<OrderedRow> {
  for (let position = column.known; position < column.size; position++) {
    const row = column.rowAt(position);
    if (hasBit(bits, row)) yield { row, sortKey: Infinity };
  }
}
