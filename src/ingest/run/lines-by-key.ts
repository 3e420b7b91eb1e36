// Finds the lines of a text by the keys that they begin with, 16 characters of base64url. A feed mostly has the records of its
// last run in the same order, so the line after the last one found is tried first. A hash table of the others is made once it is
// needed: numbers take a tenth of the memory of a Map of texts, and nothing of the garbage collector's time.

export const KEY_LENGTH = 16;

/** The bits of a base64url digit; 0 for other characters. */
const BITS = new Uint8Array(128);
for (const [bits, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].entries())
  BITS[digit.charCodeAt(0)] = bits;
/** Of a key, for its slot. */
const HASHED_DIGITS = 5;

export class LinesByKey {
  readonly #text: string;
  /** Where the lines end that have keys. */
  readonly #end: number;
  #next = 0;
  /** One more than the start of a line, 0 for none. A power of two of slots, at most half of them used. */
  #slots: Float64Array | undefined;

  /** All lines up to `end` begin with a key, no two with the same. */
  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  /** The start of the line with a key, and its end; undefined if there is none. */
  find(key: string): readonly [start: number, end: number] | undefined {
    const isNext = this.#next < this.#end && this.#text.startsWith(key, this.#next);
    const start = isNext ? this.#next : this.#lookUp(key);
    if (start === undefined) return undefined;
    const end = this.#text.indexOf('\n', start);
    this.#next = end + 1;
    return [start, end];
  }

  #lookUp(key: string): number | undefined {
    const slots = (this.#slots ??= this.#index());
    for (let slot = slotOf(key, 0, slots.length); ; slot = (slot + 1) & (slots.length - 1)) {
      const start = slots[slot] - 1;
      if (start < 0) return undefined;
      if (this.#text.startsWith(key, start)) return start;
    }
  }

  #index(): Float64Array {
    const text = this.#text;
    const starts: number[] = [];
    for (let start = 0; start < this.#end; start = text.indexOf('\n', start) + 1) starts.push(start);
    const slots = new Float64Array(2 ** Math.ceil(Math.log2(2 * starts.length + 2)));
    for (const start of starts) {
      let slot = slotOf(text, start, slots.length);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = start + 1;
    }
    return slots;
  }
}

function slotOf(text: string, start: number, slots: number): number {
  let bits = 0;
  for (let at = start; at < start + HASHED_DIGITS; at++) bits = (bits << 6) | BITS[text.charCodeAt(at) & 127];
  return bits & (slots - 1);
}
