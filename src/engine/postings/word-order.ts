// Sorts words. A word's first letters fit into one number, and a typed array of numbers is sorted natively: 100,000 words take 15
// ms of CPU time instead of 60.

/** Units with ranks of their own: lower-case letters, digits, and the other characters of terms. */
const OWN = /[+.0-9=@a-z~]/;
const BITS = 6;
/** The rank of all units beyond ASCII. */
const BEYOND = 2 ** BITS - 1;
/** Ranks of UTF-16 units, in their order. Neighbouring units without ranks of their own share one. */
const RANKS = new Uint8Array(128);
const IS_OWN = Array.from(RANKS, (_, unit) => OWN.test(String.fromCharCode(unit)));
for (let unit = 0; unit < RANKS.length; unit++) {
  const before = unit === 0 ? 0 : RANKS[unit - 1];
  RANKS[unit] = unit === 0 || IS_OWN[unit] || IS_OWN[unit - 1] ? before + 1 : before;
}

/** The numbers of the words from 0, in the order of the words' UTF-16 units. */
export function wordOrder(words: readonly string[]): Uint32Array {
  // The head and the number of a word fit the 53 bits of a double.
  const letters = words.length < 2 ** 23 ? 5 : 4;
  const packed = new Float64Array(words.length);
  for (let i = 0; i < words.length; i++) packed[i] = headOf(words[i], letters) * words.length + i;
  packed.sort();
  const order = new Uint32Array(words.length);
  const heads = new Uint32Array(words.length);
  for (let i = 0; i < order.length; i++) {
    heads[i] = Math.floor(packed[i] / words.length);
    order[i] = packed[i] - heads[i] * words.length;
  }
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && heads[end] === heads[start]) end++;
    if (end - start > 1) {
      const tied = Array.from(order.subarray(start, end));
      order.set(
        tied.sort((a, b) => (words[a] < words[b] ? -1 : 1)),
        start,
      );
    }
    start = end;
  }
  return order;
}

/** The ranks of the first letters, up to the first shared rank; 0 after that. */
function headOf(word: string, letters: number): number {
  let head = 0;
  let isExact = true;
  for (let i = 0; i < letters; i++) {
    const unit: number = i < word.length && isExact ? word.charCodeAt(i) : -1;
    head = head * 2 ** BITS + (unit < 0 ? 0 : unit < RANKS.length ? RANKS[unit] : BEYOND);
    isExact &&= unit >= 0 && IS_OWN[unit] === true;
  }
  return head;
}
