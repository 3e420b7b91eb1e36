// Numbers for texts and for pairs of small numbers, in order of appearance, so that facts about a text can be stored in arrays.
// Pairs are found by open addressing in one array: looking up a Map per first number takes twice as long, because nearly each
// lookup misses the cache twice.

export class Numbering {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  textOf(number: number): string {
    return this.#texts[number];
  }
}

/** Numbers per slot: both of the pair, and the value plus one; 0 marks an empty slot. */
const SLOT = 3;
const INITIAL_SLOTS = 1024;

export class PairTable {
  #slots = new Int32Array(INITIAL_SLOTS * SLOT);
  #size = 0;

  /** The value of a pair. */
  find(first: number, second: number): number | undefined {
    const value = this.#slots[slotOf(this.#slots, first, second) + 2];
    return value === 0 ? undefined : value - 1;
  }

  /** Adds a new pair. Both numbers and the value must be from 0 to below 2^31 - 1. */
  add(first: number, second: number, value: number): void {
    if (++this.#size * 2 * SLOT > this.#slots.length) this.#grow();
    put(this.#slots, first, second, value + 1);
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#slots.length; at += SLOT) {
      const value = this.#slots[at + 2];
      if (value !== 0) put(larger, this.#slots[at], this.#slots[at + 1], value);
    }
    this.#slots = larger;
  }
}

function put(slots: Int32Array, first: number, second: number, value: number): void {
  const at = slotOf(slots, first, second);
  slots[at] = first;
  slots[at + 1] = second;
  slots[at + 2] = value;
}

/** The position of a pair, or of the empty slot for it. */
function slotOf(slots: Int32Array, first: number, second: number): number {
  const mask = slots.length / SLOT - 1;
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * SLOT;
    if (slots[at + 2] === 0 || (slots[at] === first && slots[at + 1] === second)) return at;
  }
}
