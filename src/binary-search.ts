// Binary search over anything with numbered steps: sorted arrays, columns, candidate limits. A call of `isPast` for each step
// costs little beside reading a column or comparing words. Where an intersection or a circle searches short parts of a typed
// array again and again, it costs a third to twice as much: `gallop` and engine/columns/geo-bands.ts have loops of their own.

/** The first whole number in [`from`, `to`) for which `isPast` holds, as it must for all later ones; `to` if there is none. */
export function partitionPoint(from: number, to: number, isPast: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
