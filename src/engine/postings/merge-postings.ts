// Merges inverted indexes: the terms of live rows, and for each term and impact one list of all sources. Linear in the postings,
// without allocations for single postings.
import { DELETED, mergeSortedRuns } from '../segment/row-map.ts';
import { compareStrings, concatStrings, takeStrings } from '../columns/packed-strings.ts';
import { sharedUint32s, sharedUint32sOf, sharedUint8s } from '../columns/shared-arrays.ts';
import type { Steps } from '../time-slices.ts';
import type { InvertedIndexData } from './inverted-index.ts';

/** Terms merged between two yields. */
const TERMS_PER_STEP = 64;

export function* mergeInvertedIndexes(
  columns: readonly InvertedIndexData[],
  { size, newRows }: { readonly size: number; readonly newRows: readonly Uint32Array[] },
): Steps<InvertedIndexData> {
  const { joined, firsts } = concatStrings(columns.map(({ terms }) => terms));
  const runs = columns.map(({ terms }, part) => {
    return Uint32Array.from({ length: terms.offsets.length - 1 }, (_, term) => firsts[part] + term);
  });
  const order = mergeSortedRuns(runs, (a, b) => compareStrings(joined, a, b) < 0);
  const lists = new PostingsMerger(columns, newRows, size);
  const partOf = new Uint32Array(order.length);
  runs.forEach((run, part) => partOf.fill(part, firsts[part], firsts[part] + run.length));

  const liveTerms: number[] = [];
  const firstLists = [0];
  for (let i = 0; i < order.length;) {
    const term = order[i];
    do {
      lists.add(partOf[order[i]], order[i] - firsts[partOf[order[i]]]);
      i++;
    } while (i < order.length && compareStrings(joined, order[i], term) === 0);
    if (!lists.merge()) continue;
    liveTerms.push(term);
    firstLists.push(lists.count);
    if (liveTerms.length % TERMS_PER_STEP === 0) yield;
  }
  return {
    terms: takeStrings(joined, Uint32Array.from(liveTerms)),
    firstLists: sharedUint32sOf(firstLists),
    ...lists.finish(),
  };
}

/** Merges the lists of one term after the other, source by source. Lists of equal impact become one. */
class PostingsMerger {
  readonly #columns: readonly InvertedIndexData[];
  readonly #newRows: readonly Uint32Array[];
  readonly #sorter: RowSorter;
  readonly #rows: Uint32Array;
  readonly #impacts: number[] = [];
  readonly #starts: number[] = [];
  #filled = 0;
  /** The sources that have the term, the next list of each, and the end of its lists. */
  readonly #parts: Uint32Array;
  readonly #next: Uint32Array;
  readonly #ends: Uint32Array;
  #members = 0;

  constructor(columns: readonly InvertedIndexData[], newRows: readonly Uint32Array[], size: number) {
    this.#columns = columns;
    this.#newRows = newRows;
    this.#sorter = new RowSorter(size);
    this.#rows = sharedUint32s(
      columns.reduce((sum, { rows }, part) => sum + livePostings(rows, newRows[part]), 0),
    );
    this.#parts = new Uint32Array(columns.length);
    this.#next = new Uint32Array(columns.length);
    this.#ends = new Uint32Array(columns.length);
  }

  /** Number of lists merged so far. */
  get count(): number {
    return this.#impacts.length;
  }

  add(part: number, term: number): void {
    const { firstLists } = this.#columns[part];
    this.#parts[this.#members] = part;
    this.#next[this.#members] = firstLists[term];
    this.#ends[this.#members++] = firstLists[term + 1];
  }

  /** Merges the lists of the sources that were added. False if none of their rows is live. */
  merge(): boolean {
    const before = this.#impacts.length;
    for (let impact = this.#highest(); impact > 0; impact = this.#highest()) {
      const start = this.#filled;
      this.#mergeImpact(impact);
      if (this.#filled === start) continue;
      this.#impacts.push(impact);
      this.#starts.push(start);
    }
    this.#members = 0;
    return this.#impacts.length > before;
  }

  finish(): Pick<InvertedIndexData, 'impacts' | 'starts' | 'rows'> {
    const impacts = sharedUint8s(this.#impacts.length);
    impacts.set(this.#impacts);
    this.#starts.push(this.#filled);
    return { impacts, starts: sharedUint32sOf(this.#starts), rows: this.#rows };
  }

  /** The highest impact of the remaining lists; 0 if there are none. */
  #highest(): number {
    let highest = 0;
    for (let i = 0; i < this.#members; i++) {
      if (this.#next[i] === this.#ends[i]) continue;
      highest = Math.max(highest, this.#columns[this.#parts[i]].impacts[this.#next[i]]);
    }
    return highest;
  }

  #mergeImpact(impact: number): void {
    for (let i = 0; i < this.#members; i++) {
      const list = this.#next[i];
      const { impacts, starts, rows } = this.#columns[this.#parts[i]];
      if (list === this.#ends[i] || impacts[list] !== impact) continue;
      this.#next[i]++;
      const target = this.#newRows[this.#parts[i]];
      this.#sorter.add(rows, starts[list], starts[list + 1], target);
    }
    this.#filled = this.#sorter.drain(this.#rows, this.#filled);
  }
}

function livePostings(rows: Uint32Array, target: Uint32Array): number {
  if (!target.includes(DELETED)) return rows.length;
  let liveCount = 0;
  for (let i = 0; i < rows.length; i++) if (target[rows[i]] !== DELETED) liveCount++;
  return liveCount;
}

/** Fewer rows than this are sorted by insertion. */
const INSERTION_SORT_THRESHOLD = 24;

/**
 * Sorts the rows of a posting list by setting them in a bitmap and reading it. A second bitmap marks the words in use, so short
 * lists do not pay for a long bitmap. Merging sorted lists would compare each row several times, with unpredictable results.
 */
export class RowSorter {
  readonly #words: Uint32Array;
  readonly #used: Uint32Array;
  readonly #few = new Uint32Array(INSERTION_SORT_THRESHOLD);
  #count = 0;
  #isMarked = false;

  /** For row numbers below `size`. */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
    this.#used = new Uint32Array((this.#words.length + 31) >>> 5);
  }

  /** Adds the new numbers of `rows[start] … rows[end - 1]`, except deleted rows. */
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

  /** Writes the added rows to `out` from index `from`, ascending, and clears them. Returns the end index. */
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

/** A function instead of a method, as the next one, so that its loop works on locals instead of private fields. */
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
