// Where characters begin and end in UTF-8. Bytes only: what is done about bytes that are none is said elsewhere.
import { isUtf8 } from 'node:buffer';

/** Where the last character ends whose bytes are all there; only the last three bytes can belong to an unfinished one. */
export function lastCharacterEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (!isContinuation) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Where the first byte is that is no part of a character, or the length. */
export function firstInvalid(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0);
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}

/** Bytes of the character that begins with this byte. For a byte that begins none, a length that cannot be valid. */
export function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
