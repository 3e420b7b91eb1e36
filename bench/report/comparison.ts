// What --against prints.
import type { Comparison, Spread } from '../against.ts';
import { digits, table, whole } from './format.ts';

export function renderComparison({ ref, listings, rounds, shapes }: Comparison): string {
  const spread = ({ median, least, most }: Spread): string =>
    `${digits(median)} (${digits(least)}–${digits(most)})`;
  const rows = shapes.map(({ name, says, before, now, ratio, differing }) => [
    `${name}: ${says}`,
    spread(before),
    spread(now),
    digits(ratio),
    differing === 0 ? 'same' : `${differing} differ`,
  ]);
  return [
    `# The working tree against ${ref}`,
    '',
    `${whole(listings)} listings, ${rounds} rounds. Times are medians of a shape's questions in ms: the median of the ` +
      'rounds, and in brackets the least and the most. A ratio below 1 means that the working tree is faster; it says ' +
      'something only where the brackets do not overlap.',
    '',
    table(['shape', ref, 'working tree', 'ratio', 'totals'], rows),
    '',
  ].join('\n');
}
