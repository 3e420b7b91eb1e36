// Sorts many items beside requests: one call of Array.sort on the names of 100,000 listings takes half a second.
import type { Steps } from './lazy-value.ts';

/** Sorted, or merged, between two yields. */
const STEP = 128;

/** Equal items stay in order. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  const { length } = items;
  let sorted: Item[] = [];
  for (let start = 0; start < length; start += STEP) {
    sorted.push(...items.slice(start, start + STEP).sort(compare));
    yield;
  }
  for (let run = STEP; run < length; run *= 2) {
    const merged: Item[] = [];
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(start + run, length);
      const end = Math.min(middle + run, length);
      let left = start;
      let right = middle;
      while (merged.length < end) {
        const isLeft = right === end || (left < middle && compare(sorted[left], sorted[right]) <= 0);
        merged.push(sorted[isLeft ? left++ : right++]);
        if (merged.length % STEP === 0) yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}
