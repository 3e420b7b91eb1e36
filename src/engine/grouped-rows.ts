// The rows of one value (a make) where all other filters lie ready (row-test.ts), whatever their order. The other filters
// are rearranged to the rows of the value, of which there are a thirtieth of a segment or fewer: a page deep in the order
// of a column of few values is counted off there, without a look at the rows before it.
import { maskedBits } from './arrangement.ts';
import { clearBit, hasBit, rowsOf, type Bits } from './bits.ts';
import type { FoundRows } from './found-rows.ts';
import { valueByValue } from './number-order.ts';
import { orderedRows } from './ordered-rows.ts';
import { isImplied } from './plan.ts';
import type { RowFilter } from './row-filter.ts';
import { gallop } from './row-lists.ts';
import { RowTest } from './row-test.ts';
import type { Order } from './schema.ts';
import type { LiveSegment } from './snapshot.ts';
import { ValueFilter } from './value-column.ts';

/** The rows of fewer are looked at one by one in about the same time. */
const FEW_GROUPED = 4096;

/** Undefined where it is not for this way. There is no circle. Fewer rows than `few` are left to the other ways. */
export function findGrouped(
  { segment, alive }: LiveSegment,
  order: Order,
  filters: readonly RowFilter[],
  few = FEW_GROUPED,
): FoundRows | undefined {
  if (order.by === 'relevance') return undefined;
  const lead = filters.reduce<RowFilter | undefined>(leaner, undefined);
  if (!(lead instanceof ValueFilter) || lead.estimate < few) return undefined;
  const arrangement = lead.arrangement();
  const test = RowTest.of(filters.filter((filter) => filter !== lead && !isImplied(filter, lead)));
  if (arrangement === undefined || test === undefined) return undefined;
  const column = order.by === 'number' ? segment.numbers(order.field) : undefined;
  const isCountedOff = column?.isByValue === true;
  // The list of a value lies ready: nothing is gained by making it from a bitmap.
  if (test.masks.length === 0 && !isCountedOff) return undefined;

  const { rows } = arrangement;
  const from = test.run === undefined ? 0 : gallop(rows, test.run.from, 0);
  const to = test.run === undefined ? rows.length : gallop(rows, test.run.to, from);
  const { bits, count } = maskedBits(arrangement.masks(test), from, to, rows.length);
  const total = alive === null ? count : count - clearDead(bits, rows, alive);
  return {
    total,
    draw(skip, most) {
      if (isCountedOff && order.by === 'number') {
        return valueByValue(column, order.direction, bits, skip, arrangement);
      }
      const found = rowsOf(bits, total);
      for (let i = 0; i < found.length; i++) found[i] = rows[found[i]];
      const matches = { kind: 'list', total, rows: found } as const;
      return orderedRows({ segment, index: 0, matches, order, words: [], skip, most });
    },
  };
}

function leaner(best: RowFilter | undefined, filter: RowFilter): RowFilter {
  return best === undefined || filter.estimate < best.estimate ? filter : best;
}

/** Takes out the positions of dead rows; returns how many they were. */
function clearDead(bits: Bits, rows: Uint32Array, alive: Bits): number {
  let dead = 0;
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at]; word !== 0; word &= word - 1) {
      const position = (at << 5) + 31 - Math.clz32(word & -word);
      if (hasBit(alive, rows[position])) continue;
      clearBit(bits, position);
      dead++;
    }
  }
  return dead;
}
