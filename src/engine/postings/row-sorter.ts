// Puts the rows of a posting list in order. Rows are marked in a bitmap and read off it; a second bitmap says which words
// of the first are in use, so a short list does not pay for a long bitmap. Merging sorted lists instead would compare
// each row as often as the number of parts can be halved, and every comparison of such rows is a guess.
import { DELETED } from '../segment/row-map.ts';

/** Fewer rows are sorted where they stand. */
const INSERTION_SORT_THRESHOLD = 24;

export class RowSorter {
  readonly #words: Uint32Array;
  readonly #used: Uint32Array;
  readonly #few = new Uint32Array(INSERTION_SORT_THRESHOLD);
  #count = 0;
  #isMarked = false;

  /** For rows below `size`. */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
    this.#used = new Uint32Array((this.#words.length + 31) >>> 5);
  }

  /** Takes in the new numbers of `rows[start] … rows[end - 1]`; those that are gone are left out. */
  add(rows: Uint32Array, start: number, end: number, target: Uint32Array): void {
    if (!this.#isMarked && this.#count + end - start <= INSERTION_SORT_THRESHOLD) {
      for (let i = start; i < end; i++) {
        const row = target[rows[i]];
        if (row !== DELETED) this.#insert(row);
      }
      return;
    }
    if (!this.#isMarked) this.#markFew();
    mark(this.#words, this.#used, rows, start, end, target);
  }

  /** Writes what was taken in to `out` from `from` on, ascending, and forgets it. Returns where it ends. */
  drain(out: Uint32Array, from: number): number {
    if (this.#isMarked) {
      this.#isMarked = false;
      return drain(this.#words, this.#used, out, from);
    }
    for (let i = 0; i < this.#count; i++) out[from + i] = this.#few[i];
    const end = from + this.#count;
    this.#count = 0;
    return end;
  }

  #insert(row: number): void {
    let at = this.#count++;
    for (; at > 0 && this.#few[at - 1] > row; at--) this.#few[at] = this.#few[at - 1];
    this.#few[at] = row;
  }

  #markFew(): void {
    this.#isMarked = true;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#few[i];
      this.#words[row >>> 5] |= 1 << (row & 31);
      this.#used[row >>> 10] |= 1 << ((row >>> 5) & 31);
    }
    this.#count = 0;
  }
}

// Functions of their own, so that their loops work on locals instead of private fields.

function mark(
  words: Uint32Array,
  used: Uint32Array,
  rows: Uint32Array,
  start: number,
  end: number,
  target: Uint32Array,
): void {
  for (let i = start; i < end; i++) {
    const row = target[rows[i]];
    if (row === DELETED) continue;
    words[row >>> 5] |= 1 << (row & 31);
    used[row >>> 10] |= 1 << ((row >>> 5) & 31);
  }
}

function drain(words: Uint32Array, used: Uint32Array, out: Uint32Array, from: number): number {
  let filled = from;
  for (let block = 0; block < used.length; block++) {
    if (used[block] === 0) continue;
    for (let inUse = used[block]; inUse !== 0; inUse &= inUse - 1) {
      const index = (block << 5) + 31 - Math.clz32(inUse & -inUse);
      for (let word = words[index]; word !== 0; word &= word - 1) {
        out[filled++] = (index << 5) + 31 - Math.clz32(word & -word);
      }
      words[index] = 0;
    }
    used[block] = 0;
  }
  return filled;
}
