// Top-k selection.

/**
 * The indexes of the `count` smallest values, ascending by value, ties by their number in `ties`, then by index. A heap holds
 * the best so far, the worst on top, so most values are rejected by one comparison. O(n log count).
 */
export function smallestK(values: Float64Array, count: number, ties?: Float64Array): Uint32Array {
  const size = Math.min(count, values.length);
  if (size === 0) return new Uint32Array(0);
  const before =
    ties === undefined
      ? (a: number, b: number): boolean => values[a] < values[b] || (values[a] === values[b] && a < b)
      : (a: number, b: number): boolean =>
          values[a] < values[b] ||
          (values[a] === values[b] && (ties[a] < ties[b] || (ties[a] === ties[b] && a < b)));
  const heap = Uint32Array.from({ length: size }, (_, index) => index);
  const sink = (start: number): void => {
    const item = heap[start];
    let hole = start;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && before(heap[child], heap[child + 1])) child++;
      if (!before(item, heap[child])) break;
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = item;
  };
  for (let i = (size >>> 1) - 1; i >= 0; i--) sink(i);
  for (let i = size; i < values.length; i++) {
    // Of equal values, the later index loses.
    if (ties === undefined ? values[i] >= values[heap[0]] : !before(i, heap[0])) continue;
    heap[0] = i;
    sink(0);
  }
  return heap.sort((a, b) => (before(a, b) ? -1 : 1));
}
