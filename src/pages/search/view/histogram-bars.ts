// A histogram of prices, mileages or years. With script, dragging over bars sets the fields below it.
import type { Bin, ValueCounts } from '../../../api/responses.ts';
import { h, type ElementNode } from '../../element.ts';

const HEIGHT = 40;

interface Bars {
  /** The range that a drag sets: `price` for `price_min` and `price_max`. */
  readonly name: string;
  /** For screen readers. */
  readonly label: string;
  readonly bins: readonly Bin[];
  readonly min: number | null;
  readonly max: number | null;
}

/** Bars of equal width. Empty bins are absent from `bins`, and become gaps. */
export function histogram({ name, label, bins, min, max }: Bars): ElementNode {
  const first = bins[0]?.from ?? 0;
  const closed = bins.find(({ below }) => below !== null);
  const width = closed === undefined ? 1 : (closed.below ?? 0) - closed.from;
  const last = bins.at(-1)?.from ?? first;
  const slots = Math.round((last - first) / width) + 1;
  const tallest = Math.max(1, ...bins.map(({ count }) => count));
  return h(
    'svg',
    {
      class: 'histogram',
      role: 'img',
      'aria-label': label,
      viewBox: `0 0 ${slots} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      'data-name': name,
    },
    bins.map(({ from, below, count }) => {
      // High enough to be visible.
      const tall = Math.max(1.5, (count / tallest) * HEIGHT);
      const isIn = (min === null || below === null || below > min) && (max === null || from <= max);
      return h('rect', {
        class: isIn ? 'in' : 'out',
        x: (from - first) / width + 0.06,
        y: (HEIGHT - tall).toFixed(1),
        width: 0.88,
        height: tall.toFixed(1),
        'data-from': from,
        'data-below': below,
      });
    }),
  );
}

/** One bin per year, in ascending order. */
export function binsOfYears({ values }: ValueCounts): Bin[] {
  return values
    .map(({ value, count }) => ({ from: Number(value), below: Number(value) + 1, count }))
    .sort((a, b) => a.from - b.from);
}
