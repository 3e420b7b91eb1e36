// Binary search in whatever is found by number: sorted arrays, columns, limits to try. Compared with a loop written out, a search
// through the callback takes as long in columns and lists of words; only `gallop`, in engine/postings/row-lists.ts, has its own
// loop, because there the callback takes a third longer.

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
