// Bitmaps over the rows of one segment: one bit a row, 32 rows a word, bits past the last row always zero. Plain
// functions on Uint32Array, because a wrapper object would cost more than most of them do.

/** One bit a row; row `r` is bit `r & 31` of word `r >>> 5`. */
export type Bits = Uint32Array;

/** All rows absent. */
export function noBits(rows: number): Bits {
  return new Uint32Array((rows + 31) >>> 5);
}

/** All rows present. */
export function allBits(rows: number): Bits {
  const bits = noBits(rows);
  setInterval(bits, 0, rows);
  return bits;
}

export function hasBit(bits: Bits, row: number): boolean {
  return (bits[row >>> 5] & (1 << (row & 31))) !== 0;
}

export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] |= 1 << (row & 31);
}

export function clearBit(bits: Bits, row: number): void {
  bits[row >>> 5] &= ~(1 << (row & 31));
}

/** Adds the rows `from` up to but not including `to`. */
export function setInterval(bits: Bits, from: number, to: number): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bits[first] |= head & tail;
    return;
  }
  bits[first] |= head;
  bits.fill(0xffffffff, first + 1, last);
  bits[last] |= tail;
}

/** Adds each of `rows`, or those at the positions `from` up to but not including `to`. */
export function setRows(bits: Bits, rows: Uint32Array, from = 0, to = rows.length): void {
  for (let i = from; i < to; i++) bits[rows[i] >>> 5] |= 1 << (rows[i] & 31);
}

/** What is in `a` but not in `b`, as a new bitmap. */
export function difference(a: Bits, b: Bits): Bits {
  const bits = new Uint32Array(a.length);
  for (let i = 0; i < bits.length; i++) bits[i] = a[i] & ~b[i];
  return bits;
}

/** Number of rows present. O(rows / 32). */
export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += countOnes(bits[i]);
  return count;
}

/** Number of rows present in both, without a bitmap in between. O(rows / 32). */
export function countCommon(a: Bits, b: Bits): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    count += countOnes(a[i] & b[i]);
  }
  return count;
}

/** Number of rows present in `bits` and `upper` but not in `lower`. O(rows / 32). */
export function countBetween(bits: Bits, upper: Bits, lower: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += countOnes(bits[i] & upper[i] & ~lower[i]);
  return count;
}

/** The rows present, ascending. `count` is their number where it is known. */
export function rowsOf(bits: Bits, count = countBits(bits)): Uint32Array {
  const rows = new Uint32Array(count);
  let filled = 0;
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i];
    while (word !== 0) {
      rows[filled++] = (i << 5) + trailingZeros(word);
      word &= word - 1;
    }
  }
  return rows;
}

/** Number of ones in a 32-bit word, by adding neighbouring groups of bits in parallel. */
export function countOnes(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
