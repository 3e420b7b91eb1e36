// Packed strings put in order without unpacking them: UTF-8 is compared where it lies.
import { sharedUint32s, sharedUint8s } from './shared-arrays.ts';
import type { PackedStrings } from './packed-strings.ts';

/** The lists as one, the strings of the first before those of the second; `firsts` are the numbers of their first strings. */
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

// The two places in which UTF-8 is not in the order of UTF-16 units: a character of four bytes is a pair of surrogates,
// and those come before U+E000, whose first byte is the lower one.
const FIRST_AFTER_SURROGATES = 0xee;
const FIRST_OF_FOUR = 0xf0;

/** Below, at or above 0 as string `a` comes before, is or comes after string `b`, in order of UTF-16 units. */
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

/** The strings of `list` that are `chosen`, in that order. */
export function takeStrings({ bytes, offsets }: PackedStrings, chosen: Uint32Array): PackedStrings {
  let length = 0;
  for (const string of chosen) length += offsets[string + 1] - offsets[string];
  const picked = { bytes: sharedUint8s(length), offsets: sharedUint32s(chosen.length + 1) };
  let filled = 0;
  for (let i = 0; i < chosen.length; i++) {
    const end = offsets[chosen[i] + 1];
    // Byte by byte: for strings as short as these a call of `set` would cost more.
    for (let from = offsets[chosen[i]]; from < end; from++) picked.bytes[filled++] = bytes[from];
    picked.offsets[i + 1] = filled;
  }
  return picked;
}
