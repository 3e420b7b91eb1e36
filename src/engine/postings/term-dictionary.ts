// Numbers the terms of a segment while it is built, by a hash table over UTF-16 units. A Map of strings would need a
// string for every word of every text, nearly all of them only to be looked up. On 99,187 adverts the inverted index
// takes 1.4 s of CPU time instead of 2.1 s.
import { hashOf } from './ascii-tokenizer.ts';

/** Numbers in a slot: the hash of a term, its number plus one (0 marks an empty slot), and where its units are. */
const SLOT = 4;
const INITIAL_SLOTS = 2048;
const IS_LATIN = /^[\0-\xff]*$/;

export class TermDictionary {
  /**
   * Open addressing; at least half of the slots are empty. All that a lookup compares is in the slot, but for the units:
   * separate arrays take half as long again, because each of them misses the cache.
   */
  #slots = new Int32Array(INITIAL_SLOTS * SLOT);
  /** The UTF-16 units of all terms, one after the other, and where each ends. */
  #units = new Uint16Array(8192);
  #ends = new Uint32Array(1024);
  /** The units of a word to look up. */
  #word = new Uint16Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * The number of the word `units[start] … units[end - 1]`, from 0 in order of first appearance. `hash` is its
   * `hashOf`.
   */
  idOf(units: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const known = this.#units;
    const mask = slots.length - 1;
    const length = end - start;
    const signed = hash | 0;
    let at = (signed * SLOT) & mask;
    for (; slots[at + 1] !== 0; at = (at + SLOT) & mask) {
      if (slots[at] !== signed || slots[at + 3] !== length) continue;
      const from = slots[at + 2];
      let i = 0;
      while (i < length && known[from + i] === units[start + i]) i++;
      if (i === length) return slots[at + 1] - 1;
    }
    return this.#add(at, signed, units.subarray(start, end));
  }

  /** The number of the word `text.slice(start, end)`. */
  idOfText(text: string, start: number, end: number): number {
    const length = end - start;
    if (length > this.#word.length) this.#word = new Uint16Array(length * 2);
    for (let i = 0; i < length; i++) this.#word[i] = text.charCodeAt(start + i);
    return this.idOf(this.#word, 0, length, hashOf(this.#word, 0, length));
  }

  /** All terms by number. */
  words(): string[] {
    // Decoded at once: making a string of each term's units takes ten times as long.
    const used = this.#units.subarray(0, this.#size === 0 ? 0 : this.#ends[this.#size - 1]);
    const wide = Buffer.from(used.buffer, 0, used.byteLength).toString('utf16le');
    const all = IS_LATIN.test(wide) ? Buffer.from(used).toString('latin1') : wide;
    const words = new Array<string>(this.#size);
    for (let term = 0; term < words.length; term++)
      words[term] = all.slice(this.#startOf(term), this.#ends[term]);
    return words;
  }

  word(term: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#startOf(term), this.#ends[term]));
  }

  #startOf(term: number): number {
    return term === 0 ? 0 : this.#ends[term - 1];
  }

  #add(at: number, hash: number, word: Uint16Array): number {
    const term = this.#size++;
    const from = this.#startOf(term);
    const end = from + word.length;
    if (term === this.#ends.length) this.#ends = grown(this.#ends, term + 1);
    if (end > this.#units.length) this.#units = grown(this.#units, end);
    this.#units.set(word, from);
    this.#ends[term] = end;
    this.#slots[at] = hash;
    this.#slots[at + 1] = term + 1;
    this.#slots[at + 2] = from;
    this.#slots[at + 3] = word.length;
    if (this.#size * 2 * SLOT > this.#slots.length) this.#rehash();
    return term;
  }

  #rehash(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < before.length; from += SLOT) {
      if (before[from + 1] === 0) continue;
      let at = (before[from] * SLOT) & mask;
      while (slots[at + 1] !== 0) at = (at + SLOT) & mask;
      for (let i = 0; i < SLOT; i++) slots[at + i] = before[from + i];
    }
    this.#slots = slots;
  }
}

/** A copy of at least `need` elements, and at least twice the length. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  array: A,
  need: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}
