// Columns of prices that are in each record the sum of two other columns, one of which comes on top, as VAT does on a net price.
import { hasWord } from '../tables/feed-tables.ts';

/** Fewer records may add up by chance. */
const MIN_SUMS = 3;
/** Maximum columns that are tried in each of the three places. */
const MAX_AMOUNTS = 12;
/** In pounds: sums are rounded to pence. */
const MAX_ROUNDING = 0.02;

/** The names of these columns, and as `parts` those of the columns that are added. */
export function sumsIn(columns: readonly (readonly [name: string, cells: readonly string[]])[]): {
  readonly sums: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
} {
  const [sums, parts] = [new Set<string>(), new Set<string>()];
  const amounts = columns
    .map(([name, cells]) => ({ name, of: cells.map((text) => Number(text.replace(/[£,\s]/g, '') || NaN)) }))
    .filter(({ of }) => of.filter((amount) => amount > 0).length >= MIN_SUMS);
  const isOnTop = (name: string): boolean => hasWord(name, 'on top');
  for (const top of amounts.filter(({ name }) => isOnTop(name)).slice(0, MAX_AMOUNTS))
    for (const base of amounts.slice(0, MAX_AMOUNTS))
      for (const sum of amounts.slice(0, MAX_AMOUNTS)) {
        const left = sum.of
          .map((amount, n) => amount - base.of[n] - top.of[n])
          .filter((n) => !Number.isNaN(n));
        const areSums = left.length >= MIN_SUMS && left.every((rest) => Math.abs(rest) < MAX_ROUNDING);
        if (!areSums || new Set([top, base, sum]).size < 3) continue;
        sums.add(sum.name);
        for (const { name } of [top, base]) parts.add(name);
      }
  return { sums, parts };
}
