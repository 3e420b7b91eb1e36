// Top-k selection by a heap of the best values so far, the worst on top, so one comparison rejects most values: O(n log count).

/** The indexes of the `count` smallest values, ascending by value, then by index. */
export function smallestK(values: Float64Array, count: number): Uint32Array {
  const size = Math.min(count, values.length);
  if (size === 0) return new Uint32Array(0);
  const before = (a: number, b: number): boolean =>
    values[a] < values[b] || (values[a] === values[b] && a < b);
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
    // Among equal values, the later index loses.
    if (values[i] >= values[heap[0]]) continue;
    heap[0] = i;
    sink(0);
  }
  return heap.sort((a, b) => (before(a, b) ? -1 : 1));
}

/** Keeps the `count` smallest of the numbers that are added. */
export class SmallestNumbers {
  /** Numbers from this one on are rejected. */
  bound: number;
  readonly #count: number;
  #numbers: Float64Array;
  #size = 0;

  constructor(count: number) {
    this.#count = count;
    this.#numbers = new Float64Array(Math.min(count, INITIAL_LENGTH));
    this.bound = count === 0 ? -Infinity : Infinity;
  }

  add(number: number): void {
    if (number >= this.bound) return;
    if (this.#size === this.#count) this.#sink(0, number);
    else {
      this.#push(number);
      if (this.#size < this.#count) return;
      for (let i = (this.#size >>> 1) - 1; i >= 0; i--) this.#sink(i, this.#numbers[i]);
    }
    this.bound = this.#numbers[0];
  }

  sorted(): Float64Array {
    return this.#numbers.slice(0, this.#size).sort();
  }

  #push(number: number): void {
    if (this.#size === this.#numbers.length) {
      const longer = new Float64Array(Math.min(2 * this.#size, this.#count));
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#size++] = number;
  }

  /** Puts a number into the heap at `start`, or below it while there are larger ones. */
  #sink(start: number, number: number): void {
    const heap = this.#numbers;
    const size = this.#size;
    let hole = start;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child] < heap[child + 1]) child++;
      if (number >= heap[child]) break;
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = number;
  }
}

const INITIAL_LENGTH = 64;
