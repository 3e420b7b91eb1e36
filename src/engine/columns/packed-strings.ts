// Lists of strings as two flat arrays: UTF-8 bytes, and the offset at which each string ends. So a segment consists of typed
// arrays alone, and its strings are compared, concatenated and selected without being decoded.
import { STEP_ITEMS, type Steps } from '../time-slices.ts';
import { sharedUint32s, sharedUint32sOf, sharedUint8s, grown } from './shared-arrays.ts';

export interface PackedStrings {
  readonly bytes: Uint8Array;
  /** One offset more than strings; string `i` is `bytes[offsets[i]] … bytes[offsets[i + 1] - 1]`. */
  readonly offsets: Uint32Array;
}

const encoder = new TextEncoder();
// The decoder would otherwise drop a byte order mark at the start of a string.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Packs strings one by one, so that they need not be stored. */
export class StringPacker {
  #bytes = new Uint8Array(1024);
  #offsets = new Uint32Array(64);
  #size = 0;

  /** Number of strings so far. */
  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    const start = this.#offsets[this.#size];
    // A UTF-16 unit takes at most three bytes in UTF-8.
    if (start + text.length * 3 > this.#bytes.length)
      this.#bytes = grown(this.#bytes, start + text.length * 3);
    if (this.#size + 1 === this.#offsets.length) this.#offsets = grown(this.#offsets, this.#size + 2);
    this.#offsets[++this.#size] = start + packInto(this.#bytes, start, text);
  }

  /** The strings so far, valid until the next one is added. */
  get packed(): PackedStrings {
    const offsets = this.#offsets.subarray(0, this.#size + 1);
    return { bytes: this.#bytes.subarray(0, offsets[this.#size]), offsets };
  }
}

/** Writes a string as UTF-8 and returns its number of bytes. For such short strings, the encoder takes several times as long. */
function packInto(bytes: Uint8Array, start: number, text: string): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return encoder.encodeInto(text, bytes.subarray(start)).written;
    bytes[start + i] = unit;
  }
  return text.length;
}

export function packStrings(strings: readonly string[]): PackedStrings {
  const packer = new StringPacker();
  for (const string of strings) packer.add(string);
  const { bytes, offsets } = packer.packed;
  const exact = sharedUint8s(bytes.length);
  exact.set(bytes);
  return { bytes: exact, offsets: sharedUint32sOf(offsets) };
}

export function stringAt(list: PackedStrings, index: number): string {
  return decoder.decode(list.bytes.subarray(list.offsets[index], list.offsets[index + 1]));
}

/** Whether two strings of two lists are equal. Compares bytes. */
export function stringsEqual(a: PackedStrings, i: number, b: PackedStrings, j: number): boolean {
  const from = a.offsets[i];
  const length = a.offsets[i + 1] - from;
  const start = b.offsets[j];
  if (b.offsets[j + 1] - start !== length) return false;
  for (let at = 0; at < length; at++) if (a.bytes[from + at] !== b.bytes[start + at]) return false;
  return true;
}

/** Whether a string of the list equals `text`. Decodes it only if it is not ASCII. */
export function stringEquals(list: PackedStrings, index: number, text: string): boolean {
  const start = list.offsets[index];
  const length = list.offsets[index + 1] - start;
  for (let at = 0; at < length; at++) {
    const byte = list.bytes[start + at];
    if (byte >= 0x80) return stringAt(list, index) === text;
    if (byte !== text.charCodeAt(at)) return false;
  }
  return length === text.length;
}

export function unpackStrings(list: PackedStrings): string[] {
  const strings: string[] = new Array<string>(list.offsets.length - 1);
  for (let i = 0; i < strings.length; i++) strings[i] = stringAt(list, i);
  return strings;
}

/** As `unpackStrings`, in steps. Decoding an item takes longer than other work on it. */
export function* unpackInSteps(list: PackedStrings): Steps<string[]> {
  const strings: string[] = new Array<string>(list.offsets.length - 1);
  for (let i = 0; i < strings.length; i++) {
    strings[i] = stringAt(list, i);
    if (i % (STEP_ITEMS / 8) === 0) yield;
  }
  return strings;
}

/** The lists in one; `firsts` has the index of each list's first string. */
export function concatStrings(lists: readonly PackedStrings[]): { joined: PackedStrings; firsts: number[] } {
  const firsts: number[] = [];
  let strings = 0;
  let length = 0;
  for (const { bytes, offsets } of lists) {
    firsts.push(strings);
    strings += offsets.length - 1;
    length += bytes.length;
  }
  const joined = { bytes: new Uint8Array(length), offsets: new Uint32Array(strings + 1) };
  let end = 0;
  lists.forEach(({ bytes, offsets }, list) => {
    joined.bytes.set(bytes, end);
    for (let i = 1; i < offsets.length; i++) joined.offsets[firsts[list] + i] = end + offsets[i];
    end += bytes.length;
  });
  return { joined, firsts };
}

// UTF-8 bytes and UTF-16 units order differently in one case: a character of four bytes is a surrogate pair, and surrogates
// precede U+E000, whose first byte is lower.
const FIRST_AFTER_SURROGATES = 0xee;
const FIRST_OF_FOUR = 0xf0;

/** Negative, zero or positive, as string `a` precedes, equals or follows string `b` in order of UTF-16 units. */
export function compareStrings({ bytes, offsets }: PackedStrings, a: number, b: number): number {
  let left = offsets[a];
  let right = offsets[b];
  const leftEnd = offsets[a + 1];
  const rightEnd = offsets[b + 1];
  for (; left < leftEnd && right < rightEnd; left++, right++) {
    const difference = bytes[left] - bytes[right];
    if (difference === 0) continue;
    const crossed =
      bytes[left] >= FIRST_AFTER_SURROGATES &&
      bytes[right] >= FIRST_AFTER_SURROGATES &&
      bytes[left] >= FIRST_OF_FOUR !== bytes[right] >= FIRST_OF_FOUR;
    return crossed ? -difference : difference;
  }
  return leftEnd - left - (rightEnd - right);
}

/** The strings of `list` with the indexes `chosen`, in that order. */
export function takeStrings({ bytes, offsets }: PackedStrings, chosen: Uint32Array): PackedStrings {
  let length = 0;
  for (const string of chosen) length += offsets[string + 1] - offsets[string];
  const picked = { bytes: sharedUint8s(length), offsets: sharedUint32s(chosen.length + 1) };
  let filled = 0;
  for (let i = 0; i < chosen.length; i++) {
    const end = offsets[chosen[i] + 1];
    // Byte by byte: for strings this short, calling `set` costs more.
    for (let from = offsets[chosen[i]]; from < end; from++) picked.bytes[filled++] = bytes[from];
    picked.offsets[i + 1] = filled;
  }
  return picked;
}
